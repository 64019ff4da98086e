"""A table with hidden choices: simultaneous bids in any order, a log a seat, undo, a record that replays.

Run it: ``python examples/host_a_table.py``.
"""

from __future__ import annotations

import meeple


def main() -> meeple.Match:
    """A few steps of Legends with three players, told as the players see them."""
    table = meeple.Match(meeple.load("legends", players=3), seed=2024, meta={"table": 7})
    # Bids are made at once: whoever is ready first hands in first.
    table.submit(2, "bid 2")
    table.submit(0, "bid 1")
    print("still to bid:", table.deciders)
    table.submit(1, "bid 4")
    for event in table.log(0):
        who = "chance" if event.seat is None else f"seat {event.seat}"
        print(f"{event.ply:3} {who}: {event.text}", *event.revealed)
    first = table.state.current_player
    table.play("take 1")
    table.undo()
    table.play("take 2")
    print(f"seat {first} took", table.state.to_dict()["position"]["players"][first]["cards"])
    again = meeple.Match.from_record(table.to_record())
    assert again.state == table.state
    return table


if __name__ == "__main__":
    main()
