"""Eight-Minute Empire: Legends, read aloud: scores, ranks and legal actions straight from the rules page.

Independent of the core and slow on purpose; tests hold the two against each other. Every function takes a
whole `meeple-position` document (`{"params": {...}, "position": {...}, ...}`) and changes nothing. `LG-n` are
the rules of the game's page. The map is read in `_legends_map`, who owns and controls what in
`_legends_table`, legal actions in `_legends_actions`, what chance may bring in `_legends_chance`, what steps do in
`_legends_setup`, `_legends_play` and `_legends_turns`. All but the last reads Lost Lands (`LL-n`) as well; where that
game has a rule otherwise stands in `_legends_hooks`.
"""

from collections.abc import Sequence
from typing import Any

from meeple._data import load_data
from meeple.reference._legends_actions import legal_texts
from meeple.reference._legends_chance import chance_texts
from meeple.reference._legends_hooks import Document, Entry, hooks
from meeple.reference._legends_map import (
    faces_in_play,
    own_tokens,
    regions_in_play,
    regions_where_lies,
)
from meeple.reference._legends_table import (
    all_armies_in,
    armies_on_the_board,
    cards_of_family,
    cards_owned,
    control_tokens,
    controlled_regions,
    controller,
    explore_tokens,
    has_magic_book,
    island_controller,
    owned,
    players_of,
    sum_of,
)
from meeple.reference._legends_turns import after, prestige_of_round
from meeple.reference._ranking import ranked

__all__ = ["after", "chance_texts", "legal_texts", "prestige_of_round", "ranking", "score", "totals"]

TIE_BREAKS = ["magic_book", "coins", "armies", "regions"]


def score(document: Document) -> list[dict[str, int]]:
    """The breakdown of each seat, for any position (LG-20 to LG-28).

    One dict a seat; keys in the page's order: `regions`, `continents` (with `rounds`: `prestige`), `elixirs`,
    each owned card with a `vp_` ability in the order taken, then, where its parameter is on, `citadels`,
    `magic_book`, `leader`, `tokens`. Values may be 0, with own tokens also negative; their sum is the score.
    """
    return [breakdown(document, seat) for seat in range(len(players_of(document)))]


def totals(document: Document) -> list[int]:
    """The score of each seat: the sum of its breakdown."""
    return [sum(points.values()) for points in score(document)]


def breakdown(document: Document, seat: int, families: Sequence[str] = ()) -> dict[str, int]:
    """One seat's breakdown, with the keys in the order of the page (LG-24).

    `families`: one for each card that it counts besides those it owns (LL-17).
    """
    params = document["params"]
    points = {}
    if params.get("scoring") == "rounds":
        points["prestige"] = document["position"]["prestige"][seat]
    else:
        points["regions"] = len(controlled_regions(document, seat))
        points["continents"] = continent_points(document, seat)
    points["elixirs"] = elixir_points(document, seat)
    for card in cards_owned(document, seat):
        for ability in card["abilities"]:
            if ability["kind"].startswith("vp_"):
                points[card["id"]] = ability_points(document, seat, ability, families)
    if params["citadels"]:
        points["citadels"] = citadel_points(document, seat)
    if params["explore"]:
        points["magic_book"] = magic_book_points(document, seat)
    if params["leaders"] is not False:
        points["leader"] = leader_points(document, seat, families)
    if own_tokens(document):
        points["tokens"] = token_points(document, seat)
    return points


def continent_points(document: Document, seat: int) -> int:
    """LG-21, LG-33: 1 VP for each island controlled, or its face's `continent_vp`."""
    return sum(
        face.get("continent_vp", 1)
        for face in faces_in_play(document)
        for island in face["islands"]
        if island_controller(document, island) == seat
    )


def elixir_points(document: Document, seat: int) -> int:
    """LG-23: most elixirs 2 VP, tied for most 1 VP each, nothing if the most is 0 or less."""
    elixirs = [owned(document, other, "elixir") for other in range(len(players_of(document)))]
    if max(elixirs) <= 0 or elixirs[seat] < max(elixirs):
        return 0
    return 2 if elixirs.count(max(elixirs)) == 1 else 1


