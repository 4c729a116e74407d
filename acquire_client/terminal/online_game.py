"""The loop of a game over the network in the terminal: the table's events and typed lines come through one queue, in order.

Between two questions a player can look at everything and reads for whom the table waits. Nothing that a player types can hold
the table up, because the peer lives in a thread of its own.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from acquire_client.language import ENGLISH
from acquire_client.matches.game_proofs import GameProofs
from acquire_client.matches.online import OnlineMatch
from acquire_client.matches.online_bot import BotSeat
from acquire_client.matches.steps import MatchStep
from acquire_client.terminal.online_clock import OnlineClock, duration_text
from acquire_client.terminal.presenters import Presenter
from acquire_client.terminal.presenters.events import EventPresenter
from acquire_client.terminal.prompt_loop import LOOKS, SAME, UNDO_WORD, WORDS, PromptLoop, not_a_word
from acquire_client.view_model.clock import time_is_up
from acquire_client.view_model.facts import share_facts, standing_now
from acquire_client.view_model.fair_play import fair_play_lines
from acquire_client.view_model.prompts import Prompt
from acquire_client.view_model.rounds import progress_of
from acquire_client.view_model.sheet import sheet_seen
from acquire_client.view_model.votes import lost_reason, void_draw_line, vote_line
from acquire_client.view_model.words import listing, printable, shortened
from acquire_core.actions import Action
from acquire_core.ai import LEVELS
from acquire_net import events

WATCHERS_WORDS = {"", *LOOKS, "who", "clock", "proofs", "quit", "help"}
"""The words that a spectator can type."""
LAST_LINES = 12
"""Lines of a game that are shown to a player who comes back to it."""
COUNTS_EVERY_S = 0.5
EARLY_TURNS = 2
"""A game that is not further is shown from its beginning."""


class TypedLine(str):
    """Something that was typed, among the news."""


END_OF_INPUT = object()
"""Nobody types any more."""


class TableCommands(Protocol):
    """What a person at a table may want of its peer; every call returns at once."""

    def submit(self, *answers: Action) -> None: ...

    def leave(self) -> None: ...

    def vote(self, seats: Iterable[int]) -> None: ...

    def set_paused(self, paused: bool) -> None: ...

    def send_chat(self, text: str) -> None: ...

    def hand_over(self, handed: bool) -> None: ...

    def mute_player(self, identity: bytes, muted: bool = True) -> None: ...


class QuestionWithdrawn(Exception):
    """The table has gone on while the player was typing, so the question does not wait for an answer any more."""


class OnlineGame(PromptLoop[OnlineMatch]):
    """One seat of a table, or a watcher, from the first tile to the signed result."""

    undo_ends = "a tile is drawn, another player decides, or shares are shown"

    words: tuple[tuple[str, str], ...] = (
        *WORDS,
        ("say", "'say TEXT' to everybody at the table"),
        ("who", "who is waited for, and who does not answer"),
        ("clock", "how long the decision may take, and what is in the banks"),
        ("proofs", "what was proven so far, and that all have the same game"),
        ("pause", "asks the others to wait: no clock runs; 'go on' ends it"),
        ("auto", "'auto LEVEL' lets a computer player answer for you, such as 'auto club'; 'auto off' takes your seat back"),
        ("mute", "'mute NAME' hides what a player writes; 'unmute NAME' shows it again"),
        ("drop", "'drop NAME' votes to go on without a player; 'drop' alone takes your votes back"),
        ("retire", "leave for good; the others play on"),
        ("quit", "leave the program; 'acquire resume' returns to the table"),
    )

    def __init__(self, match: OnlineMatch, presenter: Presenter, inbox: queue.SimpleQueue[object], table: TableCommands, *,
                 bot: BotSeat | None = None, identities: Sequence[bytes] = (), interactive: bool = False, confirm: bool = False,
                 redraws: bool = False, tell_other: Callable[[object], None] = lambda _: None,
                 now_s: Callable[[], float] = time.monotonic,
                 obey_starter: Callable[[object], bool] | None = None) -> None:
        super().__init__(match, presenter, self._read, interactive=interactive, confirm=confirm)
        if match.whole_turns:
            self.words = (UNDO_WORD, *self.words)
        self.inbox = inbox
        self.table = table
        self.identities = identities
        """The keys of the seats, by which players are muted."""
        self.bot = bot
        """Decides in place of a person."""
        self.redraws = redraws
        """Whether the prompt may change while a line is being typed."""
        self.now_s = now_s
        self.tell_other = tell_other
        """What is not about the game: the talk at the table, and who comes and goes."""
        self.obey_starter = obey_starter
        """Takes what the program writes that has started this computer player; returns True if it is to leave now."""
        self.ended: events.Ended | None = None
        self.stopped: events.PeerStopped | None = None
        self.regrouped = False
        """The game never began: those who are left are back in the lobby."""
        self._has_shown_opening = False
        self._waited: events.WaitingFor | None = None
        self.clock = OnlineClock(match.names, match.seat, now_s)
        self._cue = ""
        """Before the line that is typed, but for the clock."""
        if isinstance(presenter, EventPresenter):
            presenter.clock = self.clock.current_clock
        self._waited_since_s = now_s()
        self._table_shown = False
        """Whether a person who is not asked has seen the board since the game began here."""
        self._lost: set[int] = set()
        self._handed: set[int | None] = set()
        self._left_for_now: set[int] = set()
        """The seats for which a computer player answers in the place of a person."""
        self.proofs = GameProofs(match)
        """What was proven of this game so far."""
        self._questions = 0
        """How often this seat has been asked, so that nothing is answered that was asked before."""
        self._shown_once: set[type] = set()
        self._silent: events.NotAnswering = events.NotAnswering((), False)
        self._paused: tuple[int, ...] = ()
        """The seats that have asked for the pause that there is now."""

    def run(self) -> int:
        """Play until the result is signed, the peer stops, or the person leaves; return the exit code."""
        while not self.is_over:
            forced, job = self.match.forced_answer(), self.match.stand_in_job()
            if job is not None:
                self.match.answer_for_person(job())
            elif forced is not None:
                self.match.answer(forced)
            elif self.match.asked_seat is not None and self.bot is not None:
                self._ask_bot(self.bot)
            elif self.match.asked_seat is not None:
                self._table_shown = True
                if not self.match.answered_seats:
                    self._show_progress()
                try:
                    self.ask_seat(self.match.asked_seat)
                except QuestionWithdrawn:
                    pass
            else:
                self._show_idle_prompt()
                self._take(self._next_item(self._idle_prompt))
        return 1 if self.stopped is not None and self.stopped.text else 0

    @property
    def is_over(self) -> bool:
        return self.left or self.regrouped or self.ended is not None or self.stopped is not None

    def end_bot(self) -> None:
        """End the program that plays here, however the game ended."""
        if self.bot is not None:
            self.bot.stop()

    def _ask_bot(self, bot: BotSeat) -> None:
        action, lost = bot.decide_answer()
        if lost is not None:
            self.presenter.show_missed_decision(lost, self.match.names)
        self.match.answer(action)

    # --- what the table tells ---

    def _take(self, item: object) -> None:
        if self.obey_starter is not None and (isinstance(item, TypedLine) or item is END_OF_INPUT):
            self.left = self.left or self.obey_starter(item)
        elif isinstance(item, TypedLine):
            self._run_idle_line(item.strip())
        elif item is END_OF_INPUT:
            self.on_end_of_input()
        else:
            self.receive_event(item)

    def receive_event(self, item: object) -> None:
        names = self.match.names
        self.proofs.receive_event(item)
        if isinstance(item, events.SeatLost):
            self._lost.add(item.seat)
        match item:
            case events.Played(actions, asked, opened_bag):
                self._on_played(actions, asked, opened_bag)
            case events.AnswersSealed(seats):
                self.match.receive_sealed(seats)
                self.match.poll()
                self._show_progress()
            case events.Declined(reason):
                self.match.receive_refusal()
                self.match.poll()
                self._show_withdrawn()
                self.presenter.show_error(f"The table did not accept that: {printable(reason)}.")
            case events.WaitingFor():
                self._waited, self._waited_since_s = item, self.now_s()
                self._show_table_once()
            case events.DealProgress() if isinstance(self.presenter, EventPresenter):
                self.presenter.show_deal(item)
            case events.DealProgress() | events.ProofsChecked():
                pass
            case events.NotAnswering():
                self._show_silent_seats(item)
            case (events.HandedOver() | events.LeftForNow() | events.LinksChanged() | events.SeatReturns()
                  ) if isinstance(self.presenter, EventPresenter):
                self.presenter.show_seat_news(item)
            case events.HandedOver(seats):
                others = [seat for seat in seats if seat != self.match.seat]
                if others:
                    self.presenter.show_note(f"A computer player answers for {self._seat_names(others)} now.")
                elif self._handed - {self.match.seat}:
                    self.presenter.show_note("All players answer for themselves again.")
                self._handed = {*seats}
            case events.LeftForNow(seats):
                if left := sorted({*seats} - self._left_for_now):
                    self.presenter.show_note(f"{self._seat_names(left)} has left for now and wants to come back.")
                self._left_for_now = {*seats}
            case events.SeatReturns(seat, done, total):
                if done == total:
                    self.presenter.show_note(f"{names.seat(seat)} is here again.")
                elif not done:
                    self.presenter.show_note(f"{names.seat(seat)} is back and is catching up.")
            case events.LinksChanged():
                pass  # 'who' and the silence of a seat say what a person needs
            case events.SeatLost() | events.ClaimChanged() if isinstance(self.presenter, EventPresenter):
                self.left = self.left or (isinstance(item, events.SeatLost) and item.seat == self.match.seat)
                self.presenter.show_vote(item)
            case events.SeatLost(seat) if seat == self.match.seat:
                self.left = True
                self.presenter.show_note(f"The others have gone on without you: {lost_reason(item, names)}. 'acquire join "
                                         "--watch' shows how it ends.")
            case events.SeatLost(seat):
                self.presenter.show_note(f"{names.seat(seat)} is out of the game: {lost_reason(item, names)}. The others play "
                                         "on.")
            case events.ClaimChanged(holds=False) if self._paused:
                pass  # what a pause takes back, the pause says
            case events.ClaimChanged():
                self.presenter.show_note(vote_line(item, names, self.match.seat))
            case events.TableSplit():
                self.presenter.show_note("There are two games of this table now: a player has signed two different things while "
                                         "others could not reach each other. The proof lies beside the journal. This game goes "
                                         "on as it is shown here.")
            case events.Caught(seat, reason, evidence):
                proof = f" The proof is in '{printable(str(evidence))}'; 'acquire verify' checks it anywhere." if evidence else ""
                self.presenter.show_note(f"{names.seat(seat)} has broken the rules of the table: {printable(reason)}.{proof}")
            case events.DrawVoid() if isinstance(self.presenter, EventPresenter):
                self.presenter.show_void_draw(item)
            case events.DrawVoid():
                self.presenter.show_note(void_draw_line(item, names))
            case events.Regroup(lost):
                self.regrouped = True
                self.presenter.show_note(f"{self._seat_names(lost)} was lost before the game began: the others start again.")
            case events.Adjourned(seats):
                self.presenter.show_note(f"Without {self._seat_names(seats)} too few players are left to go on. The game goes on "
                                         "by itself when they are back. It is saved on this machine, with the keys of your "
                                         "tiles: you may quit and return with 'acquire resume'." if seats
                                         else "Enough players are here again: the game goes on.")
            case events.Paused(seats):
                self._paused = seats
                self.presenter.show_note(f"{self._seat_names(seats)} asks for a pause: no clock runs, no vote counts, and no "
                                         "player is dropped." if seats else "The pause is over.")
            case events.Clock():
                self.clock.show(item, self.presenter, is_person=self.bot is None, rings=self.interactive)
            case events.AnsweredAtZero(action):
                self.match.receive_own_answer(action)
                self.match.poll()
                self.clock.show_answer(action, self.presenter, rings=self.interactive)
            case events.OutOfTime(seat):
                self.presenter.show_note(time_is_up(names.seat(seat), names.words))
            case events.Disagreement(conviction, _, theirs):
                if theirs is None:
                    self.presenter.show_note(f"The program of {names.seat(conviction.seat)} computes another position than this "
                                             "one: one of the two is wrong. A report lies beside the journal; 'acquire verify' "
                                             "checks it.")
            case events.SeatStopped(reason):
                self.presenter.show_note(f"This seat has stopped: {printable(reason)}. A report lies beside the journal. The "
                                         "keys of your tiles stay on this machine, so that a corrected program can go on with "
                                         "the game.")
            case events.RolledBack() | events.TwoOfUs() if type(item) in self._shown_once:
                pass
            case events.RolledBack():
                self._shown_once.add(type(item))
                self.presenter.show_note("The journal here was an old copy: the others have more of this game. The missing part "
                                         "was copied from them.")
            case events.TwoOfUs():
                self._shown_once.add(type(item))
                self.presenter.show_note("Another program plays with the key of this seat, or the seat was resumed from an old "
                                         "copy: this program sends nothing more for it.")
            case events.DiskTrouble(text):
                self.presenter.show_note(f"The table waits for the disk: {text}." if text
                                         else "The disk works again; the game goes on.")
            case events.Ended():
                self.ended = item
                self.presenter.show_result(self.match)
                self._show_proofs()
            case events.PeerStopped(text):
                self.stopped = item
                if text:
                    self.presenter.show_error(printable(text))
            case _:
                self.tell_other(item)

    def _on_played(self, actions: Sequence[Action], asked: bool, opened_bag: tuple[str, ...] | None) -> None:
        is_first = not self.match.steps
        self.match.receive_actions(actions, asked, opened_bag)
        steps = self.match.poll()
        self._show_withdrawn()
        self._questions += self.match.asked_seat is not None
        if is_first and self.match.game.turn > EARLY_TURNS and not isinstance(self.presenter, EventPresenter):
            self._show_recent_log()
            return
        opening = [step for step in steps if step.turn == 0]
        if opening and not self._has_shown_opening:
            self._has_shown_opening = True
            self.presenter.show_opening(opening, self.viewing_seat, self.match.names, self.match.game.ruleset)
            steps = [step for step in steps if step.turn]
        self._show_steps(steps)
        if self.match.seat is None and self._waited is not None:
            self._show_table_once()

    def _show_withdrawn(self) -> None:
        """Say what has been shown and is not so: answers that the table has not taken, as where another player left first."""
        gone = self.match.take_withdrawn()
        if gone:
            self.presenter.show_undone_steps(gone, self.match.names)

    def _show_progress(self) -> None:
        """Show how many have answered a step of simultaneous play, until the last answer is in."""
        match = self.match
        progress = progress_of(match.game, match.answered_seats)
        is_for_somebody = self.bot is None or isinstance(self.presenter, EventPresenter)
        if progress is not None and progress.answered < progress.of and is_for_somebody:
            self.presenter.show_progress(progress, match.names)

    def _show_steps(self, steps: Iterable[MatchStep]) -> None:
        for step in steps:
            self.presenter.show_step(step, self.viewing_seat, self.match.names)

    def _show_recent_log(self) -> None:
        """Show the last lines and the board of a game that others have played on, or that this seat comes back to."""
        self._has_shown_opening = True
        lines = self._last_log_lines(LAST_LINES)
        self.presenter.show_note(f"The game is in {self.match.names.turn_word} {self.match.game.turn}. The last moves:")
        self.presenter.show_log(lines)
        if self.match.asked_seat is None:
            self._show_table()

    def _show_table_once(self) -> None:
        """Show at the beginning what lies on the table and who is waited for, where another seat is asked first."""
        is_person = self.bot is None and not isinstance(self.presenter, EventPresenter)
        match = self.match
        if not self._table_shown and is_person and match.game.turn and match.asked_seat is None and not match.is_over:
            self._show_table()
            self.presenter.show_note(self._waiting_sentence())

    def _show_table(self) -> None:
        self._table_shown = True
        if self.bot is None:
            self.presenter.show_table(self.match.observe(self.match.seat), self.match.names)
            self._show_own_tiles()

    def _show_own_tiles(self) -> None:
        if self.match.seat is not None:
            tiles = self.match.observe(self.match.seat).hand
            self.presenter.show_note(f"Your tiles: {' '.join(tiles)}." if tiles else "You have no tiles.")

    def _show_own_shares(self) -> None:
        if self.match.seat is not None:
            sheet = sheet_seen(self.match.observe(self.match.seat), self.match.names)
            self.presenter.show_hand((), share_facts(sheet, self.match.seat))

    def _show_idle_prompt(self) -> None:
        if self.interactive and self.bot is None:
            self.presenter.show_prompt(self._idle_prompt())

    def _idle_prompt(self) -> str:
        """Return what stands before the line that is typed while another seat is asked."""
        waited = self._waited.seats if self._waited is not None and self.redraws else ()
        seats = [seat for seat in waited if seat != self.match.seat]
        me = "watching" if self.match.seat is None else self.match.names.seat(self.match.seat)
        left = self.clock.time_left(self._deciding_seat)
        return f"{me} (waiting for {self._seat_names(seats)}{', ' if left else ''}{left})> " if seats else f"{me}> "

    # --- the clock ---

    @property
    def _deciding_seat(self) -> int | None:
        """Return the seat that decides, as far as the table has reported."""
        if self.match.asked_seat is not None:
            return self.match.seat
        return self._waited.seats[0] if self._waited is not None and self._waited.deciding and self._waited.seats else None

    def _show_clock(self) -> None:
        for line in self.clock.overview_lines(self._deciding_seat):
            self.presenter.show_note(line)

    def _show_proofs(self) -> None:
        """Show what was proven so far, to this program."""
        if isinstance(self.presenter, EventPresenter):
            if self.proofs.proofs is not None:
                self.presenter.show_proofs(self.proofs.proofs)
        else:
            for line in fair_play_lines(self.proofs, ENGLISH):
                self.presenter.show_note(f"{line.text}.")

    def _build_prompt(self) -> Prompt:
        prompt = super()._build_prompt()
        clock = self.clock.describe_clock(prompt.seat)
        return replace(prompt, facts=(*prompt.facts, clock)) if clock else prompt

    def _repeat_question(self, prompt: Prompt, word: str, rest: str) -> None:
        super()._repeat_question(self._build_prompt(), word, rest)

    def read_line(self, cue: str) -> str | None:
        self._cue = cue
        return super().read_line(self._question_prompt())

    def _take_answer(self, prompt: Prompt, typed: str) -> None:
        """Read an answer, unless it was typed to the question that the program has just answered."""
        if self.interactive and self.clock.has_just_answered:
            self.presenter.show_error("Your time was up before you typed that, so it was ignored. You are asked another question "
                                      "now.")
        else:
            super()._take_answer(prompt, typed)

    def _question_prompt(self) -> str:
        left = self.clock.time_left(self._deciding_seat)
        return f"{left} {self._cue}" if left else self._cue

    def _next_item(self, cue: Callable[[], str]) -> object:
        """Wait for what comes next. Meanwhile the prompt counts the clock down, where it stays below all that is shown."""
        while self.redraws and self.clock.is_running:
            try:
                return self.inbox.get(timeout=COUNTS_EVERY_S)
            except queue.Empty:
                self.presenter.show_prompt(cue())
        return self.inbox.get()

    def _show_silent_seats(self, silent: events.NotAnswering) -> None:
        if silent.seats:
            named = self._seat_names(silent.seats)
            self.presenter.show_note(f"The table is paused, because there is no answer from {named}. 'drop NAME' votes to go on "
                                     "without a player." if silent.paused else f"No answer from {named} for a while.")
        elif self._silent.seats:
            self.presenter.show_note("All players answer again.")
        self._silent = silent

    def _seat_names(self, seats: Iterable[int]) -> str:
        return listing([self.match.names.seat(seat) for seat in seats] or ["nobody"])

    # --- what is typed ---

    def _read(self) -> str | None:
        """Return the next line for the question, and show in between what happens at the table."""
        seat, count = self.match.asked_seat, len(self.match.steps)
        while True:
            item = self._next_item(self._question_prompt)
            if isinstance(item, TypedLine):
                return str(item)
            if item is END_OF_INPUT:
                return None
            self.receive_event(item)
            if self.is_over or self.match.asked_seat != seat or len(self.match.steps) != count:
                raise QuestionWithdrawn

    def on_end_of_input(self) -> None:
        """Leave the program where a person types nothing more. Computer players and watchers need not type."""
        if self.bot is None and self.match.seat is not None:
            self.left = True
            self.presenter.show_note("The input has ended; 'acquire resume' returns to the table.")

    def _submit_answer(self, action: Action) -> None:
        self.match.answer(action)
        self._show_steps(self.match.poll())
        if self.match.pending is not None and self.match.whole_turns:
            self.presenter.show_note("Your turn is on its way to the others.")

    def word_actions(self) -> dict[str, Callable[[Prompt, str, str], None]]:
        taking_back = {"undo": self._undo_answers, "reset": self._undo_answers} if self.match.whole_turns else {}
        return super().word_actions() | taking_back | {
            "say": lambda prompt, word, rest: self._send_chat(rest),
            "who": lambda prompt, word, rest: self._show_waiting(),
            "clock": lambda prompt, word, rest: self._show_clock(),
            "proofs": lambda prompt, word, rest: self._show_proofs(),
            "pause": lambda prompt, word, rest: self.table.set_paused(True),
            "go": lambda prompt, word, rest: self.table.set_paused(False),
            "drop": lambda prompt, word, rest: self._vote_without(rest),
            "auto": self._hand_over_at_question,
            "mute": lambda prompt, word, rest: self._mute(rest, True),
            "unmute": lambda prompt, word, rest: self._mute(rest, False),
            "retire": lambda prompt, word, rest: self._confirm_retiring(),
            "quit": lambda prompt, word, rest: self._quit_program(),
        }

    def _run_idle_line(self, typed: str) -> None:
        """Run a line that is typed while another seat is asked."""
        word, _, rest = typed.partition(" ")
        word = SAME.get(word.lower(), word.lower())
        word = "board" if word == "b" else word
        if self.match.seat is None and word not in WATCHERS_WORDS:
            self.presenter.show_error("You are watching: you can type 'board', 'sheet', 'log', 'chart', 'rules', 'who', "
                                      "'clock', 'proofs' and 'quit'.")
            return
        match word:
            case "" | "who":
                self._show_waiting()
            case look if look in LOOKS:
                self._show_view(look, rest, self.match.seat)
            case "clock":
                self._show_clock()
            case "proofs":
                self._show_proofs()
            case "hand":
                self._show_own_tiles()
                self._show_own_shares()
                self.presenter.show_note(self._waiting_sentence())
            case "hint":
                self.presenter.show_note(f"Hints are for your own decisions only. {self._waiting_sentence()}")
            case "help":
                self._list_words()
            case "say":
                self._send_chat(rest)
            case "pause":
                self.table.set_paused(True)
            case "go":
                self.table.set_paused(False)
            case "drop":
                self._vote_without(rest)
            case "auto":
                self._hand_over(rest)
            case "mute" | "unmute":
                self._mute(rest, word == "mute")
            case "retire":
                self._confirm_retiring()
            case "quit":
                self._quit_program()
            case _:
                words = [*(name for name, _ in self.words), "tiles", "go", "unmute"]
                has_answered = self.match.names.rounds and self.match.pending is not None
                why = "You have answered." if has_answered else "It is not your turn."
                self.presenter.show_error(f"{why} {self._waiting_sentence()} {not_a_word(typed, words)}")

    def _list_words(self) -> None:
        self.presenter.show_note(self._waiting_sentence())
        for word, what in self.words:
            if word != "hint" and (self.match.seat is not None or word in WATCHERS_WORDS):
                off_turn = {"hand": "your tiles and shares"} if self.match.seat is not None else {"quit": "leave the program"}
                self.presenter.show_note(f"{word:<8} {off_turn.get(word, what)}")

    def _send_chat(self, text: str) -> None:
        if text:
            self.table.send_chat(text)
        else:
            self.presenter.show_error("'say' needs a text, such as 'say hello'.")

    def _show_waiting(self) -> None:
        self.presenter.show_note(self._waiting_sentence())
        self._show_progress()
        if clock := self.clock.describe_clock(self._deciding_seat):
            self.presenter.show_note(clock)
        if self._silent.seats:
            self.presenter.show_note(f"No answer from {self._seat_names(self._silent.seats)}.")

    def _waiting_sentence(self) -> str:
        waited = self._waited
        if self.match.asked_seat is not None:
            return "The table waits for you."
        if waited is None or not waited.seats:
            return "No answer is due; the programs of the table are working."
        what = "to decide" if waited.deciding else "to answer"
        return f"The table waits for {self._seat_names(waited.seats)} {what}{duration_text(self.now_s() - self._waited_since_s)}."

    def _vote_without(self, name: str) -> None:
        found = [seat for seat in range(self.match.game.players)
                 if name.lower() in (self.match.names.seat(seat).lower(), str(seat)) and seat != self.match.seat]
        if not name:
            self.table.vote(())
            self.presenter.show_note("You have taken back your votes to go on without a player.")
        elif not found:
            self.presenter.show_error("'drop' needs the name of another player at this table.")
        elif {*found} <= self._out_seats:
            self.presenter.show_error(f"{self._seat_names(found)} is out of the game already.")
        elif self.match.game.players - len(self._out_seats) == 2:
            self.presenter.show_note("At a table of two there is no vote: the game waits, or you leave it with 'retire'.")
        elif self._paused:
            self.presenter.show_note("In a pause no vote counts. Type it again when the pause is over.")
        else:
            self.table.vote(found)

    @property
    def _out_seats(self) -> set[int]:
        """Return the seats that are out of the game, also those that were when this program came back to it."""
        return self._lost | {*self.match.game.retired}

    def _hand_over_at_question(self, prompt: Prompt, word: str, rest: str) -> None:
        self._hand_over(rest)
        if self.match.stand_in is not None:
            raise QuestionWithdrawn

    def _hand_over(self, level: str) -> None:
        """Let a computer player of this level answer for this seat, or with 'off' the person again."""
        match = self.match
        if self.bot is not None:
            self.presenter.show_error("A computer player sits here already.")
        elif level.lower() in ("off", ""):
            if match.stand_in is None:
                self.presenter.show_error("'auto' needs a level, such as 'auto club'.")
            else:
                match.stand_in = None
                self.table.hand_over(False)
                self.presenter.show_note("You answer for yourself again.")
        elif (found := next((each.name for number, each in enumerate(LEVELS) if level.lower() in (each.name, str(number))),
                            None)) is None:
            names = ", ".join(each.name for each in LEVELS)
            self.presenter.show_error(f"There is no level '{shortened(level)}'; there are {names}.")
        else:
            if match.stand_in is None:
                self.table.hand_over(True)
            match.stand_in = found
            self.presenter.show_note(f"A computer player of level {found} answers for you now; the others see it. 'auto off' "
                                     "takes your seat back.")

    def _mute(self, name: str, muted: bool) -> None:
        """Hide what a player writes, or show it again."""
        found = [seat for seat in range(min(self.match.game.players, len(self.identities)))
                 if name.lower() in (self.match.names.seat(seat).lower(), str(seat)) and seat != self.match.seat]
        if not found:
            self.presenter.show_error(f"'{'mute' if muted else 'unmute'}' needs the name of another player at this table.")
            return
        self.table.mute_player(self.identities[found[0]], muted)
        self.presenter.show_note(f"What {self._seat_names(found)} writes is {'hidden' if muted else 'shown again'} here.")

    def _confirm_retiring(self) -> None:
        """Ask once more. What others do meanwhile changes nothing; a new question to this seat takes the place of this one."""
        self.presenter.show_note("Leave the table for good? The others play on without you. 'yes' leaves, Enter stays.")
        self.presenter.show_prompt("Retire? ")
        questions = self._questions
        while not self.is_over:
            item = self.inbox.get()
            if isinstance(item, TypedLine):
                if item.strip().lower() in ("y", "yes"):
                    self.table.leave()
                    self.left = True
                else:
                    self.presenter.show_note("You stay.")
                return
            if item is END_OF_INPUT:
                self.on_end_of_input()
                return
            self.receive_event(item)
            forced = self.match.forced_answer()
            if forced is not None:
                self.match.answer(forced)
            elif self._questions != questions and self.match.asked_seat is not None:
                self.presenter.show_note("You stay, because you have a question to answer now. Type 'retire' to be asked again.")
                return

    def _quit_program(self) -> None:
        self.left = True
        if self.match.game.turn:
            self.presenter.show_note(standing_now(self.match.observe(self.match.seat), self.match.names))
        self.presenter.show_note("You stop watching; the game goes on." if self.match.seat is None else
                                 "The table waits for you: 'acquire resume' returns to it.")
