"""`meeple build-info`: how the core was built."""

from __future__ import annotations

import meeple
from meeple.cli.console import new_table, out, print_json
from meeple.cli.params import JsonOption, NoColorOption
from meeple.render._text import plain

__all__ = ["build_info"]


def build_info(as_json: JsonOption = False, no_color: NoColorOption = False) -> None:
    """Show how the core of this installation was built."""
    info = meeple.build_info()
    if as_json:
        print_json(info)
        return
    table = new_table()
    table.show_header = False
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    for key, value in info.items():
        table.add_row(plain(key), plain(value))
    out(no_color).print(table)
