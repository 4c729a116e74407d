"""Play a whole match between computer players and add it up."""

from acquire_core.arena import ArenaMatch, EntryScore, add_up, play_games


def play_match(match: ArenaMatch, games: int) -> list[EntryScore]:
    """Play games 0 … games-1 in this thread, and return one entry for each kind of player."""
    return add_up(match.seats, list(play_games(match, games)))
