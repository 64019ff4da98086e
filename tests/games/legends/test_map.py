"""LG-1 to LG-5: boards, layouts, borders, the start."""

from __future__ import annotations

from typing import Any

import pytest

import meeple
from meeple._data import load_data

from .build import build, card, face, move, play, player, seat, setup, shown, table, taking, texts

WALK = card("walk", move(1))
SAIL = card("sail", move(3))

ISLAND = face([["A", "B"], ["C", "D"]], land=["A-B", "C-D"], water=["A-C", "B-D"])


def moves_from(region: str, by: dict[str, Any] = SAIL, **params: Any) -> set[str]:
    """Where a single army of seat 0 can go with its first move."""
    state = taking(by, seat({region: 1}), *[seat() for _ in range(params.pop("others", 1))], **params)
    return {text.split()[2] for text in texts(state) if text.startswith("move ")}


def regions(**params: Any) -> set[str]:
    """All regions in play: neutral armies may go anywhere."""
    state = setup(players=2, first_player=0, **params)
    return {text.removeprefix("neutral ") for text in texts(state)}


def layout(*boards: list[Any], start: str, **more: Any) -> dict[str, Any]:
    """A layout of one's own."""
    return {"boards": list(boards), "start": start, **more}


# ---- LG-1: faces ----


@pytest.mark.parametrize("name", list(load_data("legends_boards")["faces"]))
def test_lg1_each_printed_face_has_its_regions_and_borders(name: str) -> None:
    printed = load_data("legends_boards")["faces"][name]
    home = [region for island in printed["islands"] for region in island]
    exits = printed["exits"]
    # Boards of one's own west and south of it reach it by its exits, so that every face can be the only one.
    west = face([["WA"], ["WB"]], water=["WA-WB"], E="WA")
    south = face([["SA"]], N="SA")
    start = "WA" if name != "desert" else "D4"
    boards: dict[str, Any] = {
        "boards": [["west", 0, 0, 0], [name, 1, 0, 0], ["south", 1, 1, 0]],
        "start": start,
        "faces": {"west": west, "south": south},
    }
    if name != "desert":
        # LG-4 wants a second connection of the start.
        boards["faces"]["west"] = face([["WA"], ["WB"], ["WC"]], water=["WA-WB", "WA-WC"], E="WA")
    assert regions(boards=boards) >= set(home)
    for region in home:
        by_land = {a if b == region else b for a, b in printed["land"] if region in (a, b)}
        by_water = {a if b == region else b for a, b in printed["water"] if region in (a, b)}
        by_water |= {"WA"} if exits["W"] == region else set()
        by_water |= {"SA"} if exits["S"] == region else set()
        assert moves_from(region, WALK, boards=boards) == by_land
        assert moves_from(region, SAIL, boards=boards) == by_land | by_water


@pytest.mark.parametrize("pair", load_data("legends_boards")["pairs"])
def test_lg1_two_faces_of_one_board_are_never_in_play_together(pair: list[str]) -> None:
    third = "fern" if "fern" not in pair and "tall-islands" not in pair else "meadows"
    boards = layout([pair[0], 0, 0, 0], [pair[1], 1, 0, 0], [third, 2, 0, 0], start="F1")
    with pytest.raises(meeple.ConfigError) as caught:
        meeple.load("legends", boards=boards)
    assert caught.value.field.startswith("boards")
    assert pair[0] in str(caught.value)
    assert pair[1] in str(caught.value)


def test_lg1_faces_of_one_board_are_refused_with_faces_of_ones_own_too() -> None:
    boards = layout(["meadows", 0, 0, 0], ["isle", 1, 0, 0], ["desert", 2, 0, 0], start="D4", faces={"isle": ISLAND})
    with pytest.raises(meeple.ConfigError):
        meeple.load("legends", boards=boards)


# ---- LG-2: cells, turns, exits ----


@pytest.mark.parametrize(
    ("degrees", "beside", "below"),
    [(0, "AE", "AS"), (90, "AN", "AE"), (180, "AW", "AN"), (270, "AS", "AW")],
)
def test_lg2_a_turn_is_clockwise(degrees: int, beside: str, below: str) -> None:
    # Unturned, the exits N, E, S, W lead to the regions named after them. One board lies east, one south of it.
    turned = face([["AN", "AE", "AS", "AW"]], land=["AN-AE", "AE-AS", "AS-AW"], N="AN", E="AE", S="AS", W="AW")
    east = face([["B"], ["BB"], ["BC"]], water=["B-BB", "B-BC"], W="B")
    south = face([["C"]], N="C")
    boards = layout(
        ["turned", 0, 0, degrees],
        ["east", 1, 0, 0],
        ["south", 0, 1, 0],
        start="B",
        faces={"turned": turned, "east": east, "south": south},
    )
    assert moves_from("B", boards=boards) == {"BB", "BC", beside}
    assert moves_from("C", boards=boards) == {below}


