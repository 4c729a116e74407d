"""What the history says of a game that is over: against whom it was, by which rules, how it ended for the person who played."""

from __future__ import annotations

from collections.abc import Sequence

from acquire_client.language import message
from acquire_client.view_model.record_summary import RecordSummary
from acquire_client.view_model.words import TableNames

PLACES = {1: message("won"), 2: message("2nd of {players}"), 3: message("3rd of {players}"), 4: message("4th of {players}"),
          5: message("5th of {players}"), 6: message("6th of {players}")}


def only_person(game: RecordSummary) -> int | None:
    """Return the seat of the person who played at this machine, if it was one alone."""
    if game.own_seat is not None:
        return game.own_seat
    persons = [number for number, seat in enumerate(game.seats) if seat.kind == "person"]
    return persons[0] if len(persons) == 1 else None


def opponents_text(game: RecordSummary, names: TableNames) -> str:
    """Return the others where one person played, else everybody."""
    person = only_person(game)
    return ", ".join(name for seat, name in enumerate(names.seats) if seat != person)


def result_text(game: RecordSummary, names: TableNames) -> str:
    """Return how a finished game ended: for the one person who played, else who won."""
    person = only_person(game)
    if person is not None:
        holder = person % 2 if names.teams else person
        rank = next(rank for rank, seat, _ in game.results if seat == holder)
        return names.translate(PLACES[rank], players=len(game.results))
    winners = names.words.listing(names.holder(seat) for seat in game.winning_seats)
    if len(game.winning_seats) > 1 or names.teams:
        return names.translate("won by {names}", names=winners)
    return names.translate("won by {name}", name=winners)


def standings_text(game: RecordSummary, names: TableNames) -> str:
    """Return the standings in one line.

    >>> from acquire_core import RULESETS
    >>> game = RecordSummary((), RULESETS["classic"], 40, ((1, 1, 900), (2, 0, 700)))
    >>> standings_text(game, TableNames(("Ada", "Bo")))
    '1. Bo $900, 2. Ada $700'
    """
    return ", ".join(f"{rank}. {names.holder(holder)} {names.words.money(dollars)}" for rank, holder, dollars in game.results)


def tried_again(games: Sequence[RecordSummary | None]) -> list[bool]:
    """Return for each game, the newest first, whether an older one had the same bag."""
    found, bags = [], set[int]()
    for game in reversed(games):
        seed = None if game is None or not game.is_over else game.seed
        found.append(seed in bags)
        if seed is not None:
            bags.add(seed)
    return found[::-1]
