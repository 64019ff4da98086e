"""Legends as SVG: the boards on their cells, the card at work, the row, the players' areas.

Everything comes from the document and the game's data; no card, board or token is named here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from meeple._data import load_data
from meeple.render._cards import action_words, count, effects_words, total
from meeple.svg._area import CardFace, deck_cards, draw_cards
from meeple.svg._boards import Link, Stand, Table, board_width, draw_boards
from meeple.svg._canvas import FAINT, MARGIN, Canvas, cut, width_of
from meeple.svg._document import heading, inner, own

__all__ = ["Game", "begin", "draw_players", "paint", "stands_of"]

BOXES = ("legends_cards", "legends_boards")
ARMIES = 18  # of each seat, LG-7
CITIES = 3  # of each seat, LG-7
LEAST_WIDTH = 960.0


def paint(document: Mapping[str, Any]) -> Canvas:
    """Draw a position or view document of Legends."""
    position = inner(document)
    canvas, y, game = begin(document, BOXES)
    if position["row"]:
        costs = load_data("legends_cards")["row_costs"]
        row = [
            CardFace(name, game.cards.get(name, {}), f"take {k + 1}", costs[k])
            for k, name in enumerate(position["row"])
        ]
        y = draw_cards(canvas, y, row, game.cards) + 6
    draw_players(canvas, y, document, game)
    return canvas


@dataclass(frozen=True, slots=True)
class Game:
    """What the parameters of a document name, and what a game has beyond Legends.

    Attributes:
        layout: how the boards lie.
        faces: by name.
        cards: by id.
        tokens: the effects of tokens by name.
        armies: how many each seat has.
        starts: starting regions.
        marks: words to write into regions, such as tokens.
        links: further borders.
        note: a line below the boards.
        facts: further facts of each seat.
        hands: place and card, and what it does, of each seat's hand.
    """

    layout: Mapping[str, Any]
    faces: Mapping[str, Any]
    cards: Mapping[str, Mapping[str, Any]]
    tokens: Mapping[str, Sequence[Mapping[str, Any]]]
    armies: int
    starts: Sequence[str]
    marks: Mapping[str, Sequence[str]]
    links: Sequence[Link] = ()
    note: str = ""
    facts: Sequence[Sequence[str]] = ()
    hands: Sequence[Sequence[tuple[str, str]]] = ()

    @classmethod
    def of(cls, document: Mapping[str, Any], boxes: Sequence[str]) -> Game:
        """Legends with the cards, faces and layouts of these data files."""
        params, data = document["params"], [load_data(box) for box in boxes]
        layout = own(params["boards"])
        if isinstance(layout, str):
            layout = next(box["layouts"][layout] for box in data if layout in box.get("layouts", {}))
        faces = {name: face for box in data for name, face in box.get("faces", {}).items()}
        tokens = {token["id"]: token.get("effects", ()) for token in data[0]["tokens"]["explore"]}
        tokens |= {token["name"]: token.get("effects", ()) for token in own(params.get("tokens")) or ()}
        cards = [card for box in data for card in box.get("cards", ())]
        return cls(
            layout=layout,
            faces={**faces, **(layout.get("faces") or {})},
            cards=deck_cards(own(params.get("deck")), {**data[0], "cards": cards}),
            tokens=tokens,
            armies=ARMIES,
            starts=[layout["start"]] if layout.get("start") else [],
            marks=inner(document)["tokens"],
        )


def begin(
    document: Mapping[str, Any], boxes: Sequence[str], more: Callable[[Game], Game] = lambda game: game
) -> tuple[Canvas, float, Game]:
    """A sheet with heading, boards and the card at work; where these end; the game, to which `more` adds."""
    position, game = inner(document), more(Game.of(document, boxes))
    table = Table(
        boards=[(face, x, y, degrees) for face, x, y, degrees in game.layout["boards"]],
        faces=game.faces,
        starts=frozenset(game.starts),
        values=game.layout.get("values") or {},
        marks=game.marks,
        links=game.links,
    )
    words, note = heading(document, position["phase"], position["turn"])
    canvas = Canvas(words, max(LEAST_WIDTH, board_width(table)))
    y = draw_boards(canvas, canvas.heading(words, note), table, stands_of(position)) + 16
    if game.note:
        canvas.text(MARGIN, y + 4, cut(game.note, 13, canvas.width - 2 * MARGIN), 13, bold=True)
        y += 20
    return canvas, _draw_pending(canvas, y, position["pending"], game.cards), game


def stands_of(position: Mapping[str, Any]) -> dict[str, list[Stand]]:
    """Who stands where, seats in order, the neutral owner last."""
    stands: dict[str, list[Stand]] = {}
    leaders: Sequence[str | None] = position.get("leader_army") or ()
    for seat, player in enumerate(position["players"]):
        leader = leaders[seat] if seat < len(leaders) else None
        for region in dict.fromkeys([*player["armies"], *player["cities"], *([leader] if leader else [])]):
            armies, cities = player["armies"].get(region, 0), player["cities"].get(region, 0)
            stands.setdefault(region, []).append(Stand(seat, armies, cities, region == leader))
    for region, armies in position["neutral"].items():
        stands.setdefault(region, []).append(Stand(None, armies))
    return stands


def _draw_pending(
    canvas: Canvas, y: float, pending: Mapping[str, Any] | None, cards: Mapping[str, Mapping[str, Any]]
) -> float:
    if pending is None:
        return y
    card = cards.get(pending["card"], {})
    words = f"at work: {card.get('name') or pending['card']}: {action_words(card)}"
    if pending["left"] is not None:
        parts = card.get("action", ())
        kind = parts[pending["part"]]["kind"] if pending["part"] < len(parts) else "part"
        words += f"; {kind}: {pending['left']} left"
    canvas.text(MARGIN, y + 4, cut(words, 13, canvas.width - 2 * MARGIN), 13, bold=True)
    return y + 20


def draw_players(canvas: Canvas, top: float, document: Mapping[str, Any], game: Game) -> None:
    """The players' areas: facts, cards and tokens with what they give, hands."""
    position = inner(document)
    players = position["players"]
    columns = min(len(players), 4)
    width = (canvas.width - 2 * MARGIN - 10 * (columns - 1)) / columns
    texts = [_player_lines(document, seat, game) for seat in range(len(players))]
    row_top = top
    for first in range(0, len(players), columns):
        seats = range(first, min(first + columns, len(players)))
        height = 40 + 15 * max(len(facts) + len(owned) for facts, owned in texts[first : first + columns])
        for seat in seats:
            x = MARGIN + (seat - first) * (width + 10)
            title = f"seat {seat}" + (", its turn" if seat == position["turn"] else "")
            canvas.panel(x, row_top, width, height, title, seat)
            y = row_top + 41
            facts, owned = texts[seat]
            for fact in facts:
                canvas.text(x + 10, y, cut(fact, 11, width - 20), 11)
                y += 15
            for name, gives in owned:
                shown = cut(name, 10, width * 0.6)
                canvas.text(x + 10, y, shown, 10, bold=True)
                room = width - 28 - 1.08 * width_of(shown, 10)
                canvas.text(x + width - 10, y, cut(gives, 9, room), 9, end=True, fill=FAINT)
                y += 15
        row_top += height + 10


