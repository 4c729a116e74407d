"""A cup as one readable file: its plan, and of each round the tables, the results, and what the organiser has noted.

A person names the file, so one that makes no sense is left as it is. Everything in it is checked when it is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from acquire_client.files.json_file import JsonFile
from acquire_client.language import message
from acquire_client.tools.cup import Cup, CupError, CupPlan, CupPlayer, CupRound, CupTable, TableResult
from acquire_client.tools.cup_seating import MAX_TABLE, MIN_TABLE
from acquire_client.trouble import TranslatedError
from acquire_client.view_model.presets import rules_from, rules_text
from acquire_client.view_model.words import printable
from acquire_core.record_header import LOGS
from acquire_net import FingerprintError, fingerprint_text, read_fingerprint

VERSION = 1
MAX_BYTES = 4_000_000
MAX_NAME = 64
MAX_DOLLARS = 10_000_000
MAX_SEED = (1 << 64) - 1


class CupFile(JsonFile):
    """`why` says what is wrong with its contents; empty where nothing is."""

    max_bytes = MAX_BYTES
    unreadable = message("The file of the cup cannot be read: {why}.")
    damaged = message("This is not the file of a cup: {why}.")
    unwritable = message("The file of the cup cannot be written: {why}.")

    def refuse_contents(self, error: Exception) -> None:
        """Leave the file where it is: a person has named it, and it may be something else."""
        self._is_stuck = True
        why = "it is not JSON" if type(error) is not ValueError else printable(str(error))
        self.complaint = TranslatedError(self.damaged, why=why)


# --- reading ----------------------------------------------------------------------------------------------------------

def cup_from(values: object) -> Cup:
    """Return the cup of a file. Raises ValueError with the reason."""
    found = _mapping(values, "it")
    if found.get("cup") != VERSION:
        raise ValueError(f"'cup' is not {VERSION}")
    plan = _plan_from(found)
    if found.get("id") != plan.id:
        raise ValueError(f"its plan was changed: 'id' is not {plan.id}")
    numbers = {player.key: number for number, player in enumerate(plan.players)}
    drawn = _list(found, "drawn")
    if len(drawn) > plan.rounds:
        raise ValueError("more rounds are drawn than the plan has")
    return Cup(plan, tuple(_round_from(_mapping(each, "a round"), numbers) for each in drawn))


def _plan_from(found: Mapping[str, Any]) -> CupPlan:
    ruleset = rules_from(_text(found, "rules", 2000))
    if ruleset is None or ruleset.simultaneous:
        raise ValueError("'rules' names no rules that are played between machines")
    log = _text(found, "log", 20)
    if log not in LOGS:
        raise ValueError(f"'log' is not one of {', '.join(LOGS)}")
    people = [_mapping(each, "a player") for each in _list(found, "players")]
    players = tuple(CupPlayer(player_name(_text(each, "name", 1000)), player_key(_text(each, "key", 100))) for each in people)
    try:
        return CupPlan(name=player_name(_text(found, "name", 1000)), seed=_number(found, "seed", 0, MAX_SEED), ruleset=ruleset,
                       log=log, rounds=_number(found, "rounds", 1, 99), table_size=_number(found, "table_size", 1, 99),
                       exact=_flag(found, "exact"), score=_text(found, "score", 20), seating=_text(found, "seating", 20),
                       seeded=_flag(found, "seeded"), marks=_flag(found, "marks"), players=players)
    except CupError as error:
        raise ValueError(str(error)) from None


def player_name(text: str) -> str:
    """Return a name as it may be kept. Raises ValueError."""
    name = " ".join(text.split())
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise ValueError(f"'{printable(text[:MAX_NAME])}' is not a name of 1 to {MAX_NAME} printable characters")
    return name


def player_key(text: str) -> str:
    """Return the fingerprint of a key as it is kept. Raises ValueError.

    >>> player_key("04hmasw9nf6yy093")
    '04HM-ASW9-NF6Y-Y093'
    """
    try:
        key = fingerprint_text(read_fingerprint(text))
    except FingerprintError:
        key = ""
    if len(key) != len("04HM-ASW9-NF6Y-Y093"):
        raise ValueError(f"'{printable(text[:40])}' is not the fingerprint of a key, such as 04HM-ASW9-NF6Y-Y093")
    return key


def _round_from(found: Mapping[str, Any], numbers: Mapping[str, int]) -> CupRound:
    tables = tuple(_table_from(_mapping(each, "a table"), numbers) for each in _list(found, "tables"))
    byes, left_out = _people(found, "byes", numbers), _people(found, "left_out", numbers)
    everybody = [*(person for table in tables for person in table.people), *byes, *left_out]
    if sorted(everybody) != list(range(len(numbers))):
        raise ValueError("not everybody is in each round exactly once")
    return CupRound(tables, byes, left_out)


def _table_from(found: Mapping[str, Any], numbers: Mapping[str, int]) -> CupTable:
    people = _people(found, "players", numbers)
    if not MIN_TABLE <= len(people) <= MAX_TABLE:
        raise ValueError(f"a table has {MIN_TABLE} to {MAX_TABLE} players")
    if found.get("result") is None:
        return CupTable(people)
    values = _mapping(found["result"], "a result")
    places = tuple(_number({"places": each}, "places", 1, len(people)) for each in _list(values, "places"))
    dollars = tuple(_number({"dollars": each}, "dollars", 0, MAX_DOLLARS) for each in _list(values, "dollars"))
    convicted = _people(values, "convicted", numbers)
    ranks = tuple(1 + sum(other < place for other in places) for place in places)
    if len(places) != len(people) or len(dollars) != len(people) or ranks != places or not {*convicted} <= {*people}:
        raise ValueError("a result does not fit its table")
    return CupTable(people, TableResult(_text(values, "game", 200), _text(values, "moves", 200), places, dollars,
                                        tuple(people.index(person) for person in convicted)))


def _people(found: Mapping[str, Any], name: str, numbers: Mapping[str, int]) -> tuple[int, ...]:
    keys = _list(found, name)
    if not all(isinstance(key, str) and key in numbers for key in keys) or len({*keys}) != len(keys):
        raise ValueError(f"'{name}' is not a list of different keys of players")
    return tuple(numbers[key] for key in keys)


def _mapping(values: object, what: str) -> Mapping[str, Any]:
    if not isinstance(values, dict):
        raise ValueError(f"{what} is not an object")
    return values


def _list(found: Mapping[str, Any], name: str) -> list[Any]:
    value = found.get(name)
    if not isinstance(value, list):
        raise ValueError(f"'{name}' is not a list")
    return value


def _text(found: Mapping[str, Any], name: str, most: int) -> str:
    value = found.get(name)
    if not isinstance(value, str) or len(value) > most:
        raise ValueError(f"'{name}' is not a text of at most {most} characters")
    return value


def _number(found: Mapping[str, Any], name: str, low: int, high: int) -> int:
    value = found.get(name)
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"'{name}' is not a whole number from {low} to {high}")
    return value


def _flag(found: Mapping[str, Any], name: str) -> bool:
    value = found.get(name)
    if not isinstance(value, bool):
        raise ValueError(f"'{name}' is not true or false")
    return value


# --- writing ----------------------------------------------------------------------------------------------------------

def cup_values(cup: Cup) -> dict[str, Any]:
    """Return a cup as `cup_from` reads it."""
    plan = cup.plan

    def keys(people: Sequence[int]) -> list[str]:
        return [plan.players[person].key for person in people]

    def table_values(table: CupTable) -> dict[str, Any]:
        result = table.result
        return {"players": keys(table.people), "result": None if result is None else {
            "game": result.game, "moves": result.moves, "places": list(result.places), "dollars": list(result.dollars),
            "convicted": keys([table.people[at] for at in result.convicted])}}

    return {
        "cup": VERSION, "id": plan.id, "name": plan.name, "seed": plan.seed, "rules": rules_text(plan.ruleset), "log": plan.log,
        "rounds": plan.rounds, "table_size": plan.table_size, "exact": plan.exact, "score": plan.score, "seating": plan.seating,
        "seeded": plan.seeded, "marks": plan.marks,
        "players": [{"name": player.name, "key": player.key} for player in plan.players],
        "drawn": [{"tables": [table_values(table) for table in each.tables], "byes": keys(each.byes),
                   "left_out": keys(each.left_out)} for each in cup.rounds],
    }
