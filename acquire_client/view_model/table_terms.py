"""What all sign besides the rules: each option of a network table as a term that a person reads."""

from __future__ import annotations

from collections.abc import Sequence

from acquire_client.language import Words, message
from acquire_client.view_model.words import printable
from acquire_net import TABLE_OPTIONS, OptionLine, is_over_days, option_value

TERMS: dict[tuple[str, str], str] = {
    ("dropping", "vote"): message("Only votes of players end a wait"),
    ("dropping", "auto"): message("Programs end a long wait too"),
    ("hands", "closed"): message("Hands stay hidden after the game"),
    ("hands", "opened"): message("Hands are shown after the game"),
    ("spectators", "no"): message("Nobody may watch"),
    ("spectators", "yes"): message("Anybody may watch"),
    ("log", "last_round"): message("The log shows only what happened since your last turn"),
    ("log", "whole"): message("The log shows the whole game"),
    ("quorum", "majority"): message("Quorum by majority"),
    ("quorum", "safe"): message("Quorum: safe"),
}
SHOWN = ("clock", "grace", "dropping", "hands", "log", "spectators", "quorum", "mailbox", "patience", "conventions")
"""In this order; the bank stands with the clock."""
assert {*SHOWN, "bank"} == set(TABLE_OPTIONS)
OF_DAYS = ("mailbox", "dropping", "patience")
"""What comes first at a table over days."""
NAMED_IF_SET = ("quorum", "mailbox", "patience", "conventions")
"""With their defaults there is nothing to say about these."""


def option_term(name: str, options: tuple[OptionLine, ...], words: Words) -> str:
    """Return what an option of a table means, with its value.

    >>> from acquire_client.language import ENGLISH
    >>> option_term("clock", (("bank", "3"), ("clock", "60")), ENGLISH), option_term("hands", (), ENGLISH)
    ('Clock: 60 s for a decision, then 3 min for the whole game', 'Hands are shown after the game')
    """
    translate, value = words.translate, option_value(options, name)
    if name == "clock" and value == "none":
        return translate("No clock")
    if name == "clock":
        bank = option_value(options, "bank")
        banked = translate(", then {bank} min for the whole game", bank=bank) if bank != "none" else ""
        return translate("Clock: {clock} s for a decision{banked}", clock=value, banked=banked)
    if name == "grace":
        return translate("Grace for a lost player: {seconds} s", seconds=value)
    if name == "mailbox":
        return translate("Over days, with the mailbox {text}", text=printable(value)) if value else translate("No mailbox")
    if name == "patience":
        return patience_term(value, words)
    if name == "conventions":
        return translate("Agreed signals: {text}", text=printable(value)) if value else translate("No agreed signals")
    return translate(TERMS[name, value])


def patience_term(value: str, words: Words) -> str:
    """Return how long a table over days waits for a player.

    >>> from acquire_client.language import ENGLISH
    >>> patience_term("7", ENGLISH), patience_term("none", ENGLISH)
    ('It waits 7 days for a player, then goes on without them', 'It waits for everyone, however long; only votes end a wait')
    """
    if value == "none":
        return words.translate("It waits for everyone, however long; only votes end a wait")
    return words.translate("It waits {count:day|days} for a player, then goes on without them", count=int(value))


def option_terms(options: tuple[OptionLine, ...], words: Words, without: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the terms of all options that do not have their defaults, `without` some."""
    return tuple(option_term(name, options, words) for name in options_shown(options)
                 if name not in without and option_value(options, name) != TABLE_OPTIONS[name].default)


def options_shown(options: tuple[OptionLine, ...]) -> tuple[str, ...]:
    """Return the options that say something about a table, in the order in which people ask. At a table over days the
    mailbox comes first, and how long a lost player has means nothing there.

    >>> options_shown(())[:3], options_shown((("mailbox", "mail.example:7000"),))[:3]
    (('clock', 'grace', 'dropping'), ('mailbox', 'dropping', 'patience'))
    """
    if is_over_days(options):
        return (*OF_DAYS, *(name for name in SHOWN if name not in (*OF_DAYS, "grace")))
    return tuple(name for name in SHOWN if name not in NAMED_IF_SET or option_value(options, name) != TABLE_OPTIONS[name].default)


def changed_terms(before: tuple[OptionLine, ...], after: tuple[OptionLine, ...], words: Words) -> tuple[str, ...]:
    """Return the terms of all options that have other values now."""
    def values(name: str, options: tuple[OptionLine, ...]) -> tuple[str, str]:
        return option_value(options, name), option_value(options, "bank") if name == "clock" else ""

    return tuple(option_term(name, after, words) for name in SHOWN if values(name, before) != values(name, after))
