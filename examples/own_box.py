"""A game with the cards and boards of one's own box: JSON as one reads it off the table, played, scored.

The cards and the two faces of Lost Lands that come with the library are a reconstruction, since the printed ones are
not public. Who owns the box writes down its cards and the face in use like this, and plays the real game.

Run it: ``python examples/own_box.py``, or with files of your own: ``python examples/own_box.py deck.json layout.json``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import meeple
import meeple.legends

FACE = """
{
  "islands": [["shore", "hill", "ford"], ["isle"]],
  "land": [["shore", "hill"], ["hill", "ford"]],
  "water": [["shore", "isle"]],
  "exits": {"N": null, "E": "ford", "S": null, "W": null},
  "portal": "hill"
}
"""
"""The lost lands as they lie before you: islands, borders by land and water, the exit of each side, the portal."""

LAYOUT = """
{
  "boards": [["lost-lands", 0, 0, 0], ["volcano", 1, 0, 0], ["meadows", 1, 1, 90]],
  "start": "M3",
  "portal": "M2"
}
"""
"""Faces on cells of a grid, each turned clockwise; the start and the second portal. Legends' faces need no `faces`."""

CARDS = """
[
  {"id": "lost-drake", "name": "Drake of the Lost Lands", "family": "dire", "min_players": 2, "join": "or",
   "action": [{"kind": "move", "n": 4}, {"kind": "destroy", "n": 1}], "abilities": [{"kind": "flying", "n": 1}]},
  {"id": "hidden-vale", "family": "forest", "min_players": 2, "join": null,
   "action": [{"kind": "place", "n": 4}], "abilities": [{"kind": "vp_per_family", "family": "forest", "vp": 1}]}
]
"""
"""Cards of the expansion, in the form of the data files; those of Legends are printed and come with the library."""


def box() -> tuple[dict[str, Any], dict[str, Any]]:
    """Deck and layout: from the files named on the command line, else from the texts above."""
    if len(sys.argv) == 3:
        deck, layout = (json.loads(Path(name).read_text()) for name in sys.argv[1:])
        return deck, layout
    deck = {"cards": [*meeple.legends.printed_cards(), *json.loads(CARDS)]}
    return deck, {**json.loads(LAYOUT), "faces": {"lost-lands": json.loads(FACE)}}


def main() -> meeple.State:
    """Plays a random game and prints its scores by part."""
    deck, layout = box()
    try:
        game = meeple.load("lost_lands", players=3, deck=deck, boards=layout, factions=True)
    except meeple.ConfigError as error:  # It names the card or the region that does not fit.
        raise SystemExit(f"{error.field}: {error}") from error
    rng = meeple.Rng(11)
    state = game.new_initial_state(rng)
    while not state.is_terminal:
        state = state.step(state.random_action(rng), rng)
    for seat, total in enumerate(state.scores()):
        parts = ", ".join(f"{part} {points}" for part, points in state.score_breakdown(seat).items() if points)
        print(f"seat {seat}: {total} ({parts})")
    outcome = state.outcome
    assert outcome is not None
    print("won by", *outcome.winners)
    return state


if __name__ == "__main__":
    main()
