"""The set-up of a table over the network as a story: who has the bag, whose shuffle was checked, and the opening tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_client.language import Words
from acquire_client.matches.evening import Evening
from acquire_client.matches.steps import MatchStep
from acquire_client.view_model.log import WHY_FIRST
from acquire_client.view_model.words import TableNames
from acquire_core import Ruleset
from acquire_core.events import StarterFound, StartTilePlaced
from acquire_net.events import DealProgress, DealStage


@dataclass(frozen=True, slots=True)
class SetupStory:
    """`mixed` are the seats whose shuffle was checked here; `holder` has the bag, and is None once all have proven theirs."""

    seats: tuple[int, ...]
    mixed: tuple[int, ...]
    holder: int | None
    checking: str
    """What exactly is made or checked now."""


def setup_story(evening: Evening, words: Words) -> SetupStory:
    """Return how far the set-up is, by what the peer has reported."""
    match, deal = evening.match, evening.deal
    if match is None:
        return SetupStory((), (), None, "")
    seats = tuple(seat for seat in range(len(match.players)) if seat not in evening.lost)
    waited = next((seat for seat in deal.seats if seat not in deal.arrived), None)
    holder = None
    if deal.stage is DealStage.MIXING:
        holder = deal.seats[-1] if waited is None else waited
    elif deal.stage in (DealStage.KEYS, DealStage.DONE) and not evening.mixed:
        holder = seats[0]
    return SetupStory(seats, evening.mixed, holder, _checking(deal, match.names.in_language(words), waited))


def _checking(deal: DealProgress, names: TableNames, waited: int | None) -> str:
    translate = names.words.translate
    done, of = len(deal.checked), len(deal.seats)
    match deal.stage:
        case DealStage.KEYS:
            return translate("Each program makes a key for this bag and proves that it knows it: {done} of {of} here.",
                             done=len(deal.arrived), of=of)
        case DealStage.MIXING if waited is not None:
            return translate("{name}'s program mixes {tiles} tiles and puts a new mask on each of them.",
                             name=names.seat(waited), tiles=deal.tiles)
        case DealStage.MIXING:
            return translate("All have mixed. Every program signs that it has the same bag.")
        case DealStage.PROVING:
            return translate("Each player proves that all {tiles} tiles are still in the bag, without saying where: {done} of "
                             "{of} checked here.", tiles=deal.tiles, done=done, of=of)
        case DealStage.MATCHING:
            return translate("The tiles in the hands leave the new bag, and nobody sees them.")
        case DealStage.DRAWING:
            return translate("Every program opens its share of the first tiles, with a proof: {done} of {of} checked here.",
                             done=done, of=of)
    return ""


@dataclass(frozen=True, slots=True)
class GameOpening:
    """The opening tiles by seat, and who goes first because of them."""

    tiles: tuple[tuple[int, str], ...]
    first: int

    def sentence(self, names: TableNames) -> str:
        return names.translate("{name} goes first.", name=names.seat(self.first))

    def reason(self, names: TableNames, rules: Ruleset) -> str:
        return names.translate(WHY_FIRST[rules.start_rule])


def opening_of(steps: Sequence[MatchStep]) -> GameOpening | None:
    """Return the opening of a match; None until it is known who goes first."""
    events = [event for step in steps for event in step.events]
    first = next((event.seat for event in events if isinstance(event, StarterFound)), None)
    if first is None:
        return None
    return GameOpening(tuple((event.seat, event.tile) for event in events if isinstance(event, StartTilePlaced)), first)
