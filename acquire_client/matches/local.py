"""A match on one machine as a state machine: seats, computer players, the game, what is asked, and what can be taken back.

The caller loops: while `asked_seat` is a seat it gives `answer` an action, that of a person, of a program (programs.py) or of a
level (`bot_action`), and `poll` returns what came of it. Nothing here reads, prints, waits or knows the time, so a terminal and a
window can both drive it.
`MatchStep.events` are facts of the whole table; the screen that shows them says to whom (`MatchStep.seen_by`).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace

from acquire_client.language import message
from acquire_client.matches.match import Match
from acquire_client.matches.players import Player, person_seats, players_of, to_be_named
from acquire_client.matches.steps import Before, MatchStep, StepLog, apply_in_steps
from acquire_client.trouble import TranslatedError
from acquire_client.view_model.merger_card import MergerCard
from acquire_client.view_model.without_power import ACTS, game_before, idle_purchase, single_answers, without_power
from acquire_client.view_model.words import TableNames
from acquire_core import Game, Observation, Ruleset, RulesetError, ShuffledBag
from acquire_core import events as ev
from acquire_core.actions import CHANCE, Action, Bid, Buy, Discard, Pass, Place, Retire, Stop, UsePower
from acquire_core.ai import Decision, bot_named
from acquire_core.record import Record, record_of
from acquire_core.record_header import WHOLE
from acquire_core.refusals import IllegalAction

HINT_LEVEL = "expert"
TEAM_PLAYERS = 4

# Events that show a tile to a player for the first time. An answer before one of them cannot be taken back.
REVEALING = (ev.TileDrawn, ev.TilePicked, ev.MarketDrew, ev.HandShown, ev.HandReplaced, ev.TileLaidAway, ev.SeatRetired)


class MatchError(TranslatedError, ValueError):
    """A match that cannot be begun, continued or saved; the message is for people."""


class LocalMatch:
    """A game, its players, and the answers that may still be taken back."""

    def __init__(self, game: Game, players: Sequence[Player], seed: int = 0, merger: MergerCard | None = None,
                 log: str = WHOLE) -> None:
        """Begin a match; `merger` is what is being settled in a game that begins from a position, `log` how much of it screens
        show (matches/table_log.py)."""
        if len(players) != game.players:
            raise MatchError(f"{len(players)} players for {game.players} seats")
        self.game = game
        self.players = tuple(players)
        self.seed = seed
        self.log = log
        self.names = TableNames.of_seats([player.name for player in players], game.ruleset)
        self.people = person_seats(self.players)
        self._log = self._past_steps(merger)
        self._undo: list[Before] = []

    @classmethod
    def start(cls, ruleset: Ruleset, players: Sequence[Player], seed: int, log: str = WHOLE) -> LocalMatch:
        """Return a new game; all chance and all computer players follow from the seed."""
        if ruleset.teams and len(players) != TEAM_PLAYERS:
            raise MatchError(message("teams needs four players, two in each team, not {count}"), count=len(players))
        try:
            return cls(Game(ruleset, len(players), tiles=ShuffledBag(seed)), players, seed, log=log)
        except ValueError as error:
            raise MatchError(str(error)) from None

    @classmethod
    def resume(cls, record: Record, players: Sequence[Player] | None = None) -> LocalMatch:
        """Return the match that a record was saved from, with other players if some are given.

        Levels go on as if it had never been interrupted, but for the one that thinks by the clock. A program has to be named
        again unless the game is over.
        """
        if record.sealed or record.seed is None:
            raise MatchError(message("the record does not tell where its tiles come from, so the game cannot go on; "
                                     "'acquire replay' shows it"))
        game = Game(record.ruleset, record.players, tiles=ShuffledBag(record.seed))
        try:
            for action in (*record.actions, *record.waiting):
                if action.seat != CHANCE:
                    game.apply(action, events=False)
        except RulesetError as error:
            raise MatchError(str(error)) from None
        except IllegalAction as error:
            raise MatchError(message("the record does not follow from its seed: {why}"), why=error) from None
        # A record that was cut off may lack the last tiles drawn; they follow from the seed. One of simultaneous play may end
        # among the answers of a step: then these wait for the others.
        if tuple([*game.actions(), *game.waiting()][:len(record.actions)]) != record.actions:
            raise MatchError(message("the record does not follow from its seed: other tiles were drawn"))
        players = players_of(record.seats) if players is None else players
        missing = "" if game.over else to_be_named(players)
        if missing:
            raise MatchError(message("a program played here, and a record does not tell which: name it again, as in "
                                     "'acquire text --load FILE --seats \"{seats}\"'"), seats=missing)
        return cls(game, players, record.seed, log=record.log)

    def _past_steps(self, merger: MergerCard | None) -> StepLog:
        """Return the opening, or what a record brought along; a game that began from a position has none."""
        log, turn = StepLog(merger), 0
        for step in self.game.record().replay() if self.game.from_start else ():
            log.add(MatchStep(step.action, step.events, turn))
            turn = step.game.turn
        log.take_new()  # it was known before anybody polled
        return log

    @property
    def steps(self) -> list[MatchStep]:
        return self._log.steps

    @property
    def can_retire(self) -> bool:
        """Return True: on one machine everybody may leave for good."""
        return True

    @property
    def merger(self) -> MergerCard | None:
        return self._log.merger

    # --- what is asked ---

    @property
    def asked_seat(self) -> int | None:
        """Return the seat whose answer is due; None when the game is over, or waits for tiles that nobody supplies."""
        seat = self.game.to_move
        return None if seat == CHANCE else seat

    @property
    def answered_seats(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(answer.seat for answer in self.game.waiting() if answer.seat is not None))

    @property
    def is_over(self) -> bool:
        return self.game.over

    @property
    def asks_person(self) -> bool:
        return self.asked_seat is not None and self.players[self.asked_seat].is_person

    @property
    def asks_program(self) -> bool:
        return self.asked_seat is not None and self.players[self.asked_seat].is_program

    def observe(self, seat: int | None) -> Observation:
        """Return all that a seat, or with None the public, may be shown."""
        return self.game.observe(seat)

    def forced_answer(self) -> Action | None:
        """Return the answer that needs no asking: passing, buying nothing, stopping, where nothing else is legal."""
        return forced_action(self.game)

    def refusal_of(self, action: Action) -> str | None:
        """Return why the rules refuse an answer, in a sentence without a full stop; None if they accept it."""
        reason = game_before(self.game, action).refusal(action)
        return None if reason is None else reason.value

    def unplayable_tiles(self) -> dict[str, str]:
        """Return the tiles of the placing seat that may not be placed now, with the reason."""
        return unplayable_tiles(self)

    # --- answers ---

    def answer(self, action: Action) -> None:
        """Do what the asked seat decided; an `IllegalAction` leaves the match untouched. In a sealed step of simultaneous play
        an answer becomes a step when the last one is in: then all of them do, together. A tile that is placed where a power is
        asked for becomes two steps, which are taken back together."""
        seat = self.asked_seat
        before = self._log.before(self.game) if self.asks_person else None
        *first, last = single_answers(self.game.phase, action)
        ahead = self.game.copy() if first else self.game
        opened = [step for answer in first for step in apply_in_steps(ahead, answer)] + apply_in_steps(ahead, last)
        self.game = ahead
        for step in opened:
            self._log.add(step)
        if not opened:
            self._undo = [kept for kept in self._undo if kept.waits]
            if before is not None:
                self._undo.append(replace(before, waits=True))
        elif before is None or len(opened) > 1 + len(first) or _nothing_back(opened[-1], self.game, seat):
            self._undo.clear()
        else:
            self._undo.append(before)

    def answer_forced(self, action: Action) -> None:
        """Do what nobody was asked for: `undo` takes it back with the answer before it."""
        kept = list(self._undo)
        self.answer(action)
        if self._undo:
            self._undo = [before for before in kept if before.waits or not self._undo[-1].waits]

    def poll(self) -> list[MatchStep]:
        return self._log.take_new()

    def bot_action(self) -> Action:
        """Return what the computer player whose turn it is decides. The match is untouched."""
        return self.decision_job()()

    def decision_job(self) -> Callable[[], Action]:
        """Return the same as work for another thread: it knows all that it needs, and never looks at the match again."""
        level = None if self.asked_seat is None else self.players[self.asked_seat].level
        if self.asked_seat is None or level is None:
            raise MatchError("no computer player is asked")
        bot, seen = bot_named(level, self._seed_for(level)), self.observe(self.asked_seat)
        return lambda: bot.choose(seen).action

    def decides_alike(self, seat: int) -> bool:
        """Return True if a loaded game plays this seat's decisions again: all levels but the one that thinks by the clock do."""
        level = self.players[seat].level
        return level is not None and bot_named(level, 0).level.usual_ms is None

    def hint_job(self) -> Callable[[], Decision]:
        """Return work for another thread that finds what a strong computer player sees in the place of the asked seat."""
        if self.asked_seat is None:
            raise MatchError("nobody is asked")
        return hint_job(self.game, self.asked_seat, self._seed_for("hint"))

    def _seed_for(self, purpose: str) -> int:
        """Return one seed for each decision, so that a match which was saved, or taken back, goes on alike.

        It is hashed, because the seed of the bag must not come up again in the games that a bot imagines.
        """
        decisions = sum(step.action.seat != CHANCE for step in self.steps)
        return _hashed_seed(f"acquire local match {self.seed} {decisions} {self.asked_seat} {purpose}")

    def program_seed(self, seat: int) -> int:
        """Return what the program at a seat may draw its chance from: one seed a game, and hashed too, so that it is not the
        bag's."""
        return _hashed_seed(f"acquire local match {self.seed} program {seat}")

    # --- taking back ---

    def is_final(self, action: Action, passes: bool = True) -> bool:
        """Return True if after this answer nothing of the turn can be taken back. Where the table `passes`, answers that need
        no asking follow by themselves."""
        if self.game.ruleset.simultaneous and not isinstance(action, Retire) and len(self.game.owed()) > 1:
            return False
        if self.game.waiting():
            return True
        return is_final_after(self.game, action, passes, _nothing_back)

    @property
    def undoable_count(self) -> int:
        """Return how many answers of the asked seat can be taken back."""
        return len(self._undo)

    def undo(self, everything: bool = False) -> tuple[MatchStep, ...]:
        """Take back the last answer, or all of the turn; the steps that are gone, none if nothing may be taken back.

        Another player who has been asked since knows the answer, so it stands. That goes for programs too: they hear of
        answers only when they are asked, and never of one that is taken back. An answer of simultaneous play that waits is
        known to nobody: it can be taken back until all have answered (M13), and there is not a step of it yet.
        """
        if not self._undo:
            return ()
        to = 0 if everything and not self._undo[-1].waits else len(self._undo) - 1
        before = self._undo[to]
        del self._undo[to:]
        self.game = before.game
        return self._log.cut_back(before)

    def new_match(self) -> LocalMatch:
        return LocalMatch.start(self.game.ruleset, self.players, secrets.randbits(63), self.log)

    # --- saving ---

    def record(self) -> Record:
        try:
            return replace(record_of(self.game, [player.as_seat for player in self.players], waiting=True), log=self.log)
        except ValueError as error:
            raise MatchError(str(error)) from None