def test_lg2_exits_on_a_shared_side_form_one_water_connection() -> None:
    assert moves_from("F2") == {"F1", "F3", "M3"}
    assert moves_from("M3") == {"M1", "M2", "M4", "F2"}
    assert moves_from("M1") == {"M2", "M3", "V7"}


def test_lg2_an_exit_without_a_board_leads_nowhere() -> None:
    # V1 (north), V6 (west), V5 (east), M4, M5, F1 and F3 look out of the layout.
    assert moves_from("V1") == {"V2"}
    assert moves_from("M5") == {"M4"}
    assert moves_from("F3") == {"F2"}


def test_lg2_a_side_without_an_exit_leads_nowhere() -> None:
    mute = face([["Q1"], ["Q2"], ["Q3"]], water=["Q1-Q2", "Q1-Q3"], W="Q1", E="Q2")
    deaf = face([["R1"]], N="R1", W="R1")
    below = face([["T1"]], E="T1")
    boards = layout(
        ["mute", 0, 0, 0],
        ["deaf", 1, 0, 0],
        ["below", 0, 1, 0],
        ["corner", 1, 1, 0],
        start="Q1",
        faces={
            "mute": mute,
            "deaf": {**deaf, "exits": {"N": None, "E": None, "S": "R1", "W": "R1"}},
            "below": below,
            "corner": face([["U1"]], N="U1", W="U1"),
        },
    )
    # `mute` has no exit to the south, `below` none to the north: no water between Q and T.
    assert moves_from("T1", boards=boards) == {"U1"}
    assert moves_from("Q2", boards=boards) == {"Q1", "R1"}
    assert moves_from("R1", boards=boards) == {"Q2", "U1"}


def test_lg2_boards_that_touch_at_a_corner_only_are_not_joined() -> None:
    # In `rectangle` the volcano (0,0) and the citadel (1,1) touch at a corner; V7 looks south to M1, V5 east to F2.
    assert moves_from("V7", others=3) == {"V6", "M1"}
    assert moves_from("V5", others=3) == {"V3", "V4", "F2"}


def test_lg2_cells_may_lie_anywhere_on_the_grid() -> None:
    away = layout(["volcano", -7, 20, 0], ["meadows", -7, 21, 0], ["fern", -6, 21, 0], start="M1")
    assert moves_from("M1", boards=away) == {"M2", "M3", "V7"}


# ---- LG-3: shapes ----

SQUARE = [(0, 0), (1, 0), (0, 1), (1, 1)]
TEES = [
    [(0, 0), (1, 0), (2, 0), (1, 1)],
    [(0, 1), (1, 1), (2, 1), (1, 0)],
    [(0, 0), (0, 1), (0, 2), (1, 1)],
    [(1, 0), (1, 1), (1, 2), (0, 1)],
]
ROWS = [[(0, 0), (1, 0), (2, 0)], [(0, 0), (0, 1), (0, 2)]]
ELLS = [
    [(0, 0), (0, 1), (1, 1)],
    [(0, 0), (1, 0), (0, 1)],
    [(0, 0), (1, 0), (1, 1)],
    [(1, 0), (0, 1), (1, 1)],
]
OTHERS_OF_FOUR = [
    [(0, 0), (1, 0), (2, 0), (3, 0)],
    [(0, 0), (0, 1), (0, 2), (1, 2)],
    [(0, 0), (1, 0), (1, 1), (2, 1)],
    [(0, 0), (1, 0), (2, 0), (2, 1)],
]
BROKEN = [
    [(0, 0), (1, 0)],
    [(0, 0)],
    [(0, 0), (1, 0), (5, 5)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 0), (1, 0), (0, 1), (5, 5)],
]


def cells(shape: list[tuple[int, int]]) -> dict[str, Any]:
    """Printed faces on these cells. The start is the region S3, with two connections of its own."""
    names = ["ice-islands", "meadows", "fern", "horse-shoe"]
    return layout(*[[name, x, y, 0] for name, (x, y) in zip(names[: len(shape)], shape, strict=True)], start="S3")


def loads(players: int, shape: list[tuple[int, int]]) -> bool:
    """Whether a layout of this shape is taken; a refusal must be for its shape."""
    try:
        meeple.load("legends", players=players, boards=cells(shape))
    except meeple.ConfigError as error:
        if (error.field, error.code) != ("boards.boards", "bad_shape"):
            raise
        return False
    return True


