"""The app: its commands, and the one place that turns what goes wrong into a line and an exit code."""

from __future__ import annotations

import os
import sys
from importlib import metadata
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import meeple
from meeple.cli.build import build_info
from meeple.cli.console import error_line, note
from meeple.cli.export import export
from meeple.cli.games import games
from meeple.cli.perft import perft
from meeple.cli.play import play
from meeple.cli.replay import replay
from meeple.cli.show import show
from meeple.cli.simulate import simulate
from meeple.cli.tournament import tournament

__all__ = ["app"]

FAILURE, USAGE, INTERRUPTED = 1, 2, 130


class _Group(TyperGroup):
    """The root command: one line on stderr for every error, no traceback but for a bug."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run and leave with the exit code."""
        kwargs["standalone_mode"] = False
        try:
            code = super().main(*args, **kwargs)
        except Exception as error:
            # Usage errors are known by their face, since their class is private to typer.
            if not hasattr(error, "format_message"):
                raise
            context = getattr(error, "ctx", None)
            command = context.command_path if context is not None else "meeple"
            note(f"error: {' '.join(error.format_message().split())} (see {command} --help)")
            sys.exit(getattr(error, "exit_code", USAGE))
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was named."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            # The reader has seen enough. What is still buffered must not raise again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except (meeple.Error, OSError, MemoryError) as error:
            note(error_line(error))
            raise typer.Exit(USAGE if isinstance(error, meeple.ConfigError) else FAILURE) from None
        return result


app = typer.Typer(
    name="meeple",
    cls=_Group,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        try:
            number = metadata.version("meeple")
        except metadata.PackageNotFoundError:  # a source tree that was never installed
            number = str(meeple.build_info().get("version", "unknown"))
        print(f"meeple {number}")
        raise typer.Exit


@app.callback()
def root(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Exact, fast engines of board games.

    Exit codes: 0 fine; 1 failure at run; 2 usage (an unknown game, option or parameter); 130 stopped by
    Ctrl-C.
    """
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


for _command in (games, simulate, tournament, play, replay, export, show, perft):
    app.command()(_command)
app.command("build-info")(build_info)