def _hashed_seed(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") >> 1


def forced_action(asked: Game | Observation) -> Action | None:
    codes = asked.legal_codes()
    if asked.phase == "power_buy":
        return idle_purchase(asked if isinstance(asked, Observation) else asked.observe(asked.to_move))
    action = asked.action_of(codes[0]) if len(codes) == 1 else None
    return action if action is not None and is_empty(action) else None


def is_empty(action: Action) -> bool:
    """Return True for an answer by which nothing happens: passing, stopping, bidding, buying or discarding nothing."""
    return isinstance(action, Pass | Stop) or action in (Buy(action.seat), Discard(action.seat), Bid(action.seat, 0))


def unplayable_tiles(match: Match) -> dict[str, str]:
    if match.game.phase not in ("place", *ACTS) or match.asked_seat is None:
        return {}
    reasons = {tile: match.refusal_of(Place(match.asked_seat, tile)) for tile in match.observe(match.asked_seat).hand}
    return {tile: reason for tile, reason in reasons.items() if reason is not None}


def hint_job(game: Game, seat: int | None, seed: int) -> Callable[[], Decision]:
    """Return work that finds what a strong computer player sees in the place of a seat. Where it would use no power, it says
    which tile it would place."""
    bot, seen = bot_named(HINT_LEVEL, seed), game.observe(seat)
    behind: Observation | None = None
    if seat is not None and without_power(seen) is not None:
        ahead = game.copy()
        ahead.apply(UsePower(seat, None))
        behind = ahead.observe(seat)

    def decide() -> Decision:
        decision = bot.choose(seen, explain=True)
        return decision if behind is None or decision.action != UsePower(seat, None) else bot.choose(behind, explain=True)

    return decide


def is_final_after(game: Game, action: Action, passes: bool, nothing_back: Callable[[MatchStep, Game, int | None], bool]) -> bool:
    """Return True if after an action, and what follows by itself where the table `passes`, nothing is taken back."""
    ahead, due, seat = game.copy(), action, game.to_move
    while True:
        *first, last = single_answers(ahead.phase, due)
        for answer in first:
            ahead.apply(answer, events=False)
        if nothing_back(MatchStep(last, ahead.apply(last), 0), ahead, seat):
            return True
        following = forced_action(ahead) if passes else None
        if following is None:
            return False
        due = following


def asks_another(step: MatchStep, game: Game, seat: int | None) -> bool:
    """Return True if the seat is not asked again after a step."""
    return game.to_move != seat


def _nothing_back(step: MatchStep, game: Game, seat: int | None) -> bool:
    """Return True if a step showed a tile, or another seat decides after it: then it cannot be taken back."""
    return asks_another(step, game, seat) or any(isinstance(event, REVEALING) for event in step.events)