def family_count(document: Document, seat: int, family: str, families: Sequence[str]) -> int:
    """LG-22, LL-17: how many cards of one family count for a seat."""
    return cards_of_family(document, seat, family) + families.count(family)


def ability_points(document: Document, seat: int, ability: Entry, families: Sequence[str]) -> int:
    """LG-22: what one `vp_` ability is worth."""
    vp: int = ability["vp"]
    match ability["kind"]:
        case "vp_per_family":
            return vp * family_count(document, seat, ability["family"], families)
        case "vp_set":
            return vp if family_count(document, seat, ability["family"], families) >= ability["size"] else 0
        case "vp_per_flying":
            return vp * owned(document, seat, "flying")
        case "vp_per_coins":
            coins: int = players_of(document)[seat]["coins"]
            per: int = ability["per"]
            return vp * (coins // per)
    raise ValueError(f"ability {ability['kind']!r} is none of LG-22")


def citadel_points(document: Document, seat: int) -> int:
    """LG-26: 1 VP for each citadel in a region the seat controls."""
    return sum(
        controller(document, region) == seat
        for name in load_data("legends_cards")["tokens"]["citadels"]
        for region in regions_where_lies(document, name)
    )


def magic_book_points(document: Document, seat: int) -> int:
    """LG-25: the VP of the explore tokens taken; the Magic Book alone has some."""
    taken = players_of(document)[seat]["tokens"]
    tokens = explore_tokens(document)
    return sum(sum_of("vp", tokens[name]["effects"]) for name in taken if name in tokens)


def token_points(document: Document, seat: int) -> int:
    """LG-26: the `vp` of own tokens, taken ones and those of regions the seat controls."""
    taken = players_of(document)[seat]["tokens"]
    tokens = own_tokens(document)
    working = [tokens[name] for name in taken if name in tokens] + control_tokens(document, seat)
    return sum(sum_of("vp", token["effects"]) for token in working)


def leader_points(document: Document, seat: int, families: Sequence[str]) -> int:
    """LG-27: the VP of the seat's leader; 0 until it is dealt."""
    player = players_of(document)[seat]
    captured: dict[str, int] = player["captured"]
    match player["leader"]:
        case "white-knight":
            islands = [island for face in faces_in_play(document) for island in face["islands"]]
            return sum(len(island) >= 3 and island_controller(document, island) == seat for island in islands)
        case "red-sorceress":
            return sum(captured.values()) // 3
        case "fairy-queen":
            return 1 if family_count(document, seat, "forest", families) >= 3 else 0
        case "bandit-king":
            return 1 if armies_on_the_board(document, seat) == hooks(document).armies else 0
        case None:
            return 0
        case other:
            return hooks(document).leader_points(document, seat, other)


def ranking(document: Document) -> dict[str, Any]:
    """LG-24: who would win if the game ended now.

    `winners`: seats, ascending. `ranks`: one a seat, 1 is best, equals share a rank and the next ones are
    skipped (1, 2, 2, 4). `tie_break`: the first of `magic_book`, `coins`, `armies` and `regions` after which
    just the winners are left among those with the most VP; None if none had to or could decide.
    """
    return ranking_by(document, totals(document))


def ranking_by(document: Document, points: list[int]) -> dict[str, Any]:
    """LG-24: the ranking of seats that have these points."""
    return ranked([[points[seat], *tie_breaks(document, seat)] for seat in range(len(points))], TIE_BREAKS)


def tie_breaks(document: Document, seat: int) -> list[int]:
    """LG-24, LL-18: what breaks a tie, in order; more is better in each. A leader army is an army on the board."""
    return [
        int(has_magic_book(document, seat)),
        players_of(document)[seat]["coins"],
        sum(all_armies_in(document, seat, region) for region in regions_in_play(document)),
        len(controlled_regions(document, seat)),
    ]
