"""GU-7: who a boat is for is hidden until the resolution; whose it is and where it lies is open."""

from __future__ import annotations

import meeple

from .build import shown


def sailing_match(seed: int) -> meeple.Match:
    """A match in which somebody may sail to an island."""
    played = meeple.Match(meeple.load("guardians", players=3), seed=seed)
    rng = meeple.Rng(seed)
    while played.state.phase != "sail" or len(played.state.legal_actions()) < 3:
        played.play(played.state.random_action(rng))
    return played


def test_gu7_whose_boat_lies_where_is_open_and_its_guardian_is_not() -> None:
    played = sailing_match(1)
    seat = played.state.current_player
    text = next(text for text in played.state.legal_action_strs() if text.startswith("sail"))
    _, guardian, island = text.split()
    ply = played.ply
    played.play(text)
    boat = {"seat": seat, "guardian": int(guardian), "island": int(island)}
    assert shown(played.state)["boats"][-1] == boat
    for viewer in (None, 0, 1, 2):
        own = viewer == seat
        (event,) = [event for event in played.log(viewer) if event.ply == ply]
        assert event.text == (text if own else f"sail ? {island}")
        view = played.state.view(viewer).to_dict()["view"]
        assert view["boats"][-1] == (boat if own else {**boat, "guardian": None})


def test_gu7_guardians_of_boats_are_open_from_the_resolution_on() -> None:
    played = sailing_match(2)
    rng = meeple.Rng(2)
    while played.state.phase in ("next", "sail"):
        played.play(played.state.random_action(rng))
    boats = {f"{step.seat} {step.text}" for step in played.history if step.text.startswith("sail")}
    assert boats
    for viewer in (None, 0, 1, 2):
        told = {text for event in played.log(viewer) for text in event.revealed if " sail " in text}
        assert told == {text for text in boats if not text.startswith(f"{viewer} ")}


def test_gu7_boats_for_other_guardians_look_the_same() -> None:
    for seed in range(40):
        played = sailing_match(seed)
        seat = played.state.current_player
        sails = [text for text in played.state.legal_action_strs() if text.startswith("sail")]
        by_island: dict[str, list[str]] = {}
        for text in sails:
            by_island.setdefault(text.split()[2], []).append(text)
        pair = next((texts for texts in by_island.values() if len(texts) > 1), None)
        if pair is None:
            continue
        one, two = (played.state.apply(played.state.parse_action(text)) for text in pair[:2])
        assert one != two
        for viewer in (None, 0, 1, 2):
            assert (one.view(viewer) == two.view(viewer)) == (viewer != seat)
        return
    raise AssertionError("nobody could sail for two guardians")
