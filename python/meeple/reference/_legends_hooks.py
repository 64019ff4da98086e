"""The places where Lost Lands has a rule otherwise than Legends: one hook each, here as Legends has it."""

from collections.abc import Mapping
from typing import Any

Document = Mapping[str, Any]
Entry = dict[str, Any]
Crossing = tuple[str, str, int]  # from a region, to a region, for so many points


class Hooks:
    """The hooks of Legends."""

    boxes: tuple[str, ...] = ("legends_cards", "legends_boards")
    """The data files: cards, faces and layouts in play come from all of them."""
    armies = 18
    """LG-7: a player's armies."""
    start_armies = 4
    """LG-7: how many of them begin on the starting region."""

    leader_boxes: tuple[str, ...] = ("legends_cards",)
    """LG-27: the data files whose leaders may be dealt."""

    def second_start(self, document: Document) -> list[str]:
        """Starting regions behind the first."""
        return []

    def printed_portals(self, document: Document) -> list[str]:
        """Regions with a portal that is no token."""
        return []

    def crossings(self, document: Document, crossings: list[Crossing], water: int) -> list[Crossing]:
        """What becomes of the crossings of LG-15, where water costs so many points."""
        return crossings

    def more_strength(self, document: Document, seat: int, region: str) -> int:
        """What a seat has in a region for control besides its armies and cities."""
        return 0

    def has_leader_army(self, document: Document, seat: int, region: str) -> bool:
        """Whether a seat's leader army is in a region."""
        return False

    def leader_move_texts(self, document: Document, seat: int, points: int) -> list[str]:
        """The moves of a seat's leader army."""
        return []

    def leader_water_cost(self, document: Document, seat: int) -> int:
        """What water costs a seat's leader army."""
        raise ValueError("there are no leader armies")

    def this_turn(self, document: Document, seat: int, kind: str) -> int:
        """What a seat has of `plus_army`, `plus_move` or `flying` in its action besides the effects it owns."""
        return 0

    def leader_points(self, document: Document, seat: int, leader: str) -> int:
        """The VP of a leader that LG-27 does not name."""
        return 0

    def leader_fits(self, document: Document, leader: Entry) -> bool:
        """Whether a leader may be dealt."""
        return True

    def more_tokens(self, document: Document) -> list[str]:
        """The tokens that chance places behind explore tokens and citadels, before own ones."""
        return []

    def asks_for_the_sea(self, document: Document) -> bool:
        """Whether the open sea is still to be drawn."""
        return False

    def kept_free(self, document: Document) -> list[str]:
        """Regions besides the starting regions on which chance places no token."""
        return []

    def cards_elsewhere(self, document: Document) -> list[str]:
        """Cards that are neither owned nor in the row, and yet not in the deck."""
        return []


HOOKS: dict[str, Hooks] = {"legends": Hooks()}
"""By the document's `game`; the module of another game adds its own."""


def hooks(document: Document) -> Hooks:
    """The hooks of the document's game."""
    return HOOKS[document["game"]]
