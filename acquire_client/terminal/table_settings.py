"""What a founder types to change one rule or one option of a network table: `set holdings hidden`, `set grace 600`."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from acquire_client.view_model.words import capitalised, printable, shortened
from acquire_core.ruleset import ALL_OPTIONS, RulesetError
from acquire_net import TABLE_OPTIONS, AdmissionError, checked_options, clock_options, rules_lines
from acquire_net.events import LobbySnapshot


class SettingError(ValueError):
    """This cannot be set; the text says why and what can."""


@dataclass(frozen=True, slots=True)
class ProposedSetting:
    """What is proposed: other rules, or other options besides the rules."""

    rules: tuple[str, ...] | None = None
    options: dict[str, str] | None = None


def proposed_setting(typed: str, lobby: LobbySnapshot) -> ProposedSetting:
    """Return what a typed line proposes, the name first and then the value. Raises SettingError."""
    name, _, value = typed.partition(" ")
    name, value = name.lower(), value.strip()
    if not name or (not value and name != "conventions"):
        raise SettingError("'set' needs a name and a value, such as 'set holdings hidden'. 'set' alone lists the names.")
    if name in TABLE_OPTIONS:
        options = clock_options(value) if name == "clock" else {name: value}
        try:
            checked_options({**dict(lobby.options), **options})
        except AdmissionError as refusal:
            raise SettingError(f"{capitalised(printable(str(refusal)))}.") from None
        return ProposedSetting(options=options)
    if name not in ALL_OPTIONS:
        close = difflib.get_close_matches(name, setting_names(), n=1, cutoff=0.5)
        raise SettingError(f"Nothing here is called '{shortened(name)}'. "
                           + (f"Did you mean '{close[0]}'?" if close else "'set' alone lists the names."))
    if lobby.ruleset is None:
        raise SettingError("No rules are proposed yet.")
    try:
        ruleset = lobby.ruleset.replace(**{name: ALL_OPTIONS[name].parse(value)})
    except RulesetError as refusal:
        raise SettingError(f"{capitalised(printable(str(refusal)))}.") from None
    return ProposedSetting(rules=rules_lines(ruleset))


def setting_names() -> Iterable[str]:
    """Return the names of all rules, and then of the options besides them."""
    return (*ALL_OPTIONS, *TABLE_OPTIONS)
