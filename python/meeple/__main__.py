"""`python -m meeple`: the command line."""

from meeple.cli import main

if __name__ == "__main__":
    main()