def _player_lines(document: Mapping[str, Any], seat: int, game: Game) -> tuple[list[str], list[tuple[str, str]]]:
    """The facts of a player's area, and the cards and tokens with what they give."""
    position = inner(document)
    player, cards, tokens = position["players"][seat], game.cards, game.tokens
    effects = [effect for name in player["cards"] for effect in cards.get(name, {}).get("abilities", ())]
    effects += [effect for name in player["tokens"] for effect in tokens.get(name, ())]
    lost = sum(other["captured"].get(str(seat), 0) for other in position["players"])
    supply = game.armies - sum(player["armies"].values()) - lost
    facts = [
        f"{count(player['coins'], 'coin')}, {count(total('elixir', effects), 'elixir')}",
        f"supply: {count(supply, 'army')}, {count(CITIES - sum(player['cities'].values()), 'city')}",
    ]
    if position["phase"] == "bid" or position["bids"][seat] is not None:
        facts.append(f"bid {_bid(document, seat)}")
    if any(position["prestige"]):
        facts.append(f"prestige {position['prestige'][seat]}")
    if player["leader"] is not None:
        facts.append(f"leader {player['leader']}")
    if player["captured"]:
        facts.append("captured " + ", ".join(f"{n} of {_owner(owner)}" for owner, n in player["captured"].items()))
    owned = [(name, effects_words(cards.get(name, {}).get("abilities", ()))) for name in player["cards"]]
    owned += [(name, effects_words(tokens.get(name, ()))) for name in player["tokens"]]
    facts += game.facts[seat] if game.facts else ()
    owned += game.hands[seat] if game.hands else ()
    return facts, owned


def _bid(document: Mapping[str, Any], seat: int) -> str:
    """A bid; one not made is a dash, but in a view nobody tells whether another seat has bid."""
    bid = inner(document)["bids"][seat]
    if bid is not None:
        return str(bid)
    return "?" if "view" in document and document["player"] != seat else "-"


def _owner(owner: str) -> str:
    return f"seat {owner}" if owner.isdecimal() else owner
