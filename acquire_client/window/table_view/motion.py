"""What moves: tiles fall, chains change their colour in a wave, bonuses fly to their seats, money is counted up, dialogs fade.

A motion only lies between two pictures: what is true stands on the table, in the sheet and in the log at once, and everything can
be pressed while something moves. `finish` shows how it ends; with a factor of 0 nothing begins. Nothing here draws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from acquire_client.view_model.board import BoardPicture
from acquire_client.view_model.sheet import ScoreSheet
from acquire_core import events as ev

DROP_MS = 140
WAVE_MS = 220
COUNT_MS = 300
FLIGHT_MS = 450
DIALOG_IN_MS = 160
DIALOG_OUT_MS = 120
FRAME_MS = 16


@dataclass(frozen=True, slots=True)
class Flight:
    """A bonus on its way from a tile of the board to a seat; `gone` runs from 0 to 1."""

    seat: int
    chain: str
    dollars: int
    tile: str
    gone: float = 0.0


@dataclass(frozen=True, slots=True)
class _MoneyCount:
    """What the money columns of a seat showed when the counting began."""

    since: int
    cash: int | None
    net_worth: int | None


@dataclass(frozen=True, slots=True)
class Fade:
    """A picture goes over into the next one, from `since` on: so dialogs come and go."""

    since: int
    length_ms: float

    def share_gone(self, now_ms: int) -> float:
        """Return how much of it is over, from 0 to 1."""
        return _ease_out((now_ms - self.since) / max(1.0, self.length_ms))


class Motion:
    """`factor` stretches every length: 0 for none, 1 for normal."""

    def __init__(self, factor: float) -> None:
        self.factor = factor
        self.now_ms = 0
        self.finish()

    def finish(self) -> None:
        """End all motion: everything is where it belongs."""
        self._drops: dict[str, int] = {}
        self._waves: dict[str, tuple[str | None, int]] = {}
        self._counts: dict[int, _MoneyCount] = {}
        self._flights: list[tuple[Flight, int]] = []

    @property
    def is_running(self) -> bool:
        return bool(self._drops or self._waves or self._counts or self._flights)

    # --- beginning ---

    def begin(self, events: Sequence[ev.Event], now_ms: int, board: Mapping[str, str | None], before: ScoreSheet,
              after: ScoreSheet) -> None:
        """Begin to show what has happened; `board` and `before` are what was shown until now."""
        if not self.factor:
            return
        self._drop_finished(now_ms)
        tile = ""
        for event in events:
            match event:
                case ev.TilePlaced(_, placed) | ev.StartTilePlaced(_, placed):
                    tile = placed
                    self._drops[placed] = now_ms
                case ev.MergerBegan(_, placed):
                    tile = placed
                case ev.ChainFounded(_, _, origin, absorbed) | ev.ChainGrew(_, _, origin, absorbed) | \
                        ev.ChainsMerged(_, _, origin, absorbed):
                    self._start_wave(origin, absorbed, board, now_ms)
                case ev.BonusPaid(seat, chain, dollars) if not event.final:
                    self._flights.append((Flight(seat, chain, dollars, tile or _any_of(board, chain)), now_ms))
                case _:
                    pass
        self._start_counts(before, after, now_ms)

    def _start_wave(self, origin: str, absorbed: Sequence[str], board: Mapping[str, str | None], now_ms: int) -> None:
        """Let each tile change the later, the farther it is from where it began."""
        apart = {tile: _squares_apart(origin, tile) for tile in absorbed if tile in board}
        most = max(apart.values(), default=1)
        for tile, steps in apart.items():
            self._waves[tile] = (board[tile], now_ms + round(self._stretched_ms(WAVE_MS) * steps / most))

    def _start_counts(self, before: ScoreSheet, after: ScoreSheet, now_ms: int) -> None:
        shown = self.sheet(before)
        for seat, (old, aim) in enumerate(zip(shown.seats, after.seats, strict=True)):
            if (old.cash, old.net_worth) != (aim.cash, aim.net_worth):
                self._counts[seat] = _MoneyCount(now_ms, old.cash, old.net_worth)

    # --- time ---

    def update(self, now_ms: int) -> bool:
        """Let time pass; return True if the picture is another one, the last one included."""
        was_running = self.is_running
        self._drop_finished(now_ms)
        return was_running

    def _drop_finished(self, now_ms: int) -> None:
        self.now_ms = now_ms
        self._drops = {tile: since for tile, since in self._drops.items() if self._share_gone(since, DROP_MS) < 1}
        self._waves = {tile: (old, due) for tile, (old, due) in self._waves.items() if now_ms < due}
        self._counts = {seat: count for seat, count in self._counts.items() if self._share_gone(count.since, COUNT_MS) < 1}
        self._flights = [(flight, since) for flight, since in self._flights if self._share_gone(since, FLIGHT_MS) < 1]

    def _stretched_ms(self, length_ms: int) -> float:
        return length_ms * self.factor

    def _share_gone(self, since: int, length_ms: int) -> float:
        """Return how much of a motion is over, slowing down towards its end."""
        return _ease_out((self.now_ms - since) / max(1.0, self._stretched_ms(length_ms)))

    # --- what is shown meanwhile ---

    @property
    def dropping(self) -> dict[str, float]:
        """Return tiles on their way down: 0 at the beginning, 1 when they lie."""
        return {tile: self._share_gone(since, DROP_MS) for tile, since in self._drops.items()}

    @property
    def flights(self) -> tuple[Flight, ...]:
        return tuple(replace(flight, gone=self._share_gone(since, FLIGHT_MS)) for flight, since in self._flights)

    def board(self, picture: BoardPicture) -> BoardPicture:
        """Return the board, with old colours where the wave has not come yet."""
        if not self._waves:
            return picture
        return BoardPicture(tuple(
            tuple(replace(square, chain=self._waves[square.tile][0]) if square.tile in self._waves else square for square in row)
            for row in picture.rows))

    def sheet(self, sheet: ScoreSheet) -> ScoreSheet:
        """Return the sheet, with money on its way."""
        if not self._counts:
            return sheet
        seats = list(sheet.seats)
        for number, count in self._counts.items():
            gone, aim = self._share_gone(count.since, COUNT_MS), seats[number]
            seats[number] = replace(aim, cash=_money_between(count.cash, aim.cash, gone),
                                    net_worth=_money_between(count.net_worth, aim.net_worth, gone))
        return replace(sheet, seats=tuple(seats))


def _ease_out(share: float) -> float:
    share = min(1.0, max(0.0, share))
    return 1 - (1 - share) ** 2 if share < 1 else 1.0


def _money_between(old: int | None, aim: int | None, gone: float) -> int | None:
    """Return whole hundreds, as all money of the game is."""
    if old is None or aim is None or gone >= 1:
        return aim
    return old + round((aim - old) * gone / 100) * 100


def _squares_apart(one: str, other: str) -> int:
    return abs(int(one[:-1]) - int(other[:-1])) + abs(ord(one[-1]) - ord(other[-1]))


def _any_of(board: Mapping[str, str | None], chain: str) -> str:
    return next((tile for tile, owner in board.items() if owner == chain), "1A")
