"""The command line: `meeple`, or `python -m meeple`.

It needs the extra `cli` (typer and rich), which is imported in here only. The commands hold no rules and
name no game; what they show comes from the public face of the package.
"""

import sys

__all__ = ["main"]

# What the extra installs: only when one of these is missing does the hint to install it help.
_EXTRA = frozenset({"typer", "rich", "pydantic", "click", "shellingham", "annotated_doc"})


def main() -> None:
    """Run the command line on `sys.argv` and leave with its exit code.

    0 fine, 1 failure at run, 2 usage, 130 on Ctrl-C.
    """
    try:
        from meeple.cli.app import app
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        print('error: the command line needs its extra: pip install "meeple[cli]"', file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    app(prog_name="meeple")