@pytest.mark.parametrize("shape", [SQUARE, *TEES])
def test_lg3_four_players_use_a_rectangle_or_a_tee(shape: list[tuple[int, int]]) -> None:
    assert loads(4, shape)


@pytest.mark.parametrize("shape", [*ROWS, *ELLS, *OTHERS_OF_FOUR])
def test_lg3_four_players_use_no_other_shape(shape: list[tuple[int, int]]) -> None:
    assert not loads(4, shape)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("shape", [*ROWS, *ELLS, SQUARE, *TEES])
def test_lg3_two_or_three_use_a_row_an_ell_or_what_four_use(players: int, shape: list[tuple[int, int]]) -> None:
    assert loads(players, shape)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("shape", [*OTHERS_OF_FOUR, *BROKEN])
def test_lg3_other_shapes_are_refused(players: int, shape: list[tuple[int, int]]) -> None:
    assert not loads(players, shape)


@pytest.mark.parametrize(
    ("players", "name"),
    [
        (2, "ell"),
        (2, "row"),
        (2, "corner-desert"),
        (2, "rectangle"),
        (2, "tee"),
        (3, "ell"),
        (3, "row"),
        (3, "corner-desert"),
        (3, "rectangle"),
        (3, "tee"),
        (4, "rectangle"),
        (4, "tee"),
    ],
)
def test_lg3_named_layouts_fit_by_shape_whatever_their_advice(players: int, name: str) -> None:
    assert meeple.load("legends", players=players, boards=name).params["boards"] == name


@pytest.mark.parametrize("name", ["ell", "row", "corner-desert"])
def test_lg3_named_layouts_of_three_boards_do_not_suit_four(name: str) -> None:
    with pytest.raises(meeple.ConfigError) as caught:
        meeple.load("legends", players=4, boards=name)
    assert caught.value.field.startswith("boards")


@pytest.mark.parametrize(("players", "name"), [(2, "ell"), (3, "ell"), (4, "rectangle")])
def test_lg3_the_default_layout_is_the_datas(players: int, name: str) -> None:
    assert meeple.load("legends", players=players).params["boards"] == name


# ---- LG-4: the start ----


def start(region: str, *boards: list[Any], **more: Any) -> str | None:
    """None if this start is taken, else what the error says."""
    shown = list(boards) or [["volcano", 0, 0, 0], ["meadows", 0, 1, 0], ["fern", 1, 1, 0]]
    try:
        meeple.load("legends", boards=layout(*shown, start=region, **more))
    except meeple.ConfigError as error:
        if error.field != "boards.start" or region not in error.value:
            raise
        return str(error)
    return None


def test_lg4_start_with_water_and_a_land_neighbour_with_water_is_taken() -> None:
    assert start("M1") is None
    assert start("M3") is None


def test_lg4_start_without_water_is_refused() -> None:
    assert start("M2") is not None


def test_lg4_start_with_one_connection_and_no_neighbour_with_one_is_refused() -> None:
    # V2 has the water to V4; its only neighbour V1 has none. F2 has the water to M3; F1 and F3 have none.
    assert start("V2") is not None
    assert start("F2") is not None


def test_lg4_two_connections_of_its_own_are_enough() -> None:
    row = [["horse-shoe", 0, 0, 0], ["ice-islands", 1, 0, 0], ["meadows", 2, 0, 0]]
    assert start("S3", *row) is None


def test_lg4_the_neighbour_may_have_the_same_sea() -> None:
    # S2 has H4 and S3; S4 has S3 only, and its neighbour S5 looks nowhere.
    row = [["horse-shoe", 0, 0, 0], ["ice-islands", 1, 0, 0], ["meadows", 2, 0, 0]]
    assert start("S2", *row) is None
    assert start("S4", *row) is not None


def test_lg4_water_inside_one_island_does_not_count_for_the_start() -> None:
    row = [["horse-shoe", 0, 0, 0], ["ice-islands", 1, 0, 0], ["meadows", 2, 0, 0]]
    # H1 has water to H4 only, of its own island.
    assert start("H1", *row) is not None
    # H4 has that and one real connection; its neighbours H3 and H5 have none.
    assert start("H4", *row) is not None


def test_lg4_water_inside_one_island_does_not_count_for_the_neighbour() -> None:
    # H5 looks south to the meadows; its only neighbour H4 has water to H1, of the same island, and nowhere else.
    column = [["horse-shoe", 0, 0, 0], ["meadows", 0, 1, 0], ["fern", 0, 2, 0]]
    assert start("H5", *column) is not None
    # With a board east of it H4 has a real one.
    square = [["horse-shoe", 0, 0, 0], ["volcano", 1, 0, 0], ["meadows", 0, 1, 0]]
    assert start("H5", *square) is None


