"""Control a table without its picture: who looks, what is asked, what an answer would do, what the log says, what is saved.

A controller stands over any `Match`, local or over the network. Its scene calls `advance` when time has passed and shows the
steps that it returns, then `ask_next`, which says what is due. What a decider answers goes to the scene, which asks for the
`objection` first and then submits it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from acquire_client.language import Words, message
from acquire_client.matches.match import Match, prompt_of
from acquire_client.matches.match_runner import MatchRunner
from acquire_client.matches.steps import MatchStep
from acquire_client.matches.table_log import first_new_step, first_step_shown, new_tiles
from acquire_client.view_model.baskets import Cart
from acquire_client.view_model.facts import ending_text
from acquire_client.view_model.hints import Hint, hints_from
from acquire_client.view_model.log import LogLine, TableLog, log_lines
from acquire_client.view_model.merger_card import MERGER_PHASES, MergerCard, still_to_decide
from acquire_client.view_model.merger_stage import MergerFigures
from acquire_client.view_model.placing import TileEffect, dead_squares, tile_effects
from acquire_client.view_model.prompts import Prompt
from acquire_client.view_model.questions import QUESTIONS, YOU_DECIDE, YOUR_TURN, imperative_text
from acquire_client.view_model.questions import question_text as asked_question
from acquire_client.view_model.rounds import Auction, auctions_in, progress_of, progress_text, short_progress_text, still_asked
from acquire_client.view_model.sheet import ScoreSheet, score_sheet, sheet_seen
from acquire_client.view_model.words import TableNames
from acquire_client.window.controller.autosave import TableSaver
from acquire_client.window.controller.basket_deciders import BuyDecider, decider_for
from acquire_client.window.controller.deciders import Decider, OpenQuestion
from acquire_client.workers import Workers
from acquire_core import Observation
from acquire_core.actions import CHANCE, Action, DeclareEnd, Stop, Trade2, UsePower
from acquire_core.ai import Decision
from acquire_core.events import TurnBegan


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What a person has set for all tables: whether answers that need no asking are given at once, whether what is final is asked
    again, whether there are hints, and how long computer players pause. With `confirms_all` also an answer is asked about again
    that was put together first."""

    passes: bool = True
    confirms: bool = False
    hints: bool = True
    pause_ms: int = 800
    confirms_all: bool = False


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """What may be shown now. It is looked at once for each change, and not for each picture."""

    seen: Observation
    sheet: ScoreSheet
    merger: MergerCard | None
    figures: MergerFigures
    deciding_next: tuple[int, ...]
    """The seats that decide in the merger behind the one that does now."""
    effects: tuple[TileEffect, ...]
    """What each tile of the hand would do."""
    is_placing: bool
    """Whether one of these tiles is asked for."""
    auctions: tuple[Auction, ...] = ()
    """What is bid for in simultaneous play."""
    answered: tuple[int, ...] = ()
    """The seats that have answered the step that is asked of several."""
    dead: frozenset[str] = frozenset()
    """The empty squares on which no tile can ever be placed."""
    recent: tuple[str, ...] = ()
    """The tiles that others have placed since the last turn of the person at the screen that is over."""


class Due(Enum):
    """What comes next at the table."""

    NOTHING = auto()
    QUESTION = auto()
    HAND_OVER = auto()
    END = auto()


class ObjectionKind(Enum):
    REFUSED = auto()
    ENDS_THE_GAME = auto()
    FINAL = auto()


@dataclass(frozen=True, slots=True)
class Objection:
    """Why an answer is not submitted at once. `reason` is that of the rules, where they refuse it."""

    kind: ObjectionKind
    reason: str = ""


