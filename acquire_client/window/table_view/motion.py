"""What moves: tiles slide and land, chains change their colour in a wave, shares and bonuses fly, prices roll, money is counted.

A motion only lies between two pictures: what is true stands on the table, in the sheet and in the log at once, and everything can
be pressed while something moves. `finish` shows how it ends; with a factor of 0 nothing begins. Nothing here draws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from acquire_client.view_model.board import BoardPicture
from acquire_client.view_model.neighbours import chains_beside
from acquire_client.view_model.sheet import ScoreSheet
from acquire_core import events as ev

DROP_MS = 180
WAVE_MS = 450
COUNT_MS = 300
FLIGHT_MS = 450
SHARE_MS = 220
STAGGER_MS = 60
"""How much later each share of a purchase flies than the one before it, at most."""
ROLL_MS = 300
TURN_MS = 1200
"""How long the ring around the avatar of the player who decides takes to turn once."""
TURNS = 4
"""After so many turns it stands still, for then nobody looks."""
TURN_FRAME_MS = 60
OVERSHOOT = 1.2
"""How far a tile slides beyond its square before it lies: about 6 % of its way."""
DIALOG_IN_MS = 160
DIALOG_OUT_MS = 120
BOARD_IN_MS = 240
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
class Slide:
    """A tile on its way to its square, from a place of the hand that is shown, or with None from the row of its seat. `way` runs
    from 0 to 1 and a little beyond it."""

    tile: str
    seat: int
    hand_place: int | None
    way: float = 0.0


@dataclass(frozen=True, slots=True)
class ShareFlight:
    """One share on its way between the market and a seat; `gone` runs from 0 to 1."""

    seat: int
    chain: str
    to_seat: bool
    gone: float = 0.0


@dataclass(frozen=True, slots=True)
class Roll:
    """A price that rolls from an old one to that of the sheet; `gone` runs from 0 to 1."""

    old: int
    gone: float


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
        self._drops: dict[str, tuple[Slide, int]] = {}
        self._waves: dict[str, tuple[str | None, int]] = {}
        self._counts: dict[int, _MoneyCount] = {}
        self._flights: list[tuple[Flight, int]] = []
        self._shares: list[tuple[ShareFlight, int]] = []
        self._rolls: dict[str, tuple[int, int]] = {}

    def land(self, tile: str) -> None:
        """Let a tile lie on its square at once: the player has put it there."""
        self._drops.pop(tile, None)

    @property
    def is_running(self) -> bool:
        return bool(self._drops or self._waves or self._counts or self._flights or self._shares or self._rolls)

    # --- beginning ---

    def begin(self, events: Sequence[ev.Event], now_ms: int, board: Mapping[str, str | None], before: ScoreSheet,
              after: ScoreSheet, hand: Sequence[str] = ()) -> None:
        """Begin to show what has happened; `board`, `before` and `hand` are what was shown until now."""
        if not self.factor:
            return
        self._drop_finished(now_ms)
        tile = ""
        for event in events:
            match event:
                case ev.TilePlaced(seat, placed) | ev.StartTilePlaced(seat, placed):
                    tile = placed
                    place = hand.index(placed) if placed in hand else None
                    self._drops[placed] = (Slide(placed, seat, place), now_ms)
                case ev.MergerBegan(_, placed):
                    tile = placed
                case ev.ChainFounded(seat, founded, origin, absorbed):
                    self._start_wave(origin, absorbed, board, now_ms)
                    self._fly_shares(seat, founded, int(event.free_block), True, now_ms)
                case ev.ChainGrew(_, _, origin, absorbed):
                    self._start_wave(origin, absorbed, board, now_ms)
                case ev.ChainsMerged(_, survivor, origin, absorbed):
                    gone = chains_beside(origin, board) - {survivor}
                    bodies = [one for one, chain in board.items() if chain in gone]
                    self._start_wave(origin, (*absorbed, *bodies), board, now_ms)
                case ev.BonusPaid(seat, chain, dollars) if not event.final:
                    self._flights.append((Flight(seat, chain, dollars, tile or _any_of(board, chain)), now_ms))
                case _:
                    self._start_shares(event, now_ms)
        self._start_counts(before, after, now_ms)

    def _start_wave(self, origin: str, absorbed: Sequence[str], board: Mapping[str, str | None], now_ms: int) -> None:
        """Let each tile change the later, the farther it is from where it began."""
        apart = {tile: _squares_apart(origin, tile) for tile in absorbed if tile in board}
        most = max(apart.values(), default=1)
        for tile, steps in apart.items():
            self._waves[tile] = (board[tile], now_ms + round(self._stretched_ms(WAVE_MS) * steps / most))

    def _start_shares(self, event: ev.Event, now_ms: int) -> None:
        """Let shares fly between the market and a seat."""
        match event:
            case ev.BlocksBought(seat, chain, count):
                self._fly_shares(seat, chain, count, True, now_ms)
            case ev.BlocksSold(seat, chain, count):
                self._fly_shares(seat, chain, count, False, now_ms)
            case ev.BlocksDisposed(seat, chain, survivor, _, sell, trade):
                self._fly_shares(seat, chain, sell + trade, False, now_ms)
                self._fly_shares(seat, survivor, trade // 2, True, now_ms)
            case ev.BlocksTraded(seat, give, get):
                self._fly_shares(seat, give, 2, False, now_ms)
                self._fly_shares(seat, get, 1, True, now_ms)
            case _:
                pass

    def _fly_shares(self, seat: int, chain: str, count: int, to_seat: bool, now_ms: int) -> None:
        """Let shares begin one after another, and all end before a bonus would."""
        apart = min(STAGGER_MS, (FLIGHT_MS - SHARE_MS) / max(1, count - 1))
        self._shares += [(ShareFlight(seat, chain, to_seat), now_ms + round(self._stretched_ms(1) * apart * number))
                         for number in range(count)]

    def _start_counts(self, before: ScoreSheet, after: ScoreSheet, now_ms: int) -> None:
        shown = self.sheet(before)
        for seat, (old, aim) in enumerate(zip(shown.seats, after.seats, strict=True)):
            if (old.cash, old.net_worth) != (aim.cash, aim.net_worth):
                self._counts[seat] = _MoneyCount(now_ms, old.cash, old.net_worth)
        for was, row in zip(before.chains, after.chains, strict=True):
            if was.price != row.price:
                self._rolls[row.chain] = (was.price, now_ms)

    # --- time ---

    def update(self, now_ms: int) -> bool:
        """Let time pass; return True if the picture is another one, the last one included."""
        was_running = self.is_running
        self._drop_finished(now_ms)
        return was_running

    def _drop_finished(self, now_ms: int) -> None:
        self.now_ms = now_ms
        self._drops = {tile: (slide, since) for tile, (slide, since) in self._drops.items()
                       if self._share_gone(since, DROP_MS) < 1}
        self._waves = {tile: (old, due) for tile, (old, due) in self._waves.items() if now_ms < due}
        self._counts = {seat: count for seat, count in self._counts.items() if self._share_gone(count.since, COUNT_MS) < 1}
        self._flights = [(flight, since) for flight, since in self._flights if self._share_gone(since, FLIGHT_MS) < 1]
        self._shares = [(flight, since) for flight, since in self._shares if self._share_gone(since, SHARE_MS) < 1]
        self._rolls = {chain: (old, since) for chain, (old, since) in self._rolls.items() if self._share_gone(since, ROLL_MS) < 1}

    def _stretched_ms(self, length_ms: int) -> float:
        return length_ms * self.factor

    def _share_gone(self, since: int, length_ms: int) -> float:
        """Return how much of a motion is over, slowing down towards its end."""
        return _ease_out((self.now_ms - since) / max(1.0, self._stretched_ms(length_ms)))

    # --- what is shown meanwhile ---

    @property
    def dropping(self) -> frozenset[str]:
        """Return the tiles on their way to their squares."""
        return frozenset(self._drops)

    @property
    def slides(self) -> tuple[Slide, ...]:
        """Return these tiles with where they come from and how far they are."""
        return tuple(replace(slide, way=_overshooting((self.now_ms - since) / max(1.0, self._stretched_ms(DROP_MS))))
                     for slide, since in self._drops.values())

    @property
    def share_flights(self) -> tuple[ShareFlight, ...]:
        """Return the shares that have begun to fly."""
        return tuple(replace(flight, gone=self._share_gone(since, SHARE_MS)) for flight, since in self._shares
                     if since <= self.now_ms)

    @property
    def rolls(self) -> dict[str, Roll]:
        """Return the chains whose price rolls."""
        return {chain: Roll(old, self._share_gone(since, ROLL_MS)) for chain, (old, since) in self._rolls.items()}

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


class ActiveRing:
    """The ring around the avatar of the player who decides: it turns a few times when another player's decision begins."""

    def __init__(self) -> None:
        self._seat: int | None = None
        self._since = 0

    def follow(self, seat: int | None, now_ms: int) -> None:
        """Turn around this seat from now on, unless it does so already."""
        if seat != self._seat:
            self._seat, self._since = seat, now_ms

    def turned(self, now_ms: int) -> tuple[int, float] | None:
        """Return the seat and how far the ring is turned, from 0 to 1; None while it stands still."""
        elapsed = now_ms - self._since
        if self._seat is None or not 0 <= elapsed < TURNS * TURN_MS:
            return None
        return self._seat, elapsed % TURN_MS / TURN_MS


def _overshooting(share: float) -> float:
    """Return how far something is that slides a little beyond its aim and back."""
    left = min(1.0, max(0.0, share)) - 1
    return 1 + (OVERSHOOT + 1) * left ** 3 + OVERSHOOT * left ** 2


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
