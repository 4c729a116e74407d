"""A match over the network as its own seat knows it: fed with what has become final at the table, asked like any other match.

The peer's thread calls the `receive_` functions, which only put what they get into a queue. `poll`, in the thread that shows the
match, takes it out. Nothing here waits or sends: `submit` belongs to the peer, and what comes of an answer is received like every
other action, so the match is never ahead of the table. A watcher's match has no seat.

At a table over days a turn is sent as one decision, so that it waits for the others once. Its answers happen here at once, and
can be taken back until the last one is given, or until a merger has shown shares that are concealed otherwise. Then all of them
are submitted. What comes of them is the same, and is not shown again.
"""

from __future__ import annotations

import queue
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

from acquire_client.matches.final_answers import FinalAnswers
from acquire_client.matches.local import (
    MatchError,
    asks_another,
    forced_action,
    hint_job,
    is_final_after,
    unplayable_tiles,
)
from acquire_client.matches.players import Player
from acquire_client.matches.steps import Before, MatchStep, StepLog, apply_in_steps
from acquire_client.view_model.merger_card import MergerCard
from acquire_client.view_model.without_power import ACTS, game_before, single_answers
from acquire_client.view_model.words import TableNames
from acquire_core import Game, Observation, Ruleset
from acquire_core.actions import Action, ChooseSurvivor, Pick, Place, UsePower
from acquire_core.ai import Decision, bot_named
from acquire_core.record import Record
from acquire_core.record_header import WHOLE
from acquire_core.refusals import Reason


