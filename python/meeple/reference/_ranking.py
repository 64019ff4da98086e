"""Who is ahead of whom: what the rankings of Kingdom, Guardians and Empire have in common."""

from collections.abc import Mapping
from typing import Any

Document = Mapping[str, Any]
Entry = dict[str, Any]


def ranked(standings: list[list[int]], tie_breaks: list[str]) -> dict[str, Any]:
    """Winners, ranks and tie-break of seats with these standings: points, then one number a tie-break.

    More is better in each. `winners`: seats, ascending. `ranks`: one a seat, 1 is best, equals share a rank
    and the next ones are skipped (1, 2, 2, 4). `tie_break`: the first criterion behind the points after which
    just the winners are left among those with the most points; None if none had to or could decide.
    """
    ranks = [1 + sum(other > mine for other in standings) for mine in standings]
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    return {"winners": winners, "ranks": ranks, "tie_break": tie_break(standings, tie_breaks)}


def tie_break(standings: list[list[int]], tie_breaks: list[str]) -> str | None:
    """The criterion after which just the winners are left among those with the most points."""
    winners = [one for one in standings if one == max(standings)]
    tied = [one for one in standings if one[0] == max(standings)[0]]
    if tied == winners:
        return None
    for place, criterion in enumerate(tie_breaks, start=1):
        tied = [one for one in tied if one[place] == max(standings)[place]]
        if tied == winners:
            return criterion
    return None
