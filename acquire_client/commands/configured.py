"""What the configuration file says, for the commands that ask it where the command line is silent."""

from __future__ import annotations

from typing import Any

from acquire_client.commands import CommandError, UsageError
from acquire_client.commands.arguments import chosen_ruleset
from acquire_client.files.configuration import Configuration, ConfigurationError, configuration_path, read_configuration
from acquire_client.files.folders import folders
from acquire_client.view_model.table_presets import TABLE_PRESETS, TablePreset
from acquire_client.view_model.words import printable
from acquire_core.ruleset import Ruleset


def configuration() -> Configuration:
    """Return what the configuration file says. Raise CommandError if it cannot be used."""
    try:
        return read_configuration(folders().config)
    except ConfigurationError as error:
        raise CommandError(str(error)) from None


def wrong_key(key: str, why: object) -> CommandError:
    """Return the error for a value of the file that only the command could judge."""
    return CommandError(f"the configuration file '{printable(str(configuration_path(folders().config)))}', {key}: {why}")


def preset_of_line_or_file(name: str | None) -> TablePreset | None:
    """Return the preset of a table that the command line names as its rules, else that of the file; None where they name none."""
    return TABLE_PRESETS.get(name or configuration().rules or "")


def ruleset_of_line_or_file(name: str | None, options: list[tuple[str, Any]]) -> Ruleset:
    """Return the ruleset that the command line names, else that of the file, else classic, with the options given."""
    configured = configuration().rules if name is None else None
    if configured is not None:
        try:
            chosen_ruleset(configured, [])
        except UsageError as error:
            raise wrong_key("rules", error) from None
    return chosen_ruleset(name if name is not None else configured or "classic", options)