class OnlineMatch(FinalAnswers):
    """One seat's game, or with seat None a watcher's."""

    def __init__(self, ruleset: Ruleset, names: Sequence[str], seat: int | None, submit: Callable[..., None], *,
                 computers: Collection[int] = (), wake: Callable[[], None] = lambda: None, log: str = WHOLE,
                 whole_turns: bool = False) -> None:
        """Begin to follow a table; `wake` is called, in the thread of the peer, when there is something to poll."""
        self.log = log
        self.game = Game(ruleset, len(names), sealed=True)
        self.game.observe(seat)  # refuses a seat that there is not
        # Which computer player it is, only its own program knows.
        self.players = tuple(Player(name, command="" if number in computers else None) for number, name in enumerate(names))
        self.names = TableNames.of_seats(list(names), ruleset)
        self.seat = seat
        self.people: tuple[int, ...] = () if seat is None else (seat,)
        self._log = StepLog()
        self.opened_bag: tuple[str, ...] | None = None
        """The tiles of a bag that lies open; None while it has secrets."""
        self.pending: Action | None = None
        """What was answered and is not final yet."""
        self._follows = 0
        """The turn in which `pending` itself has still to be submitted, as soon as the answer before it is final; 0 if it is."""
        self.stand_in: str | None = None
        """The level of the computer player that answers in the place of the person; None if the person does."""
        self.whole_turns = whole_turns
        """True if the answers of a turn are submitted together."""
        self._prepared: list[Action] = []
        """The answers that have happened here and are not final at the table."""
        self._undo: list[Before] = []
        """How the match stood before each of them; nothing is taken back once they are submitted."""
        self._seen_through = 0
        """How many of them the person cannot take back, because they have shown what others hold."""
        self._withdrawn: tuple[MatchStep, ...] = ()
        self._submit = submit
        self._wake = wake
        self._asked = False
        self._sealed: tuple[int, ...] = ()
        self._arrived: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()

    @property
    def steps(self) -> list[MatchStep]:
        return self._log.steps

    @property
    def merger(self) -> MergerCard | None:
        return self._log.merger

    # --- what the table reports, in the thread of the peer ---

    def receive_actions(self, actions: Sequence[Action], asked: bool, opened_bag: tuple[str, ...] | None = None) -> None:
        """Take what has become final since the last time, and whether this seat is asked now."""
        self._receive(partial(self._apply, tuple(actions), asked, opened_bag))

    def receive_sealed(self, seats: Sequence[int]) -> None:
        """Take which seats have answered a sealed step that is not open yet."""
        self._receive(partial(self._set_sealed, tuple(seats)))

    def receive_refusal(self) -> None:
        """Take the word of the table that it refuses the answer: the question stands."""
        self._receive(partial(self._set_pending, None))

    def receive_own_answer(self, action: Action) -> None:
        """Take the answer that the peer has given for this seat, whose time was up."""
        self._receive(partial(self._set_pending, action))

    def _receive(self, change: Callable[[], None]) -> None:
        self._arrived.put(change)
        self._wake()

    # --- the same, in the thread that shows the match ---

    def poll(self) -> list[MatchStep]:
        self.poll_changes()
        return self._log.take_new()

    def poll_changes(self) -> None:
        """Take what has arrived; the steps of it wait for `poll`."""
        while True:
            try:
                change = self._arrived.get_nowait()
            except queue.Empty:
                return
            change()

    def _apply(self, actions: Sequence[Action], asked: bool, opened_bag: tuple[str, ...] | None) -> None:
        for action in actions[self._count_confirmed(actions):]:
            self._do(action)
        self.opened_bag = opened_bag
        self._asked = asked
        if actions:
            self._sealed = ()
        if self.pending is not None and self._follows and (asked or self.game.to_move != self.seat):
            self._submit_following(asked)
        elif not self._follows and (asked or any(action.seat == self.seat for action in actions)):
            self.pending = None
        if asked and self._prepared and self.game.to_move != self.seat:
            self._submit_prepared()  # these answers of the turn did not fit into one decision with those before them

    def _submit_following(self, asked: bool) -> None:
        """Submit the answer behind the one that has become final. Where the table has gone on in another way, forget it."""
        following, turn = self.pending, self._follows
        self.pending, self._follows = None, 0
        if following is not None and asked and turn == self.game.turn and self.game.phase not in ACTS \
                and self.refusal_of(following) is None:
            self.answer(following)

    def _count_confirmed(self, actions: Sequence[Action]) -> int:
        """Return how many of the actions have happened here already, because they were prepared. Where the table has gone on
        in another way, take back what was prepared."""
        count = min(len(actions), len(self._prepared))
        if tuple(self._prepared[:count]) != tuple(actions[:count]):
            self._withdraw()
            return 0
        del self._prepared[:count], self._undo[:count]
        self._seen_through = max(0, self._seen_through - count)
        return count

    def _do(self, action: Action) -> None:
        for step in apply_in_steps(self.game, action):
            self._log.add(step)

    def _take_back(self, count: int) -> tuple[MatchStep, ...]:
        """Go back to the first `count` prepared answers; return the steps that are gone."""
        if count >= len(self._prepared):
            return ()
        before = self._undo[count]
        del self._prepared[count:], self._undo[count:]
        self._seen_through = min(self._seen_through, count)
        self.game = before.game
        return self._log.cut_back(before)

    def _withdraw(self) -> None:
        """Take back all that was prepared, because the table has not taken it."""
        if self._take_back(0):
            self._withdrawn += self._log.polled_gone

    def take_withdrawn(self) -> tuple[MatchStep, ...]:
        """Return the steps that the last `poll` calls had returned, and that the table has not taken since."""
        withdrawn, self._withdrawn = self._withdrawn, ()
        return withdrawn

    def _set_sealed(self, seats: tuple[int, ...]) -> None:
        self._sealed = seats

    def _set_pending(self, action: Action | None) -> None:
        if action is None:
            self._withdraw()
        self.pending, self._follows = action, 0

    # --- what is asked ---

    @property
    def asked_seat(self) -> int | None:
        return None if self.stand_in is not None else self._due_seat

    @property
    def _due_seat(self) -> int | None:
        """Return the own seat if an answer of it is due, from the person or from a computer player."""
        return self.seat if self._asked and self.pending is None else None

    @property
    def is_sending(self) -> bool:
        """Return True if an answer is on its way and final in a moment. Over days it is on its way until all have come by; a
        sealed one is with the others, and waits for theirs."""
        return self.pending is not None and not self.whole_turns and self.seat not in self._sealed

    @property
    def answered_seats(self) -> tuple[int, ...]:
        return self._sealed

    @property
    def asks_person(self) -> bool:
        return self.asked_seat is not None and self.players[self.asked_seat].is_person

    @property
    def is_over(self) -> bool:
        """Return True if the table has come to the end; an end that was prepared here may still be taken back."""
        return self.game.over and not self._prepared

    def observe(self, seat: int | None) -> Observation:
        """Return as much as this machine knows: another seat's view is everybody's."""
        return self.game.observe(seat if seat == self.seat else None)

    def legal_actions(self) -> list[Action]:
        """Return what this seat may answer. The kernel does not know which tiles lie in an opened bag; the table does."""
        return [action for action in self.observe(self.seat).legal_actions()
                if not isinstance(action, Pick) or action.tile in (self.opened_bag or ())]

    def forced_answer(self) -> Action | None:
        """Return the answer that needs no asking: passing, buying nothing, stopping, where nothing else is legal."""
        return None if self.asked_seat is None else forced_action(self.observe(self.seat))

    def refusal_of(self, action: Action) -> str | None:
        reason = game_before(self.game, action).refusal(action)
        if reason is None and isinstance(action, Pick) and action.tile not in (self.opened_bag or ()):
            return Reason.TILE_NOT_IN_BAG.value
        return None if reason is None else reason.value

    def unplayable_tiles(self) -> dict[str, str]:
        return unplayable_tiles(self)

    # --- answers ---

    def answer(self, action: Action) -> None:
        """Hand an answer to the table; it happens when the table has agreed. Behind it nothing is taken back.

        Where whole turns are submitted it happens here at once, and the last answer of the turn hands all of them over; an
        `IllegalAction` leaves the match untouched. Elsewhere a tile that is placed where a power is asked for is submitted when
        it is final that no power is used.
        """
        answers = single_answers(self.game.phase, action)
        if not self.whole_turns:
            self.pending, self._follows = action, self.game.turn if len(answers) > 1 else 0
            self._submit(answers[0])
            return
        if len(answers) > 1:
            game_before(self.game, action).apply(action, events=False)  # in a copy: a refusal changes nothing
        for answer in answers:
            before = self._log.before(self.game)
            self._do(answer)
            self._prepared.append(answer)
            self._undo.append(before)
        if _has_shown_shares(self._log.steps[-1], self.game, self.seat):
            self._seen_through = len(self._prepared)
        if self.game.to_move != self.seat:
            self._submit_prepared()

    def _submit_prepared(self) -> None:
        self.pending = self._prepared[-1]
        self._submit(*self._prepared)

    def answer_forced(self, action: Action) -> None:
        self.answer(action)

    def is_final(self, action: Action, passes: bool = True) -> bool:
        return not self.whole_turns or is_final_after(self.game, action, passes, _nothing_back)

    @property
    def undoable_count(self) -> int:
        return 0 if self.pending is not None else len(self._prepared) - self._seen_through

    def undo(self, everything: bool = False) -> tuple[MatchStep, ...]:
        """Take back the last answer that was prepared, with those that followed by themselves; or all of the turn."""
        if self.pending is not None:
            return ()
        to = 0 if everything else self._last_choice()
        return self._take_back(max(to, self._seen_through))

    def _last_choice(self) -> int:
        """Return the place of the last prepared answer that the person chose."""
        chosen = [number for number, before in enumerate(self._undo) if forced_action(before.game) is None]
        last = chosen[-1] if chosen else 0
        return last - 1 if last and self._undo[last - 1].game.phase in ACTS and _uses_none(self._prepared[last - 1]) else last

    # --- thinking and saving ---

    def hint_job(self) -> Callable[[], Decision]:
        return hint_job(self.game, self.seat, secrets.randbits(31))

    def decision_job(self) -> Callable[[], Action]:
        raise MatchError("another program thinks for the computer players of this table")

    def record(self) -> Record:
        return replace(self.game.record([player.as_seat for player in self.players]), log=self.log)

    def bot_action(self, level: str) -> Action:
        """Return what a computer player of this level would do in this seat."""
        return self._bot_choice(self._bot_job(level)())

    def stand_in_job(self) -> Callable[[], Decision] | None:
        """Return work that decides in the place of the person, where that is due now. It never looks at the match again."""
        if self.stand_in is None or self._due_seat is None:
            return None
        return self._bot_job(self.stand_in)

    def answer_for_person(self, decision: Decision) -> None:
        """Submit what a computer player has decided in the place of the person."""
        self.answer(self._bot_choice(decision))

    def _bot_job(self, level: str) -> Callable[[], Decision]:
        weighs = self.game.phase == "pick"  # a bot believes that any unseen tile may lie in the bag
        bot, seen = bot_named(level, secrets.randbits(31)), self.observe(self.seat)
        return lambda: bot.choose(seen, explain=weighs)

    def _bot_choice(self, decision: Decision) -> Action:
        """Return the action of a decision, or another one that it has considered, where an opened bag lacks a tile."""
        if self.game.phase != "pick" or self.refusal_of(decision.action) is None:
            return decision.action
        considered = [option.action for option in decision.considered if self.refusal_of(option.action) is None]
        return (considered or self.legal_actions())[0]


def _uses_none(action: Action) -> bool:
    return isinstance(action, UsePower) and action.power is None


def _nothing_back(step: MatchStep, game: Game, seat: int | None) -> bool:
    return asks_another(step, game, seat) or _has_shown_shares(step, game, seat)


def _has_shown_shares(step: MatchStep, game: Game, seat: int | None) -> bool:
    """Return True if a merger has shown a seat how many shares others hold, which its rules conceal at other times (R25a). Nobody
    may look at that and then place another tile."""
    return (isinstance(step.action, ChooseSurvivor | Place) and game.ruleset.holdings != "open"
            and bool(game.observe(seat).shown_shares))
