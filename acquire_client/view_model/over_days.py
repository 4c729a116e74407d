"""A table over days: what it is, what goes with it, and the offer of one. The window and the commands say the same words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from acquire_client.language import Words, message
from acquire_client.view_model.table_terms import option_term
from acquire_client.view_model.wording import text_in
from acquire_client.view_model.words import capitalised
from acquire_net import (
    DEFAULT_RELAY_PORT,
    TABLE_OPTIONS,
    AddressError,
    AdmissionError,
    Offer,
    OptionLine,
    checked_options,
    days_options,
    option_value,
    parse_address,
    refuse_rounds_over_days,
    ruleset_of,
)

NO_CLOCK_RUNS = message("over days nobody's clock runs")
NO_RETURN = message("a computer player does not come back by itself")
NOT_TOGETHER = message("'{option}' and 'Over days' do not go together: {why}.")

ABOUT_DAYS = message("The players need not be there at the same time: a mailbox keeps what is for those who are away.")
WAITS = message("The table waits for a player who is away, however long it takes. To go on without one, the others have to be "
                "there together once and vote.")
WAITS_DAYS = message("When a player has owed an answer for {count:day|days}, the others go on without them as soon as their "
                     "programs are there together. They may also vote before.")
DAYS_FACTS = (
    message("All meet once, until the bag is mixed. From then on you may close the window at any time, and nothing is lost: the "
            "title leads back to the table."),
    message("Your program has to look in now and then, also when it is not your turn. The command 'acquire keep' does that for "
            "you on a machine that is on. It never decides for you."),
    message("Clocks, simultaneous play and computer players do not go together with it."),
)
PATIENCE = ("none", "3", "7", "14", "30")
"""After how many days of waiting a table goes on without a player, as the window offers it."""


def facts_of_days(patience: str, words: Words) -> tuple[str, ...]:
    """Return what a player should know of a table over days that is so patient."""
    waits = words.translate(WAITS) if patience == "none" else words.translate(WAITS_DAYS, count=int(patience))
    return (waits, *map(words.translate, DAYS_FACTS))


def mailbox_options(typed: str, patience: str = "none") -> dict[str, str]:
    """Return the options of a table over days with the mailbox at this address. Raise AddressError where it is not one."""
    return days_options(str(parse_address(typed, DEFAULT_RELAY_PORT)), patience)


def days_refusal(offer: Offer, words: Words) -> str:
    """Return what of an offer does not go together with a table over days, and why; empty where everything does."""
    if offer.options.get("clock", TABLE_OPTIONS["clock"].default) != TABLE_OPTIONS["clock"].default:
        return refusal_of(message("For a decision"), NO_CLOCK_RUNS, words)
    try:
        refuse_rounds_over_days(ruleset_of(offer.rules, offer.places), days_options("localhost").items())
    except AdmissionError as refused:
        return f"{capitalised(text_in(words, str(refused)))}."
    return ""


def refusal_of(option: str, why: str, words: Words) -> str:
    """Return that an option of the window does not go together with a table over days.

    >>> from acquire_client.language import ENGLISH
    >>> refusal_of("Clock", NO_CLOCK_RUNS, ENGLISH)
    "'Clock' and 'Over days' do not go together: over days nobody's clock runs."
    """
    return words.translate(NOT_TOGETHER, option=words.translate(option), why=words.translate(why))


def offer_over_days(offer: Offer, typed: str, patience: str = "none") -> Offer:
    """Return the offer as one over days, with the mailbox that was typed. Raise AddressError or AdmissionError where the address
    is not one, or the table cannot have these options."""
    options: Mapping[str, str] = {**offer.options, **mailbox_options(typed, patience)}
    checked_options(options)
    return replace(offer, options=options)


def mailbox_complaint(trouble: AddressError | AdmissionError, words: Words) -> str:
    """Return why what was typed is not a mailbox."""
    return words.translate("This is not the address of a mailbox: {why}.", why=text_in(words, str(trouble)))


def days_explained(options: tuple[OptionLine, ...], words: Words) -> tuple[str, ...]:
    """Return what everybody at a table over days should know before they agree to it."""
    return (option_term("mailbox", options, words) + ".", words.translate(ABOUT_DAYS),
            *facts_of_days(option_value(options, "patience"), words))
