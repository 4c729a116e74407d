"""What the lobby of a network table shows: a card for each seat, what all agree on besides the edition, and tables near you."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from acquire_client.language import Words, message
from acquire_client.matches.evening import Evening
from acquire_client.view_model.computer_words import computer_text
from acquire_client.view_model.rule_changes import RULESET_TITLES, differences_to
from acquire_client.view_model.table_terms import OF_DAYS, option_term, option_terms
from acquire_client.view_model.wording import text_in
from acquire_client.view_model.words import printable
from acquire_core import RULESETS
from acquire_net import FoundTable, TableStage, fingerprint_of, fingerprint_text, is_over_days
from acquire_net.events import LobbySnapshot, Member

SHORT_FINGERPRINT = 9
"""The first two groups of a fingerprint and the hyphen between them: enough to tell the people in one room apart."""
CLOCKS = ("none", "30", "60", "120")
NO_CLOCK = message("no clock")
MONTHS = (message("January"), message("February"), message("March"), message("April"), message("May"), message("June"),
          message("July"), message("August"), message("September"), message("October"), message("November"), message("December"))


@dataclass(frozen=True, slots=True)
class SeatCard:
    """`member` is None where the seat is free. `notes` are short facts; `warning` has to be read before a game with them."""

    number: int
    member: Member | None
    name: str
    notes: tuple[str, ...] = ()
    is_ready: bool = False
    warning: str = ""
    known: str = ""
    """Since when a person is known here; empty for the person here and for computer players."""
    partner: str = ""
    """With whom this seat plays, where teams play."""
    is_awaited: bool = False
    """True for a free seat for which a computer player of this program is on its way."""


def seat_cards(lobby: LobbySnapshot, own_wish: bool, words: Words, coming: Sequence[str] = ()) -> tuple[SeatCard, ...]:
    """Return the seats, those who sit there first; then those who are here without a seat. `coming` are computer players that
    are on their way."""
    seated = [each for each in lobby.members if each.is_seated]
    beside = [each for each in lobby.members if not each.is_seated]
    cards = [_card_of(number, each, own_wish, lobby, words) for number, each in enumerate(seated)]
    free = [SeatCard(number, None, words.translate("Free seat")) for number in range(len(seated), lobby.places)]
    free[:len(coming)] = [SeatCard(card.number, None, words.translate("{name} is coming …", name=name), is_awaited=True)
                          for card, name in zip(free, coming, strict=False)]
    return (*cards, *free, *(_card_of(number, each, own_wish, lobby, words)
                             for number, each in enumerate(beside, max(lobby.places, len(seated)))))


def _card_of(number: int, member: Member, own_wish: bool, lobby: LobbySnapshot, words: Words) -> SeatCard:
    translate = words.translate
    notes = []
    if member.is_me:
        notes.append(translate("you"))
    elif not member.is_here:
        notes.append(translate("no link"))
    if member.identity == lobby.founder:
        notes.append(translate("host"))
    if member.computer:
        notes.append(computer_text(member.plays, printable(member.beside), words))
    if member.is_excluded:
        notes.append(translate("excluded"))
    elif not member.is_seated:
        notes.append(translate("not let in") if member.is_kept_out else translate("watching"))
    is_ready = member.is_seated and (member.is_ready or (member.is_me and own_wish))
    known = "" if member.is_me or member.computer else acquaintance_text(member, words)
    if not member.plays:
        notes.append(fingerprint_of_member(member))  # all that is known of a person, or of a program that says no more
    return SeatCard(number, member, printable(member.name), tuple(notes), is_ready,
                    "" if member.has_other_key else text_in(words, member.warning), known,
                    partner_text(number, member, lobby, words))


def partner_text(number: int, member: Member, lobby: LobbySnapshot, words: Words) -> str:
    """Return with whom the player of a seat plays; empty where each plays alone."""
    if lobby.ruleset is None or not lobby.ruleset.teams or not member.is_seated:
        return ""
    seated = [each for each in lobby.members if each.is_seated]
    partners = [printable(each.name) for seat, each in enumerate(seated) if seat % 2 == number % 2 and seat != number]
    return words.translate("plays with {names:and}", names=partners) if partners else ""


def seat_computer_text(evening: Evening, seat: int, words: Words) -> str:
    """Return what the computer player of a seat plays, as the lobby before this game said it."""
    identities = () if evening.begun is None else evening.begun.identities
    members = () if evening.lobby is None else evening.lobby.members
    found = next((each for each in members if identities[seat:seat + 1] == (each.identity,)), None)
    return computer_text("" if found is None else found.plays, "", words)


def acquaintance_text(member: Member, words: Words) -> str:
    """Return since when this player is known here, by their key."""
    if member.is_blocked:
        return words.translate("blocked")
    if member.has_other_key:
        return words.translate("another key than last time")
    if not member.known_since:
        return words.translate("new")
    met = time.localtime(member.known_since)
    return words.translate("known since {month} {year}", month=words.translate(MONTHS[met.tm_mon - 1]), year=met.tm_year)


def fingerprint_of_member(member: Member) -> str:
    return short_fingerprint(fingerprint_of(member.identity))


def short_fingerprint(fingerprint: bytes) -> str:
    """Return a fingerprint as people in one room need it."""
    return fingerprint_text(fingerprint)[:SHORT_FINGERPRINT]


def table_chips(lobby: LobbySnapshot, words: Words) -> tuple[str, ...]:
    """Return in what the table differs from the classic game, and what all would sign besides. At a table over days the first one
    is how long it waits; its mailbox has a line of its own."""
    rules = differences_to(lobby.ruleset, RULESETS["classic"], words) if lobby.ruleset is not None else ()
    if is_over_days(lobby.options):
        return (option_term("patience", lobby.options, words), *rules, *option_terms(lobby.options, words, without=OF_DAYS))
    return (*rules, *option_terms(lobby.options, words))


def evening_score_text(evening: Evening, words: Words, with_money: bool = False) -> str:
    """Return who has won how many games of this evening, perhaps with the money of all games; empty before the first is over."""
    if not evening.score.games:
        return ""
    score = " · ".join(f"{words.translate('You') if evening.is_me(each.identity) else printable(each.name)} {each.wins}"
                       + (f" ({words.money(each.dollars)})" if with_money else "")
                       for each in evening.score.players())
    return words.translate("Evening: {score}", score=score)


def waiting_line(lobby: LobbySnapshot, own_wish: bool, words: Words) -> str:
    """Return what the lobby waits for, the person here first."""
    translate = words.translate
    seated = [each for each in lobby.members if each.is_seated]
    me = lobby.me
    free = lobby.places - len(seated)
    if (me is None or not me.is_seated) and free > 0:
        return translate("You have no seat yet. The host can let you in.")
    if me is None or not me.is_seated:
        return translate("All seats are taken. You can wait for the next game.")
    if free > 0:
        return translate("{count:seat is|seats are} free. Others on this network find this table by themselves.", count=free)
    if not (me.is_ready or own_wish):
        return translate("All seats are taken. The game begins when everybody is ready.")
    waited = [printable(each.name) for each in seated if not each.is_ready and not each.is_me]
    return translate("Waiting for {names:and}.", names=waited) if waited else translate("Everybody is ready.")


def near_table_text(table: FoundTable, words: Words) -> tuple[str, str]:
    """Return whose table it is, and how it stands there."""
    translate = words.translate
    rules = translate(RULESET_TITLES.get(table.rules, printable(table.rules)))
    if table.stage == TableStage.GATHERING:
        stands = translate("{taken} of {places} seats taken", taken=table.taken, places=table.places)
    elif table.stage == TableStage.SHOWN:
        stands = translate("a game of {count} is being played", count=table.places)
    else:
        stands = translate("a game of {count} is being played, and nobody may watch", count=table.places)
    return translate("{name}'s table", name=printable(table.name)), f"{stands} · {rules} · {table.table_code}"


def near_first(tables: Sequence[FoundTable]) -> list[FoundTable]:
    """Return the tables with a free seat first, then those whose game runs; each kind by its name."""
    return sorted(tables, key=lambda table: (table.stage != TableStage.GATHERING or table.taken >= table.places,
                                             table.name.casefold(), table.table_id))
