"""What is proposed when a game is over: the next level, after two wins in a row against one."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path

from acquire_client.files.past_games import PastGames, summary_of
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import Player
from acquire_client.view_model.record_summary import summarize_record
from acquire_client.view_model.statistics import next_level, strongest_level
from acquire_core.record import Record

MAX_GAMES_READ = 40
"""Two wins against one level are looked for among so many of the newest games."""


def proposed_level(record: Record, records: Path) -> str | None:
    """Return the level to try after this game; its own file in the history does not count twice."""
    data = record.text().encode()
    last = summarize_record(data)
    if last is None:
        return None
    summaries = (summary_of(path, other_than=data) for path in PastGames(records).paths()[:MAX_GAMES_READ])
    return next_level(last, [summary for summary in summaries if summary is not None])


def match_of_level(match: LocalMatch, level: str) -> LocalMatch:
    """Return a new game of the same rules and seats, in which the strongest computer players have this level."""
    strongest = strongest_level(player.as_seat for player in match.players)
    players = tuple(_raised_player(player, strongest, level) for player in match.players)
    return LocalMatch.start(match.game.ruleset, players, secrets.randbits(63), match.log)


def _raised_player(player: Player, strongest: str | None, level: str) -> Player:
    kind, slash, liking = (player.level or "").partition("/")
    return replace(player, level=f"{level}{slash}{liking}") if kind == strongest else player
