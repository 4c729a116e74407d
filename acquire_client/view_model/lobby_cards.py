"""What the lobby of a network table shows: a card for each seat, what all agree on besides the edition, and tables near you."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_client.language import Words, message
from acquire_client.view_model.rule_changes import RULESET_TITLES, changed_rules
from acquire_client.view_model.words import printable
from acquire_net import FoundTable, TableStage, fingerprint_text, option_value
from acquire_net.events import LobbySnapshot, Member

SHORT_FINGERPRINT = 9
"""The first two groups of a fingerprint and the hyphen between them: enough to tell the people in one room apart."""
CLOCKS = ("none", "30", "60", "120")
NO_CLOCK = message("no clock")


@dataclass(frozen=True, slots=True)
class SeatCard:
    """`member` is None where the seat is free. `notes` are short facts; `warning` has to be read before a game with them."""

    number: int
    member: Member | None
    name: str
    notes: tuple[str, ...] = ()
    is_ready: bool = False
    warning: str = ""


def seat_cards(lobby: LobbySnapshot, own_wish: bool, words: Words) -> tuple[SeatCard, ...]:
    """Return the seats, those who sit there first; then those who are here without a seat."""
    seated = [each for each in lobby.members if each.is_seated]
    beside = [each for each in lobby.members if not each.is_seated]
    cards = [_card_of(number, each, own_wish, lobby, words) for number, each in enumerate(seated)]
    free = [SeatCard(number, None, words.translate("Free seat")) for number in range(len(seated), lobby.places)]
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
        at = translate("computer player, with {name}", name=printable(member.beside)) if member.beside else ""
        notes.append(at or translate("computer player"))
    if member.is_excluded:
        notes.append(translate("excluded"))
    elif not member.is_seated:
        notes.append(translate("watching"))
    is_ready = member.is_seated and (member.is_ready or (member.is_me and own_wish))
    return SeatCard(number, member, printable(member.name), (*notes, fingerprint_of_member(member)), is_ready,
                    printable(member.warning))


def fingerprint_of_member(member: Member) -> str:
    return fingerprint_text(member.identity)[:SHORT_FINGERPRINT]


def table_terms(lobby: LobbySnapshot, words: Words) -> tuple[str, ...]:
    """Return in which rules the table differs from its edition, and what all would sign besides."""
    translate = words.translate
    terms = list(changed_rules(lobby.ruleset, words)) if lobby.ruleset is not None else []
    clock, bank = option_value(lobby.options, "clock"), option_value(lobby.options, "bank")
    if clock != "none":
        banked = translate(", then {bank} min for the whole game", bank=bank) if bank != "none" else ""
        terms.append(translate("Clock: {clock} s for a decision{banked}", clock=clock, banked=banked))
    if option_value(lobby.options, "dropping") == "vote":
        terms.append(translate("Only votes of players end a wait"))
    if option_value(lobby.options, "hands") == "closed":
        terms.append(translate("Hands stay hidden after the game"))
    if option_value(lobby.options, "spectators") == "no":
        terms.append(translate("Nobody may watch"))
    if option_value(lobby.options, "quorum") == "majority":
        terms.append(translate("Quorum by majority"))
    if conventions := option_value(lobby.options, "conventions"):
        terms.append(translate("Agreed signals: {text}", text=printable(conventions)))
    return tuple(terms)


def waiting_line(lobby: LobbySnapshot, own_wish: bool, words: Words) -> str:
    """Return what the lobby waits for, the person here first."""
    translate = words.translate
    seated = [each for each in lobby.members if each.is_seated]
    me = lobby.me
    if me is None or not me.is_seated:
        return translate("All seats are taken. You can wait for the next game.")
    free = lobby.places - len(seated)
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
