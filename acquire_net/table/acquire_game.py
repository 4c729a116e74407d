"""Acquire as a game that the protocol can move: numbered tiles, actions as bytes, questions instead of phases.

`AcquireGame` is one peer's view of a game with hidden hands: a sealed kernel game, and what the table knows beyond the kernel,
namely what lies in an opened bag (K38). What is legal is decided by the kernel, whether a proof is good by the protocol; nothing
of either is here. Whatever peers compare follows from what all seats know.

Tiles are numbered in the order of the rules, column then row: 0 is 1A, 1 is 1B, 9 is 2A, 107 is 12I. An action is a line of
notation without the seat in front, `place 5E`, in the one spelling that the kernel writes. Leaving is not an action: see
`record_leaving`. At a table over days an action may have several lines: all that a seat answers before anything else happens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct

from acquire_core import CHANCE, Action, Game, IllegalAction, Observation, Ruleset
from acquire_core.actions import Discard, DrawTile, MarketTile, Pass, Pick, Place, Retire, Show, StartTile
from acquire_core.events import Event
from acquire_core.notation import NotationError, format_action, parse_action
from acquire_core.record import Record
from acquire_core.record_check import FIRST_LINE, RecordError
from acquire_core.record_header import Header, Seat, read_header
from acquire_core.refusals import Reason
from acquire_core.ruleset import RULESETS
from acquire_core.tile_source import TILE_NAMES, TILE_NUMBERS
from acquire_net.crypto.hashing import digest
from acquire_net.errors import RemoteError, Wording
from acquire_net.lobby.options import is_over_days, option_value
from acquire_net.lobby.table_spec import AdmissionError, TableSpec
from acquire_net.protocol.messages import MAX_ACTION_BYTES
from acquire_net.protocol.sealed_game import (
    AskAnswers,
    AskDecision,
    Draw,
    GameFinished,
    Lottery,
    OpenBag,
    Question,
    RefusedError,
    SealedGame,
)


class _ReadDecision(Struct, frozen=True):
    """What the bytes of an action say: answers of one seat in a row, and the tiles that it must prove to hold."""
    answers: tuple[Action, ...]
    hidden: tuple[int, ...]


class AcquireGame(SealedGame):
    """A game of Acquire as one seat knows it, or with seat None as everybody knows it.

    >>> game = AcquireGame("classic", players=2, seat=0)
    >>> game.next_question()
    Draw(seats=(None, None))
    >>> game.record_draw([40, 17])
    >>> game.next_question().seats
    (1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0)
    """

    def __init__(self, ruleset: Ruleset | str = "classic", players: int = 4, seat: int | None = None,
                 whole_turns: bool = False) -> None:
        self.whole_turns = whole_turns
        """Whether one action may be several answers in a row."""
        self._game = Game(ruleset, players, sealed=True)
        self._game.observe(seat)  # refuses a seat that there is not
        # The last action that was read: where, by whom, its bytes, and what it is. A replica reads each one three times.
        self._last_read: tuple[Game, frozenset[int] | None, int, bytes, _ReadDecision] | None = None
        self.seat = seat
        # The tiles of an opened bag; None while the bag has secrets. Neither this nor the next is ever changed in place.
        self._bag: frozenset[int] | None = None
        # Whose hand holds what was drawn from an opened bag: the kernel does not count these as shown, though all know them.
        self._drawn_openly: dict[int, int] = {}
        # Copies share one growing list and own its first so many entries, as the kernel does with its history.
        self._events: list[Event] = []
        self._event_count = 0

    def copy(self) -> AcquireGame:
        other = AcquireGame.__new__(AcquireGame)
        other.whole_turns = self.whole_turns
        other._game = self._game  # which is never changed in place
        other._last_read = self._last_read
        other.seat = self.seat
        other._bag = self._bag
        other._drawn_openly = self._drawn_openly
        other._events = self._events
        other._event_count = self._event_count
        return other

    # --- what comes next ---

    @property
    def tile_count(self) -> int:
        return len(TILE_NAMES)

    @property
    def ruleset(self) -> Ruleset:
        return self._game.ruleset

    @property
    def players(self) -> int:
        return self._game.players

    def actions(self, since: int = 0) -> list[Action]:
        """Return everything that has happened, as this seat knows it, but for the first `since` actions."""
        return self._game.actions(since)

    @property
    def asks_answers(self) -> bool:
        return self._game.ruleset.simultaneous

    @property
    def has_begun(self) -> bool:
        return self._game.turn > 0

    def next_question(self) -> Question:
        game = self._game
        if game.over:
            return GameFinished(self._result_bytes())
        if self._bag_must_be_opened():
            return OpenBag()
        to_move = game.to_move
        assert to_move is not None, "only a game that is over asks nobody"
        if game.sealed_step is not None:
            return AskAnswers(tuple(sorted(game.owed())), game.sealed_step.encode("ascii"))
        if to_move != CHANCE:
            return AskDecision(to_move)
        if game.phase == "market_draw":
            # Without a tile in the bag the kernel asks only where the rules then draw from a full set (A19).
            return Lottery(of_all_tiles=self._bag_count() == 0)
        if self._bag is not None:
            # All know the order of an opened deck, so only a lottery still is chance.
            return Lottery()
        if game.phase == "start":
            return Draw((None,) * game.players)
        return Draw(tuple(self._draws_in_a_row()))

    def _bag_must_be_opened(self) -> bool:
        game = self._game
        return (self._bag is None and game.ruleset.open_pick and game.turn > 0 and game.end_reason is None
                and self._bag_count() > 0)

    def _draws_in_a_row(self) -> list[int]:
        """Return for whom tiles are due before the next question, whatever the tiles are: all hands of the deal, or one refill.

        The kernel is asked, with tiles that nobody knows. What it does at a sealed table follows from what all know, and what
        has just been drawn is known to one seat at most, so no drawn tile can change how many follow.
        """
        ahead, seats = self._game.copy(), []
        while ahead.phase == "draw":
            seats.append(self._draw_target(ahead))
            ahead.apply(DrawTile(seats[-1], None), events=False)
        return seats

    @staticmethod
    def _draw_target(game: Game) -> int:
        """Return to whom the tile that is due goes. The last legal choice of a draw is the unknown tile."""
        action = game.action_of(game.legal_codes()[-1])
        assert isinstance(action, DrawTile)
        return action.target

    def _bag_count(self) -> int:
        return self._game.observe(None).bag_count

    def _result_bytes(self) -> bytes:
        """Return the last lines of the game's record: why it ended, then rank, seat (or team) and money, best first."""
        lines = [f"over {self._game.end_reason}"]
        lines += [f"result {rank} {seat} {dollars}" for rank, seat, dollars in self._game.standings()]
        return "".join(f"{line}\n" for line in lines).encode("ascii")

    # --- chance ---

    def record_draw(self, tiles: Sequence[int | None]) -> None:
        question = self.next_question()
        if not isinstance(question, Draw):
            raise RefusedError(Wording("no tiles are to be drawn now: {question}", question=question))
        if len(tiles) != len(question.seats):
            raise RefusedError(Wording("{wanted} tiles are to be drawn, not {count}",
                                       wanted=len(question.seats), count=len(tiles)))
        if self._game.phase == "start":
            self._apply_actions(StartTile(seat, _tile_name(tile)) for seat, tile in enumerate(tiles))
            return
        draws = []
        for seat, tile in zip(question.seats, tiles, strict=True):
            assert seat is not None, "only start tiles are drawn for all to see"
            # A seat whose secrets are lost does not know its own tile either. It says goodbye once it has caught up.
            if tile is not None and seat != self.seat:
                raise RefusedError(Wording("a drawn tile is known to nobody but the seat that drew it"))
            draws.append(DrawTile(seat, None if tile is None else _tile_name(tile)))
        self._apply_actions(draws)

    def record_raffle(self, tile: int) -> None:
        question = self.next_question()
        if not isinstance(question, Lottery):
            raise RefusedError(Wording("no tile is to be drawn by lot now: {question}", question=question))
        name = _tile_name(tile)
        if self._bag is not None and tile not in self._bag and not question.of_all_tiles:
            raise RefusedError(_not_in_bag([name]))
        if self._game.phase == "market_draw":
            self._apply_actions([MarketTile(name)])
            return
        assert self._bag is not None, "tiles for a hand are drawn by lot from an opened bag only"
        target = self._draw_target(self._game)
        self._apply_actions([DrawTile(target, name)])
        self._bag -= {tile}
        self._drawn_openly = {**self._drawn_openly, tile: target}

    def bag_opened(self, tiles: Sequence[int]) -> None:
        if self.next_question() != OpenBag():
            raise RefusedError(Wording("the bag is not to be opened now"))
        bag = {_tile_name(tile) for tile in tiles}
        if len(tiles) != self._bag_count() or len(bag) != len(tiles):
            raise RefusedError(Wording("{wanted} different tiles are in the bag, not {found} in a list of {count}",
                                       wanted=self._bag_count(), found=len(bag), count=len(tiles)))
        # The own hand is not unseen for its owner. What was drawn openly is hidden for the kernel, because it was not shown.
        elsewhere = bag.difference({*self.observe().unseen}.difference(map(_tile_name, self._drawn_openly)))
        if elsewhere:
            raise RefusedError(_not_in_bag(elsewhere))
        self._bag = frozenset(tiles)

    # --- decisions ---

    def to_prove(self, seat: int, action: bytes) -> tuple[int, ...]:
        return self._read_decision(seat, action).hidden

    def apply_decision(self, seat: int, action: bytes, proven: tuple[int, ...]) -> None:
        answers = self._read_proven(seat, action, proven)
        if self._game.sealed_step is not None:
            raise RefusedError(_refusal(seat, action.decode(), Wording("the answers of this step are opened together")))
        self._apply_run(answers)

    def check_answer(self, seat: int, action: bytes, proven: tuple[int, ...]) -> None:
        asked = self.next_question()
        if not isinstance(asked, AskAnswers) or seat not in asked.seats:
            raise RefusedError(Wording("seat {seat} is not asked for a sealed answer", seat=seat))
        if len(self._read_proven(seat, action, proven)) > 1:  # what comes behind it may not be allowed after a loss
            raise RefusedError(_refusal(seat, repr(action.decode()),
                                        Wording("a sealed answer is one line, also at a table over days")))

    def apply_answers(self, answers: Mapping[int, tuple[bytes, tuple[int, ...]]]) -> None:
        asked = self.next_question()
        if not isinstance(asked, AskAnswers) or {*answers} != {*asked.seats}:
            raise RefusedError(Wording("seats {seats} are not those that are asked", seats=tuple(sorted(answers))))
        lines: list[Action] = []
        for seat, (action, proven) in sorted(answers.items()):
            lines += self._read_proven(seat, action, proven)
            if isinstance(lines[-1], Show):
                lines.append(Pass(seat))  # it is one answer, and two lines of the record (M2)
        self._apply_actions(lines)

    def _read_proven(self, seat: int, action: bytes, proven: tuple[int, ...]) -> tuple[Action, ...]:
        """Return the answers of an action that may be given now and whose tiles are proven."""
        decision = self._read_decision(seat, action)
        if sorted(proven) != sorted(decision.hidden):
            raise RefusedError(_refusal(seat, action.decode(), Wording(
                "{tiles} must be proven, not {proven}", tiles=_names_of(map(_tile_name, decision.hidden)),
                proven=_names_of(map(_tile_name, proven)))))
        return decision.answers

    def _apply_run(self, answers: Sequence[Action]) -> None:
        self._apply_actions(answers)
        if self._bag is not None:
            self._bag = self._bag.difference(TILE_NUMBERS[answer.tile] for answer in answers if isinstance(answer, Pick))

    def _read_decision(self, seat: int, action: bytes) -> _ReadDecision:
        """Return what the bytes say. Raises RefusedError unless all of it may be done now, as far as this peer knows."""
        known = self._last_read
        if known is not None and known[0] is self._game and known[1] is self._bag and known[2:4] == (seat, action):
            return known[4]
        if len(action) > MAX_ACTION_BYTES:
            raise RefusedError(Wording("an action of {bytes} bytes; the longest that is read has {most}",
                                       bytes=len(action), most=MAX_ACTION_BYTES))
        try:
            text = action.decode("ascii")
        except UnicodeDecodeError as error:
            raise RefusedError(Wording("an action is written in ASCII")) from error
        ahead, answers, hidden = self, list[Action](), list[int]()
        for line in text.split("\n") if self.whole_turns else [text]:
            if answers:
                ahead = ahead.after_answers(answers[-1:])
                if ahead.next_question() != AskDecision(seat):
                    raise RefusedError(_refusal(seat, repr(line),
                                                Wording("after its answer before this one it is not asked again")))
            answers.append(ahead._read_answer(seat, line))
            hidden += ahead._hidden_in(seat, answers[-1])
        decision = _ReadDecision(tuple(answers), tuple(hidden))
        self._last_read = self._game, self._bag, seat, action, decision
        return decision

    def _read_answer(self, seat: int, text: str) -> Action:
        """Return the answer that a line says. Raises RefusedError unless it may be given now."""
        chains = self._game.ruleset.chain_names
        try:
            line = parse_action(text, chains)
        except NotationError as error:
            raise RefusedError(str(error)) from error
        if line.seat is not None:
            raise RefusedError(Wording("an action is a decision, without its seat in front"))
        if isinstance(line, Retire):
            raise RefusedError(Wording("leaving is not an action: the others agree that a seat has left"))
        if format_action(line, chains) != text:
            raise RefusedError(Wording("{text} is written {right}", text=repr(text), right=repr(format_action(line, chains))))
        if self._bag_must_be_opened():
            raise RefusedError(_refusal(seat, text, Wording("the bag has to be opened first")))
        line = replace(line, seat=seat)
        reason = self._game.refusal(line)
        if reason is None and self._bag is not None:
            # The kernel cannot tell the bag from hidden hands; the table, which has opened it, can (K38).
            if isinstance(line, Pick) and TILE_NUMBERS[line.tile] not in self._bag:
                reason = Reason.TILE_NOT_IN_BAG
            elif not self._bag.isdisjoint(_of_the_hand(line)):
                reason = Reason.TILE_NOT_IN_HAND
        if reason is not None:
            raise RefusedError(_refusal(seat, text, Wording(reason.value)))
        return line

    def _hidden_in(self, seat: int, line: Action) -> tuple[int, ...]:
        """Return the tiles of the seat's hand that an action names and that not all know to be there."""
        named = _of_the_hand(line)
        return tuple(sorted(named - self._known_to_all(seat))) if named else ()

    def _known_to_all(self, seat: int) -> frozenset[int]:
        """Return the tiles of a hand that all have seen; tiles that were drawn openly stay among them after they were played."""
        shown = map(TILE_NUMBERS.__getitem__, self._game.observe(None).known_tiles(seat))
        return frozenset(shown).union(tile for tile, owner in self._drawn_openly.items() if owner == seat)

    def record_leaving(self, seat: int) -> None:
        self._apply_actions([Retire(seat)])
        self._bag = None
        self._drawn_openly = {tile: owner for tile, owner in self._drawn_openly.items() if owner != seat}

    def _apply_actions(self, actions: Iterable[Action]) -> list[Event]:
        """Apply all of the actions and return their events, or apply none of them and raise RefusedError."""
        game = self._game.copy()
        happened: list[Event] = []
        for action in actions:
            try:
                happened += game.apply(action)
            except IllegalAction as illegal:
                raise RefusedError(str(illegal)) from illegal
        if len(self._events) != self._event_count:
            self._events = self._events[:self._event_count]  # a copy has gone on from here already
        self._events += happened
        self._event_count += len(happened)
        self._game = game
        return happened

    # --- what all know ---

    def unseen_tiles(self) -> frozenset[int]:
        unseen = map(TILE_NUMBERS.__getitem__, self._game.observe(None).unseen)
        return frozenset(unseen).difference(self._drawn_openly)

    def digest(self) -> bytes:
        return self._game.digest()

    def canonical_state(self) -> dict[str, Any]:
        """Return the kernel's snapshot, what else its digest covers, and the opened bag; a hand shows the tiles that all know and
        counts the others."""
        state, public = self._game.snapshot() | self._game.digest_fields(), self._game.observe(None)
        state["hands"] = []
        for seat, count in enumerate(public.hand_counts):
            known = {*public.known_tiles(seat)}
            # What was drawn openly and is no longer unseen for the kernel was played, or shown since.
            known |= {_tile_name(tile) for tile, owner in self._drawn_openly.items() if owner == seat}.intersection(public.unseen)
            state["hands"].append({"tiles": _in_order(known), "hidden": count - len(known)})
        state["opened_bag"] = None if self.opened_bag is None else list(self.opened_bag)
        return state

    # --- for the window and for players ---

    @property
    def opened_bag(self) -> tuple[str, ...] | None:
        """Return the tiles of an opened bag, in board order; None while the bag has secrets."""
        return None if self._bag is None else tuple(_tile_name(tile) for tile in sorted(self._bag))

    def events(self, since: int = 0) -> tuple[Event, ...]:
        """Return what has happened, from the `since`-th event on, with what this seat may know of it.

        A caller that shows events counts those that it has shown, and asks the game after the last final block for the rest.
        So none is shown twice, and none is lost however many blocks become final at once. A void block shows nothing,
        because its copy of the game is forgotten with its events.
        """
        return tuple(self._events[since:self._event_count])

    def observe(self) -> Observation:
        """Return what this seat may know, as an Observation for screens and computer players."""
        return self._game.observe(self.seat)

    def standings(self) -> tuple[tuple[int, int, int], ...]:
        """Return rank, seat (or team) and money, best first, once the game is over."""
        return tuple(self._game.standings())

    def legal_actions(self) -> list[Action]:
        """Return what this seat may do if it is asked now, else nothing."""
        asked = self.next_question()
        is_asked = self.seat in asked.seats if isinstance(asked, AskAnswers) else asked == AskDecision(self.seat or 0)
        if self.seat is None or not is_asked:
            return []
        return [action for action in self._game.legal_actions(self.seat)
                if not isinstance(action, Pick) or TILE_NUMBERS[action.tile] in (self._bag or ())]

    def action_bytes(self, *answers: Action) -> bytes:
        """Return answers of a seat as they are sent together: all of them, or the first ones where all would be too long."""
        chains = self._game.ruleset.chain_names
        sent = b""
        for answer in answers:
            if isinstance(answer, StartTile | DrawTile | MarketTile):
                raise ValueError(f"{answer} is what chance does, no seat can send it")
            line = format_action(replace(answer, seat=None), chains).encode("ascii")
            longer = b"\n".join((sent, line)) if sent else line
            if sent and len(longer) > MAX_ACTION_BYTES:
                break
            sent = longer
        return sent

    def after_answers(self, answers: Sequence[Action]) -> AcquireGame:
        """Return how the game stands after these answers of its seat. Raises RefusedError."""
        ahead = self.copy()
        ahead._apply_run(answers)
        return ahead

    def record(self, seats: Sequence[Sequence[str]] | None = None) -> Record:
        """Return the game so far as this seat knows it: `??` for tiles that others drew. `seats` are (name, kind)."""
        return self._game.record(seats)

    def __repr__(self) -> str:
        return f"<AcquireGame of {'everybody' if self.seat is None else f'seat {self.seat}'}: {self._game!r}>"