def test_lg4_a_bridge_makes_land_neighbours() -> None:
    # T1 and T3 are islands of their own, T1-T3 a bridge: T3 looks east to F2, T1 north and west to nothing.
    row = [["meadows", 0, 0, 0], ["tall-islands", 1, 0, 0], ["volcano", 2, 0, 0]]
    # T1: water to M3 in the west; its neighbour T3 has water to V6.
    assert start("T1", *row) is None


def test_lg4_with_the_desert_in_play_the_start_lies_on_it() -> None:
    corner = [["desert", 0, 0, 0], ["horse-shoe", 1, 0, 0], ["volcano", 0, 1, 0]]
    assert start("D5", *corner) is None  # D5 - H3, and its neighbour D6 - V1
    error = start("H3", *corner)
    assert error is not None
    assert "desert" in error


def test_lg4_a_desert_start_needs_its_connections_too() -> None:
    corner = [["desert", 0, 0, 0], ["horse-shoe", 1, 0, 0], ["volcano", 0, 1, 0]]
    assert start("D3", *corner) is not None


def test_lg4_start_must_be_a_region_in_play() -> None:
    assert start("T1") is not None


def test_lg4_a_layout_without_a_start_is_refused() -> None:
    boards = {"boards": [["volcano", 0, 0, 0], ["meadows", 0, 1, 0], ["fern", 1, 1, 0]]}
    for given in (boards, {**boards, "start": None}):
        with pytest.raises(meeple.ConfigError) as caught:
            meeple.load("legends", boards=given)
        assert caught.value.field.startswith("boards")
        assert "start" in str(caught.value)


@pytest.mark.parametrize("name", ["A", "B", "C", "D"])
def test_lg4_holds_for_faces_of_ones_own(name: str) -> None:
    # A-B and C-D are land; A-C and B-D are water between the two islands.
    assert start(name, ["isle", 0, 0, 0], faces={"isle": ISLAND}) is None
    lonely = face([["A", "B"], ["C"]], land=["A-B"], water=["A-C"])
    if name != "D":
        assert start(name, ["isle", 0, 0, 0], faces={"isle": lonely}) is not None


# ---- LG-5: names ----


def test_lg5_region_names_are_those_of_the_faces_with_capitals() -> None:
    assert regions() == {
        *(f"V{n}" for n in range(1, 8)),
        *(f"M{n}" for n in range(1, 6)),
        *(f"F{n}" for n in range(1, 4)),
    }


def test_lg5_a_region_in_lower_case_is_no_text() -> None:
    state = setup(players=2, first_player=0)
    with pytest.raises(meeple.NotationError):
        state.parse_action("neutral m1")


def test_lg5_region_names_of_own_faces_may_not_repeat() -> None:
    with pytest.raises(meeple.ConfigError) as caught:
        meeple.load(
            "legends",
            boards=layout(
                ["isle", 0, 0, 0],
                ["twin", 1, 0, 0],
                start="A",
                faces={"isle": ISLAND, "twin": face([["D", "E"]], land=["D-E"])},
            ),
        )
    assert "D" in str(caught.value)


def test_lg5_the_same_name_with_and_without_capital_are_two_regions() -> None:
    isle = face([["a", "A"], ["b", "B"]], land=["a-A", "b-B"], water=["a-b", "A-B"])
    boards = layout(["isle", 0, 0, 0], start="A", faces={"isle": isle})
    assert regions(boards=boards) == {"a", "A", "b", "B"}


def test_lg4_armies_begin_on_the_start_of_the_layout() -> None:
    state = setup(players=3, boards="row")
    assert [player(state, number)["armies"] for number in range(3)] == [{"S2": 4}] * 3


def test_lg33_an_own_layout_stands_verbatim_in_the_parameters() -> None:
    boards = layout(["isle", 0, 0, 0], start="A", faces={"isle": ISLAND}, values={"B": 4})
    assert meeple.load("legends", boards=boards).params["boards"] == boards


def test_lg2_moves_follow_the_map_in_play() -> None:
    state = play(taking(card("two", move(4)), seat({"M1": 1}), seat()), "move M1 V7", "move V7 V6")
    assert player(state, 0)["armies"] == {"V6": 1}
    assert shown(state)["phase"] == "refill"


def test_lg16_build_follows_the_regions_of_the_layout() -> None:
    state = taking(card("hut", build(1)), seat({"S3": 1, "H1": 1}), seat(), boards="row")
    assert texts(state) == {"build S3", "build H1", "pass"}


def test_lg3_a_table_of_four_uses_the_rectangle() -> None:
    state = table(seat({"C3": 1}), seat(), seat(), seat())
    assert state.game.params["boards"] == "rectangle"
