"""What a table agrees on besides the rules: every option by name, with the values that it may have (protocol.md, section 2).

An option that is not in this table is refused: no player signs what their program does not understand.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from acquire_net.errors import Wording, pattern
from acquire_net.lobby.table_spec import AdmissionError, OptionLine
from acquire_net.players.names import PlayerNameError, checked_line

MAX_CONVENTIONS_BYTES = 400
"""Of the text on what partners of a team may signal to each other by their play: a few sentences, for everybody to read."""

MAX_PLACE_LETTERS = 80
"""Of the address of a mailbox, with its port."""

_ADDRESS = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]+)\]|(?P<host>[0-9A-Za-z._-]+))(?::(?P<port>[1-9][0-9]{0,4}))?"
                      r"|(?P<bare>[0-9A-Fa-f:.]+)")
_MACHINE_NAME = re.compile(r"[0-9A-Za-z_][0-9A-Za-z_-]{0,62}(\.[0-9A-Za-z_-]{1,63})*\.?")

BANK_MINUTES = "3"
"""The bank that is proposed for a table with a clock whose founder does not set one."""


def is_machine_address(text: str) -> bool:
    """Return True for the name or address of a machine, perhaps with a port, to which every program of a table can go. No name is
    looked up.

    >>> [is_machine_address(text) for text in ("mail.example.org:47109", "[2001:db8::7]:47109", "2001:db8::7", "den")]
    [True, True, True, True]
    >>> [is_machine_address(text) for text in ("...", "1.2.3", "a:b", "den:99999", "[::1", "fe80::1%eth0")]
    [False, False, False, False, False, False]
    """
    found = _ADDRESS.fullmatch(text) if len(text) <= MAX_PLACE_LETTERS else None
    if found is None or int(found["port"] or 1) >= 1 << 16:
        return False
    host = found["host"]
    try:
        if host is None:
            return bool(ipaddress.IPv6Address(found["v6"] or found["bare"]))
        if set(host) <= set("0123456789."):
            return str(ipaddress.IPv4Address(host)) == host
        return _MACHINE_NAME.fullmatch(host) is not None
    except ValueError:
        return False


class TableOption(Struct, frozen=True):
    """An option of a table: its default, and which values it may have."""
    default: str
    words: tuple[str, ...] = ()
    """The values that are words."""
    numbers: range | None = None
    """The values that are numbers, if any."""
    unit: str = "seconds"
    is_text: bool = False
    is_address: bool = False
    """True for the name or address of a machine, perhaps with a port; or nothing."""
    is_later: bool = False
    """True for an option that came later: a table names it only where it does not have its default. So all other tables are the
    same for programs that do not know it."""

    def check(self, name: str, value: str) -> None:
        """Raise AdmissionError with a sentence if this is not a value of the option."""
        if self.is_text:
            try:
                if value:
                    checked_line(value, MAX_CONVENTIONS_BYTES)
            except PlayerNameError as bad:
                raise AdmissionError(Wording("the {name} of the table cannot be shown: {bad}", name=name, bad=bad)) from None
        elif self.is_address:
            if value and not is_machine_address(value):
                raise AdmissionError(Wording("the {name} of the table is not an address: {value}",
                                             name=name, value=repr(value[:40])))
        elif value not in self.words and not self._is_number(value):
            raise AdmissionError(Wording("{value} is not a value of the option {name}; it may be {allowed}",
                                         value=repr(value[:20]), name=name, allowed=self.values_text))

    def _is_number(self, value: str) -> bool:
        return self.numbers is not None and re.fullmatch("[1-9][0-9]{0,6}", value) is not None and int(value) in self.numbers

    @property
    def values_text(self) -> str:
        """Return the possible values in words, for people."""
        if self.is_address:
            return "the address of a machine, perhaps with a port, or nothing"
        words = list(self.words)
        if self.numbers is not None:
            words.append(f"{self.numbers[0]} to {self.numbers[-1]} {self.unit}")
        return " or ".join(words) if words else f"a line of at most {MAX_CONVENTIONS_BYTES} bytes, or nothing"


TABLE_OPTIONS: Mapping[str, TableOption] = {
    "bank": TableOption("none", ("none",), numbers=range(1, 241), unit="minutes"),
    "clock": TableOption("none", ("none",), numbers=range(10, 3601)),
    "conventions": TableOption("", is_text=True),
    "dropping": TableOption("auto", ("auto", "vote")),
    "grace": TableOption("300", numbers=range(10, 86401)),
    "hands": TableOption("opened", ("opened", "closed")),
    "log": TableOption("whole", ("whole", "last_round"), is_later=True),
    "mailbox": TableOption("", is_address=True, is_later=True),
    "patience": TableOption("none", ("none",), numbers=range(1, 366), unit="days", is_later=True),
    "quorum": TableOption("safe", ("safe", "majority")),
    "spectators": TableOption("yes", ("yes", "no")),
}
"""In the order of their names, which is that of a table."""


_TITLES = {pattern("bank"), pattern("clock"), pattern("conventions"), pattern("dropping"), pattern("grace"), pattern("hands"),
           pattern("log"), pattern("mailbox"), pattern("patience"), pattern("quorum"), pattern("spectators")}
_WORDS = {pattern("none"), pattern("auto"), pattern("vote"), pattern("opened"), pattern("closed"), pattern("safe"),
          pattern("whole"), pattern("last_round"),
          pattern("majority"), pattern("yes"), pattern("no")}
_UNITS = {"seconds": (pattern("{count} second"), pattern("{count} seconds")),
          "minutes": (pattern("{count} minute"), pattern("{count} minutes")),
          "days": (pattern("{count} day"), pattern("{count} days"))}
NOT_SET = "not set"


def clock_options(clock: str) -> dict[str, str]:
    """Return the options of a table with this clock: with one, each seat also has a bank.

    >>> clock_options("60"), clock_options("none")
    ({'clock': '60', 'bank': '3'}, {'clock': 'none', 'bank': 'none'})
    """
    return {"clock": clock, "bank": "none" if clock == "none" else BANK_MINUTES}


DAYS_GRACE = "86400"


def is_over_days(lines: Iterable[OptionLine]) -> bool:
    """Return True if a table with these options has a mailbox: its players need not be there together."""
    return bool(option_value(lines, "mailbox"))


def days_options(mailbox: str, patience: str = "none") -> dict[str, str]:
    """Return the options of a table that is played over days, with the mailbox that keeps what is for those who are not there,
    and the days after which the programs of the others go on without a player by themselves.

    >>> days_options("mail.example.org")["dropping"], days_options("mail.example.org", "7")["patience"]
    ('vote', '7')
    """
    return {"mailbox": mailbox, "patience": patience, "dropping": "vote", "grace": DAYS_GRACE, "clock": "none", "bank": "none"}


def option_value(options: Iterable[OptionLine], name: str) -> str:
    """Return the value of an option at a table: its default if the table does not name it.

    >>> option_value((("clock", "60"),), "clock"), option_value((), "clock")
    ('60', 'none')
    """
    return dict(options).get(name, TABLE_OPTIONS[name].default)


def value_in_words(name: str, value: str) -> str:
    """Return the value of an option for people, with the unit of a number.

    >>> value_in_words("clock", "60"), value_in_words("bank", "1"), value_in_words("conventions", "")
    ('60 seconds', '1 minute', 'empty')
    """
    option = TABLE_OPTIONS.get(name)
    if option is None or option.numbers is None or not value.isdigit():
        return Wording(value) if value in _WORDS else value or Wording("empty")
    return Wording(_UNITS[option.unit][value != "1"], count=value)


def title_of(name: str) -> str:
    """Return the name of an option for people."""
    return Wording(name) if name in _TITLES else name


def checked_options(options: Mapping[str, str]) -> tuple[OptionLine, ...]:
    """Return all options: these with their values, the others with their defaults; one that came later only where it has
    another value. Raises AdmissionError.

    >>> dict(checked_options({"clock": "60"}))["hands"]
    'opened'
    """
    values = {**{name: option.default for name, option in TABLE_OPTIONS.items()}, **options}
    lines = tuple(sorted((name, value) for name, value in values.items() if not _goes_unsaid(name, value)))
    check_options(lines)
    return lines


def check_options(lines: tuple[OptionLine, ...]) -> None:
    """Raise AdmissionError if a table cannot have these options."""
    if list(lines) != sorted(dict(lines).items()):
        raise AdmissionError(Wording("the options of a table stand in the order of their names, each once"))
    for name, value in lines:
        if name not in TABLE_OPTIONS:
            raise AdmissionError(Wording("there is no option {name}; there are {names}",
                                         name=repr(name), names=', '.join(TABLE_OPTIONS)))
        TABLE_OPTIONS[name].check(name, value)
        if _goes_unsaid(name, value):
            raise AdmissionError(Wording("a table names the option {name} only where it is not {value}", name=name, value=value))
    _check_days(lines)


def _check_days(lines: tuple[OptionLine, ...]) -> None:
    """Raise AdmissionError if a table with a mailbox would lose players who are only not there at the moment, or one without
    counts days."""
    if not is_over_days(lines):
        if option_value(lines, "patience") != "none":
            raise AdmissionError(Wording("patience counts days, at a table over days: set mailbox, or patience to none"))
        return
    if option_value(lines, "clock") != "none":
        raise AdmissionError(Wording("a table with a mailbox is played over days, and has no clock: set clock to none"))
    if option_value(lines, "dropping") != "vote":
        raise AdmissionError(Wording("a table with a mailbox waits for those who are not there: set dropping to vote"))


def _goes_unsaid(name: str, value: str) -> bool:
    option = TABLE_OPTIONS.get(name)
    return option is not None and option.is_later and value == option.default