class TableController:
    """`answer` gets what a decider has decided, and `refresh` is called when what it shows has changed."""

    def __init__(self, match: Match, workers: Workers, autosave: TableSaver, words: Words, options: TableOptions, *,
                 answer: Callable[[Action], None], refresh: Callable[[], None]) -> None:
        self.match = match
        self.runner = MatchRunner(match, workers, options.pause_ms)
        self.runner.passes = options.passes
        self.autosave = autosave
        self.words = words
        self.options = options
        self.sitting: int | None = match.people[0] if len(match.people) == 1 else None
        """The seat of the person at the screen."""
        self.steps_decided = [
            max((number for number, step in enumerate(match.steps, 1) if step.action.seat == seat), default=0)
            for seat in range(len(match.players))]
        """For each seat, how many steps there were behind its last decision: what came later is new to it."""
        self.prompt: Prompt | None = None
        self.decider: Decider | None = None
        self.hints: Sequence[Hint] | None = None
        self.hinting = False
        self.ended = False
        self.is_open = False
        """Whether all tiles and shares are shown, where no person plays whose secret they are."""
        self._workers = workers
        self._answer, self._refresh = answer, refresh
        self._submitted: Action | None = None
        self._cart: tuple[int, Cart] | None = None
        """The turn, and what lay in the cart when a power was used instead of the purchase, which comes after it in that turn."""
        self._retell_log()
        self.shown = self.look()

    # --- who looks, and what is known ---

    @property
    def viewer(self) -> int | None:
        """Return whose hand may be seen: the only person's, else that of the person who sits there and is asked."""
        if len(self.match.people) == 1:
            return self.match.people[0]
        if self.is_open:
            return self.match.asked_seat
        return self.sitting if self.sitting is not None and self.match.asked_seat == self.sitting else None

    @property
    def names(self) -> TableNames:
        """Return the names of the table, in the language of the person."""
        return self.match.names.in_language(self.words)

    @property
    def first_line_shown(self) -> int:
        """Return with which line the log begins at a table that shows the last round only: there with the next turn behind the
        last one of the person at the screen."""
        return self.log.lines_of(first_step_shown(self.match, self.sitting))

    @property
    def lines_shown(self) -> list[LogLine]:
        """Return the lines of the log that may be shown."""
        return self.log.lines[self.first_line_shown:]

    @property
    def new_lines(self) -> tuple[int, ...]:
        """Return which of these lines are new to the person at the screen: what others did since the person's last turn that is
        over. Before the first turn is over, none is marked."""
        first = 0 if self.sitting is None else self.log.lines_of(first_new_step(self.match, self.sitting)) - self.first_line_shown
        lines = self.lines_shown
        return tuple(number for number in range(first, len(lines)) if lines[number].seat != self.sitting) if first > 0 else ()

    def open_hands(self, is_open: bool) -> None:
        """Show all tiles and shares, or only what everybody may know; a table at which a person sits stays as it is."""
        self.is_open = is_open and not self.match.people
        self._retell_log()

    def look(self) -> TableSnapshot:
        """Return what may be shown now, and keep it as `shown`."""
        match, decider = self.match, self.decider
        seen = match.observe(self.viewer)
        whole = self.is_open and not match.is_over
        sheet = score_sheet(match.game.snapshot(), seen.ruleset, match.names) if whole else sheet_seen(seen, match.names)
        sheet = self._with_all_who_decide(sheet)
        merger = match.merger if match.game.phase in MERGER_PHASES else None
        placing = decider is not None and decider.prompt.phase == "place" and seen.seat == decider.prompt.seat
        effects = tile_effects(seen, match.unplayable_tiles() if placing else {}, self.words)
        figures = MergerFigures(seen.sizes, seen.prices, seen.shown_shares)
        self.shown = TableSnapshot(seen, sheet, merger, figures, self._deciding_next(merger, sheet), effects, placing,
                                   auctions_in(seen), match.answered_seats, dead_squares(seen),
                                   () if self.sitting is None else new_tiles(match, self.sitting))
        return self.shown

    def _with_all_who_decide(self, sheet: ScoreSheet) -> ScoreSheet:
        """Return the sheet with all others marked whose answers this machine waits for; in turns that is one."""
        match = self.match
        if not match.names.rounds or match.asked_seat is not None or match.is_over:
            return sheet
        owing = still_asked(match.game, match.answered_seats)
        return replace(sheet, seats=tuple(replace(column, deciding=seat in owing) for seat, column in enumerate(sheet.seats)))

    def _deciding_next(self, merger: MergerCard | None, sheet: ScoreSheet) -> tuple[int, ...]:
        match = self.match
        if merger is None or merger.settling is None or match.asked_seat is None or match.game.phase != "dispose":
            return ()
        if match.names.rounds:
            return ()  # all holders decide at once
        shares = next(row.blocks for row in sheet.chains if row.chain == merger.settling.chain)
        majority_first = match.game.ruleset.disposal_order == "majority"
        return still_to_decide(merger, match.asked_seat, shares, majority_first) or ()

    @property
    def is_my_turn(self) -> bool:
        """Return True if a question waits for the only person at this computer, who needs no name."""
        return self.decider is not None and len(self.match.people) == 1

    @property
    def merging_rival(self) -> int | None:
        """Return who has merged chains of which the only person at this computer decides about shares, in that player's turn."""
        prompt, merger = self.prompt, self.match.merger
        is_asked = self.is_my_turn and prompt is not None and prompt.phase == "dispose"
        return merger.seat if merger is not None and is_asked and merger.seat != self.match.people[0] else None

    @property
    def tab(self) -> str:
        """Return what stands above a question to the only person at this computer, in English; nothing above all others."""
        if not self.is_my_turn:
            return ""
        return YOUR_TURN if self.merging_rival is None else YOU_DECIDE

    def question_text(self) -> str:
        """Return who decides what; to the only person at this computer what to do."""
        match, rival = self.match, self.merging_rival
        if rival is not None:
            return self.words.translate("Merger by {name}: sell, trade or keep?", name=match.names.seat(rival))
        if self.is_my_turn and self.prompt is not None:
            return imperative_text(self.prompt.phase, self.words, self.prompt.limit)
        if match.is_over:
            return self.words.translate(QUESTIONS["over"])
        if match.asked_seat is None:
            return self.words.translate("The game waits for a tile that nobody supplies.")
        phase = match.game.phase if self.prompt is None else self.prompt.phase
        return asked_question(phase, match.asked_seat, self.names)

    def progress_text(self) -> str:
        """Return how many have answered a step of simultaneous play; empty where one seat alone is asked."""
        progress = progress_of(self.match.game, self.match.answered_seats)
        return "" if progress is None else progress_text(progress, self.names)

    def progress_note(self) -> str:
        """Return the same in fewer words, for the end of the question's line."""
        progress = progress_of(self.match.game, self.match.answered_seats)
        return "" if progress is None else short_progress_text(progress, self.names)

    @property
    def waiting_person(self) -> int | None:
        """Return the person who answered last and may still change it, because others have to answer."""
        waiting = [seat for seat in self.match.answered_seats if seat in self.match.people]
        return waiting[-1] if waiting and self.match.undoable_count else None

    def lines_since(self, seat: int) -> list[str]:
        """Return what has been done since a seat was asked the last time; where a game is continued in the middle of that seat's
        turn, what has been done since the turn before. In simultaneous play all read it together, so it has nobody's draws."""
        return self._texts_from(self.steps_decided[seat], seat) or self._texts_from(self._turn_before(seat), seat)

    def _texts_from(self, first: int, seat: int) -> list[str]:
        viewer = None if self.match.names.rounds else seat
        lines = [line for step in self.match.steps[first:] for line in self._lines_of(step, viewer) if not line.turn]
        return [line.text for line in lines if not line.quiet] or [line.text for line in lines]

    def _turn_before(self, seat: int) -> int:
        """Return with which step the last turn of another seat began; 0 if there was none."""
        steps = self.match.steps
        turn = next((step.turn for step in reversed(steps) if step.action.seat not in (seat, None, CHANCE)), 0)
        return next((number for number, step in enumerate(steps) if step.turn == turn), 0)

    def _lines_of(self, step: MatchStep, seat: int | None) -> tuple[LogLine, ...]:
        return log_lines(step.action, step.seen_by(seat), self.names, self.match.game.ruleset)

    def _public_lines(self, step: MatchStep) -> tuple[LogLine, ...]:
        """Return what the log tells: to several people what everybody may know."""
        if self.is_open:
            return log_lines(step.action, step.events, self.names, self.match.game.ruleset)
        return self._lines_of(step, self.match.people[0] if len(self.match.people) == 1 else None)

    def _retell_log(self) -> None:
        self.log = TableLog(map(self._public_lines, self.match.steps))

    # --- time ---

    def advance(self, now_ms: int) -> list[MatchStep]:
        """Do what is due without a person; return the steps that have come, the oldest first."""
        steps = self.runner.advance(now_ms)
        known = len(self.match.steps) - len(steps)
        if known < self.log.step_count:
            self._forget_steps(known)
        for number, step in enumerate(steps, known + 1):
            self.log.add(self._public_lines(step))
            if self._was_shown_together(step):
                self.steps_decided[step.action.seat or 0] = known  # also the own answer is news when all are shown
            elif step.action == self._submitted and step.action.seat is not None:
                self.steps_decided[step.action.seat], self._submitted = number, None
            if any(isinstance(event, TurnBegan) for event in step.events):
                self.autosave.keep(self.match)
        if steps:
            self._forget_question()
        if self.match.names.rounds and len(steps) > 1 and len(self.match.people) > 1:
            self.sitting = None  # all look at what was shown together, also where the same person is asked next
        return steps

    def _forget_steps(self, known: int) -> None:
        """Forget all but the first steps: the table has not taken what was prepared here, or has gone on in another way."""
        self.log = TableLog(map(self._public_lines, self.match.steps[:known]))
        self.steps_decided = [min(steps, known) for steps in self.steps_decided]
        self._forget_question()

    def _was_shown_together(self, step: MatchStep) -> bool:
        """Return True for an answer of simultaneous play, which its seat gave before it became known."""
        return self.match.names.rounds and step.action.seat not in (None, CHANCE)

    def drop_question(self) -> None:
        """Forget the question that the match does not ask any more, because it has been answered elsewhere, or will be."""
        if self.decider is not None and self.match.asked_seat != self.decider.prompt.seat:
            self._forget_question()
            self._refresh()

    def same_question(self) -> Callable[[], bool]:
        """Return what says whether the same question is still put: a game over the network goes on behind a dialog."""
        decider = self.decider
        return lambda: self.decider is decider

    def _forget_question(self) -> None:
        """Forget what was asked, with the hints for it."""
        self.decider = self.prompt = None
        self.hints, self.hinting = None, False

    def ask_next(self, is_counting: bool = False) -> Due:
        """Put the next question, if there is one; with several people only when the right one sits at the screen.

        While bonuses are counted nobody is asked to the screen, because all of them watch it.
        """
        if self.match.is_over and not self.ended:
            self.ended = True
            self.autosave.keep_finished(self.match)
            return Due.END
        if not self._is_question_due or self.match.asked_seat is None:
            return Due.NOTHING
        if len(self.match.people) > 1 and self.sitting != self.match.asked_seat:
            self.runner.halted = True
            return Due.NOTHING if is_counting else Due.HAND_OVER
        question = self._open_question(self.match.asked_seat)
        self.prompt, self.decider = question.prompt, decider_for(question)
        if isinstance(self.decider, BuyDecider) and self._cart is not None:
            turn, cart = self._cart
            if turn == self.match.game.turn and cart.seat == self.prompt.seat:
                self.decider.refill(cart)
        return Due.QUESTION

    @property
    def _is_question_due(self) -> bool:
        return self.match.asks_person and self.decider is None and not self.ended

    def wait_ms(self, now_ms: int) -> int | None:
        """Return for how many milliseconds nothing happens by itself; None until an answer or a finished thought."""
        return 1 if self._is_question_due else self.runner.wait_ms(now_ms)

    def _open_question(self, seat: int) -> OpenQuestion:
        match = self.match
        return OpenQuestion(prompt_of(match, self.names), match.observe(seat), self.names, self.words.translate, match.refusal_of,
                            self._answer, self._refresh)

    def take_seat(self, seat: int) -> None:
        """Let the person of this seat sit at the screen."""
        self.sitting = seat
        self.runner.halted = False

    # --- answers ---

    def objection_to(self, action: Action, in_one_press: bool = False) -> Objection | None:
        """Return why an answer is not submitted at once: the rules refuse it, or the person is to be asked again.

        `in_one_press` is True for an answer that was not put together first, whatever the decider does.
        """
        refusal = self.match.refusal_of(action)
        if refusal is not None:
            return Objection(ObjectionKind.REFUSED, refusal)
        if isinstance(action, DeclareEnd) and action.yes:
            return Objection(ObjectionKind.ENDS_THE_GAME)
        is_single = in_one_press or (self.decider is not None and self.decider.answers_at_once)
        asks = self.options.confirms_all or (self.options.confirms and is_single)
        if asks and self.match.is_final(action, self.options.passes):
            return Objection(ObjectionKind.FINAL)
        return None

    def warning_of(self, objection: Objection) -> str:
        """Return what an answer means that the person is asked about again, in the language of now."""
        if objection.kind is ObjectionKind.ENDS_THE_GAME:
            return ending_text(self.shown.seen, self.names)
        if self.options.confirms_all:
            return self.words.translate(message("What is sent to the table stands: nobody can take it back."))
        return self.words.translate(message("After this nothing can be taken back."))

    def submit(self, action: Action) -> None:
        """Hand an answer to the match; what comes of it arrives by `advance`."""
        self._submitted = action
        if isinstance(action, UsePower) and isinstance(self.decider, BuyDecider):
            self._cart = self.match.game.turn, self.decider.cart
        elif not isinstance(action, Trade2 | Stop):
            self._cart = None
        self.match.answer(action)
        self._forget_question()

    def undo(self, everything: bool = False) -> bool:
        """Take back the last answer, or all of the turn; return False if nothing may be taken back."""
        waits = bool(self.match.game.waiting()) and self.match.undoable_count > 0
        if not self.match.asks_person or not (self.match.undo(everything) or waits):
            return False
        self._forget_question()
        if waits and len(self.match.people) > 1:
            self.sitting = None  # only its owner may look at the question again
        self.steps_decided = [min(steps, len(self.match.steps)) for steps in self.steps_decided]
        self._retell_log()
        return True

    # --- hints ---

    def toggle_hint(self) -> None:
        """Look for hints in a thread, or put away those that are there."""
        if self.hinting:
            self.hints, self.hinting = None, False
        elif self.prompt is not None:
            self.hints, self.hinting = None, True
            prompt, seen = self.prompt, self.match.observe(self.prompt.seat)

            def found(decision: Decision) -> None:
                if self.hinting and self.prompt is prompt:
                    self.hints = hints_from(decision, seen, prompt, self.names)
                    self._refresh()

            self._workers.start(self.match.hint_job(), found)

    # --- settings, saving, leaving ---

    def change_options(self, words: Words, options: TableOptions) -> None:
        """Apply other settings. In another language all texts are written anew, except hints: the player asks for them again."""
        language, self.words, self.options = self.words.language, words, options
        if words.language != language:
            self.hints, self.hinting = None, False
            if self.decider is not None:
                self.decider.set_question(self._open_question(self.decider.prompt.seat))
                self.prompt = self.decider.prompt
            self._retell_log()
        self.runner.delay_ms, self.runner.passes = options.pause_ms, options.passes
        self.hinting = self.hinting and options.hints

    def save(self) -> None:
        self.autosave.save(self.match)

    def leave(self) -> None:
        """Go away for good: thoughts are thrown away, and a game that goes on is kept."""
        self.runner.stop()
        self.autosave.keep_now(self.match)
