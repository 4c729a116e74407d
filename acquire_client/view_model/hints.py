"""What a strong computer player found, for people: its best options, a reason for each, and the figures of its search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from acquire_client.language import message
from acquire_client.view_model.answers import meaning_of
from acquire_client.view_model.moves import what_follows
from acquire_client.view_model.prompts import Prompt
from acquire_client.view_model.without_power import without_power
from acquire_client.view_model.words import TableNames
from acquire_core import Observation
from acquire_core.actions import POWER_TITLES, Action, Place
from acquire_core.ai import TEMPLATES, Considered, Decision, Explanation, explain, sentence

MAX_HINTS = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """One option. `action` is its next answer, which can be given at once.

    `tried` and `win` are shares from 0 to 1; where nothing was searched `games` is 0 and `why` says so.

    `why` says what the option does to the position, `then` what followed it in most imagined games, `outlook` what is owned
    where they stop.
    """

    option: Considered | None
    action: Action
    text: str
    games: int
    tried: float
    win: float
    why: str
    then: str = ""
    outlook: str = ""
    reason: Explanation | None = None


def hints_from(decision: Decision, seen: Observation, prompt: Prompt, names: TableNames) -> tuple[Hint, ...]:
    """Return the best options of the search, at most three, the largest chance first; `seen` is what it decided on.

    The search also weighs money and what the position looked worth before, so its own order may differ from that of the chances
    that are shown. The search's order counts where chances read the same.
    """
    if isinstance(decision.action, Place):
        seen = without_power(seen) or seen
    total = sum(option.visits for option in decision.considered)
    only = len(seen.legal_codes()) == 1
    if only or total == 0:
        why = message("There is nothing to weigh: it is the only answer.") if only else message("It was found without a search.")
        return (Hint(None, decision.action, meaning_of(prompt, decision.action, names.words), 0, 0.0, 0.0, names.translate(why)),)
    hints = []
    tried = [option for option in decision.considered[:MAX_HINTS] if option.visits]
    tried.sort(key=lambda option: -round(100 * option.win_chances[prompt.seat]))
    best = replace(decision, considered=tuple(tried))
    for option, reason in zip(best.considered, explain(seen, best), strict=True):
        hints.append(Hint(option, option.action, meaning_of(prompt, option.action, names.words), option.visits,
                          option.visits / total,
                          option.win_chances[prompt.seat], reason_sentence(reason, names),
                          what_follows(option.line, prompt.seat, names), _outlook_line(option, prompt.seat, names), reason))
    return tuple(hints)


def reason_sentence(reason: Explanation, names: TableNames, your: str = "your") -> str:
    """Return a reason as a sentence.

    >>> reason_sentence(Explanation("draws_level", chain="tower", seats=(1,)), TableNames(("Ada", "Bo")))
    'Draws level with Bo in Tower.'
    """
    text = sentence(reason, names.seat, your=your, templates={reason.kind: names.words.pattern(TEMPLATES[reason.kind])},
                    powers={power: names.translate(title) for power, title in POWER_TITLES.items()}, money=names.words.money)
    return f"{text[0].upper()}{text[1:]}."


_OUTLOOKS = {
    "level": message("A few turns later, in {games:imagined game|imagined games}, {who} owns {own:$} on average, as much as "
                     "{rival}, the best of the others."),
    "ahead": message("A few turns later, in {games:imagined game|imagined games}, {who} owns {own:$} on average, {lead:$} more "
                     "than {rival}, the best of the others."),
    "behind": message("A few turns later, in {games:imagined game|imagined games}, {who} owns {own:$} on average, {lead:$} less "
                      "than {rival}, the best of the others."),
}
_TEAM_OUTLOOKS = {
    "level": message("A few turns later, in {games:imagined game|imagined games}, {who} own {own:$} on average, as much as "
                     "{rival}, the best of the others."),
    "ahead": message("A few turns later, in {games:imagined game|imagined games}, {who} own {own:$} on average, {lead:$} more "
                     "than {rival}, the best of the others."),
    "behind": message("A few turns later, in {games:imagined game|imagined games}, {who} own {own:$} on average, {lead:$} less "
                      "than {rival}, the best of the others."),
}


def _outlook_line(option: Considered, seat: int, names: TableNames) -> str:
    """Return what is owned, shares and bonuses counted, where the imagined games stop, against the best of the others."""
    own, rival, best = _rival_money(option.money, seat, names)
    who = names.holder(seat % 2) if names.teams else names.seat(seat)
    lead = round((own - best) / 100) * 100
    outlooks = _TEAM_OUTLOOKS if names.teams else _OUTLOOKS
    return names.translate(outlooks["ahead" if lead > 0 else "behind" if lead else "level"], games=option.visits, who=who,
                           own=round(own / 100) * 100, lead=abs(lead), rival=rival)


def _rival_money(money: Sequence[float], seat: int, names: TableNames) -> tuple[float, str, float]:
    """Return the own side's money, and the name and money of the best other side."""
    if names.teams:
        sides = (money[0] + money[2], money[1] + money[3])
        return sides[seat % 2], names.holder(1 - seat % 2), sides[1 - seat % 2]
    rival = max((other for other in range(len(money)) if other != seat), key=lambda other: money[other])
    return money[seat], names.seat(rival), money[rival]