# --- a table that was agreed on ---

KERNEL = 1
"""Raised when the kernel plays any ruleset differently than before: two peers would part ways in the middle of a game."""


def engine_digest() -> bytes:
    """Return what two programs compare before they sit down together: the same rules, played the same way."""
    names = (name.encode() + ruleset.digest for name, ruleset in sorted(RULESETS.items()))
    return digest("engine", KERNEL.to_bytes(4, "little"), *names)[:32]


def rules_lines(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the rules as a table of the lobby holds them: the lines of a record's header."""
    header = Header(ruleset=ruleset, seats=(Seat("nobody"),) * 4)
    return tuple(line for line in header.header_lines() if line.split(" ")[0] in ("ruleset", "option", "rules"))


def header_of(table: TableSpec) -> Header:
    """Return the head of this table's record. Raises AdmissionError where there is no such game."""
    header = _read_rules(table.rules, [seat.name for seat in table.seats])
    refuse_rounds_over_days(header.ruleset, table.options)
    return header


def refuse_rounds_over_days(ruleset: Ruleset, options: Iterable[tuple[str, str]]) -> None:
    """Raise AdmissionError for simultaneous play at a table whose players need not be there together."""
    if ruleset.simultaneous and is_over_days(options):
        raise AdmissionError(Wording("simultaneous play does not go together with a table over days: set simultaneous to no"))


def ruleset_of(rules: Sequence[str], players: int) -> Ruleset:
    """Return the ruleset that these lines of a proposal mean for so many players. Raises AdmissionError."""
    return _read_rules(rules, [f"Player {number}" for number in range(players)]).ruleset


def _read_rules(rules: Sequence[str], names: Sequence[str]) -> Header:
    lines = [FIRST_LINE.decode(), *rules, f"players {len(names)}"]
    lines += [f"seat {number} person {name}" for number, name in enumerate(names)]
    lines += ["tiles given", "sealed yes"]
    try:
        header, taken = read_header(lines)
    except RecordError as error:
        raise AdmissionError(Wording("the rules of this table: {why}", why=error.reason)) from None
    if taken != len(lines) or list(header.header_lines()) != lines:
        raise AdmissionError(Wording("the rules of this table are not written as a record writes them"))
    return header


def game_of(table: TableSpec, seat: int | None) -> AcquireGame:
    """Return the game of a table, before its first tile, as this seat sees it."""
    header = header_of(table)
    return AcquireGame(header.ruleset, header.players, seat, whole_turns=is_over_days(table.options))


def record_of(table: TableSpec, game: AcquireGame, drawn: Sequence[int | None]) -> Record:
    """Return the record of a game, with the tiles that were drawn in private as far as they were opened afterwards.

    Raises IllegalAction where the opened hands show what could not be seen before: a dead tile that was kept (A11).
    """
    record = _opened_game(game, drawn).record([(seat.name, "program" if seat.computer else "person") for seat in table.seats])
    return replace(record, log=option_value(table.options, "log"))


class OpenedHandsError(RemoteError, ValueError):
    """The opened hands do not fit the game that was played; the text says where."""


def hands_of(game: AcquireGame, drawn: Sequence[int | None]) -> tuple[tuple[str, ...], ...]:
    """Return what each seat holds at the end, in the same way; `??` for tiles that were not opened. Raises OpenedHandsError."""
    try:
        opened = _opened_game(game, drawn)
    except IllegalAction as illegal:
        raise OpenedHandsError(str(illegal)) from None
    hands = []
    for seat, count in enumerate(opened.observe(None).hand_counts):
        known = opened.observe(seat).hand
        hands.append((*known, *["??"] * (count - len(known))))
    return tuple(hands)


def _opened_game(game: AcquireGame, drawn: Sequence[int | None]) -> Game:
    opened, tiles = Game(game.ruleset, game.players, sealed=True), iter(drawn)
    for action in game.actions():
        if isinstance(action, DrawTile) and action.tile is None:
            tile = next(tiles, None)
            action = DrawTile(action.target, None if tile is None else _tile_name(tile))
        opened.apply(action, events=False)
    return opened


def _refusal(seat: int, action: str, why: str) -> Wording:
    """Return why a seat cannot do something now."""
    return Wording("seat {seat}, {action}: {why}", seat=seat, action=action, why=why)


def _not_in_bag(tiles: Iterable[str]) -> Wording:
    return Wording("{tiles}: {why}", tiles=_names_of(tiles), why=Wording(Reason.TILE_NOT_IN_BAG.value))


def _tile_name(tile: object) -> str:
    if type(tile) is not int or not 0 <= tile < len(TILE_NAMES):
        raise RefusedError(Wording("{tile} is not a tile; tiles run from 0 to {last}", tile=repr(tile), last=len(TILE_NAMES) - 1))
    return TILE_NAMES[tile]


def _in_order(names: Iterable[str]) -> list[str]:
    return sorted(names, key=TILE_NUMBERS.__getitem__)


def _names_of(names: Iterable[str]) -> str:
    return " ".join(_in_order(names)) or "nothing"


def _of_the_hand(line: Action) -> frozenset[int]:
    """Return the tiles that an action says to be in its seat's hand."""
    if isinstance(line, Place):
        return frozenset((TILE_NUMBERS[line.tile],))
    if isinstance(line, Show | Discard):
        return frozenset(TILE_NUMBERS[tile] for tile in line.tiles)
    return frozenset()
