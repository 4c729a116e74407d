"""Run a text game on one machine: ask the player to move, let computer players and programs decide, save and undo.

How a person is asked and answers is in prompt_loop.py.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from acquire_client.files.saves import FileThereError, RecordFolder, SaveError, load, path_from
from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.players import SeatsError, players_of, with_programs_of
from acquire_client.matches.programs import Programs
from acquire_client.matches.steps import MatchStep
from acquire_client.matches.table_log import LOG_NOTES, shows_all
from acquire_client.terminal.presenters import Presenter
from acquire_client.terminal.prompt_loop import LOOKS, SAME, UNDO_WORD, WORDS, PromptLoop
from acquire_client.view_model.facts import standing_now
from acquire_client.view_model.prompts import Prompt
from acquire_client.view_model.rounds import progress_of, progress_text
from acquire_client.view_model.sentences import narrate_action
from acquire_client.view_model.words import printable
from acquire_core.actions import CHANCE, Action
from acquire_core.ai.external import Limits

LAST_LINES = 8
BETWEEN_PEOPLE = (*LOOKS, "undo", "save", "load", "quit")
"""Words that mean something while nobody sits at the screen."""
NOBODY = -1
"""Stands for the last seat to decide after a game was loaded: another person may look, so the next one must sit down first."""


class TextGame(PromptLoop[LocalMatch]):
    """Play one match on one machine: show it by a presenter, and read the lines that people type."""

    words = (
        *WORDS,
        UNDO_WORD,
        ("save", "save the game; 'save FILE' under a name"),
        ("load", "'load FILE' goes on with a saved game"),
        ("retire", "leave for good; the others play on"),
        ("quit", "leave the program"),
    )

    def __init__(self, match: LocalMatch, presenter: Presenter, read: Callable[[], str | None], record_folder: RecordFolder, *,
                 interactive: bool = False, confirm: bool = False, save_at_the_end_of_input: bool = True,
                 limits: Limits | None = None) -> None:
        super().__init__(match, presenter, read, interactive=interactive, confirm=confirm)
        self.limits = limits
        self.programs = Programs(match, limits)
        self.record_folder = record_folder
        self.save_at_the_end_of_input = save_at_the_end_of_input
        self.keeps = False
        self._forget_screens()

    def _forget_screens(self) -> None:
        self.last_person: int | None = None
        self.shown = None
        self.public = len(self.match.steps)
        self.heard = [len(self.match.steps)] * len(self.match.players)

    def autosave_to(self, path: Path) -> None:
        """Save to this file now and after every decision."""
        self.record_folder.save(self.match.record(), path)
        self.keeps = True

    def run(self) -> int:
        """Play until the game is over or a player leaves; return the exit code. All programs have ended then."""
        try:
            return self._play()
        finally:
            self.programs.stop()

    def _play(self) -> int:
        self._begin()
        while not self.left and not self.match.is_over:
            if self.match.asked_seat is None:
                self.presenter.show_error("The game waits for a tile that nobody supplies.")
                return 1
            forced = self.match.forced_answer() if self.match.asks_person else None
            if forced is not None:
                self.match.answer_forced(forced)
                self._tell_new_steps()
            elif self.match.asks_person:
                self._ask_person(self.match.asked_seat)
            elif self.match.asks_program:
                self._ask_program()
            else:
                self.match.answer(self.match.bot_action())
                self._tell_new_steps()
        if self.match.is_over:
            for line in self.programs.summary_lines():
                self.presenter.show_note(line)
            self.presenter.show_result(self.match)
        return 0

    def _begin(self) -> None:
        """Show the opening of a new game, or what happened last in a loaded one."""
        match = self.match
        self.presenter.begin(match)
        if not shows_all(match):
            self.presenter.show_note(LOG_NOTES[match.log])
        if match.game.turn <= 1:
            self.presenter.show_opening([step for step in match.steps if step.turn == 0], self.viewing_seat, match.names,
                                        match.game.ruleset)
        if any(step.action.seat != CHANCE for step in match.steps):
            self.presenter.show_note(f"The game goes on with {match.names.turn_word} {match.game.turn}. The last moves:")
            self.presenter.show_log(self._last_log_lines(LAST_LINES))

    def _tell_new_steps(self) -> None:
        steps = self.match.poll()
        for step in steps:
            self._show_step(step)
        if self.interactive and self.match.names.rounds and len(steps) > 1 and len(self.match.people) > 1:
            self.last_person = NOBODY  # all read together what was shown, also where the same seat is asked next

    def _show_step(self, step: MatchStep) -> None:
        self.presenter.show_step(step, self.viewing_seat, self.match.names)
        # What is decided alike when the game is loaded need not be saved.
        again = step.action.seat is not None and self.match.decides_alike(step.action.seat)
        if self.keeps and (self.match.is_over or not (again or self.match.undoable_count)):
            self._save(None, quietly=True)

    def _ask_program(self) -> None:
        action, lost = self.programs.decide_answer()
        if lost is not None:
            self.presenter.show_missed_decision(lost, self.match.names)
        self.match.answer(action)
        self._tell_new_steps()
        if self.keeps and self.match.game.waiting():     # it need not answer alike when the game is loaded
            self._save(None, quietly=True)

    # --- one person's decision ---

    def _ask_person(self, seat: int) -> None:
        if self.last_person in (None, seat):
            self._show_progress()
        elif not self._hand_over(seat):
            return
        self.last_person = seat
        self.ask_seat(seat)

    def _show_progress(self) -> None:
        progress = progress_of(self.match.game, self.match.answered_seats)
        if progress is not None:
            self.presenter.show_progress(progress, self.match.names)

    def _hand_over(self, seat: int) -> bool:
        """Return True if the seat is taken then; if not, the game was left or another one was loaded."""
        match, name = self.match, self.match.names.seat(seat)
        public = self.public
        self.presenter.hand_over(name, self.interactive, self._news() if self.interactive else ())
        if not self.interactive:
            self._show_progress()
            return True
        while True:
            typed = self.read_line("")
            if typed is None:
                return False
            if not self._between_people(seat, typed):
                break
            if self.left or self.match is not match or match.asked_seat != seat:
                return False
            self.presenter.show_note(f"Press Enter when only {name} can see the screen.")
        since = [line for number, step in enumerate(match.steps) if number >= self.heard[seat]
                 for line in self._narrate_since(step, seat, is_news=match.names.rounds and number >= public)]
        if since:
            self.presenter.show_note(f"Since {name} last decided:")
            self.presenter.show_log(since)
        return True

    def _news(self) -> list[str]:
        """Return what all may read of simultaneous play while nobody sits there: what was shown together, and who is to come."""
        match = self.match
        if not match.names.rounds:
            return []
        lines = [line for step in match.steps[self.public:]
                 for line in narrate_action(step.action, step.seen_by(None), match.names)]
        self.public = len(match.steps)
        progress = progress_of(match.game, match.answered_seats)
        return [*lines, progress_text(progress, match.names)] if progress is not None else lines

    def _narrate_since(self, step: MatchStep, seat: int, is_news: bool) -> list[str]:
        """Return a step as one seat may know it; of what all have just read only what they do not know."""
        public = narrate_action(step.action, step.seen_by(None), self.match.names) if is_news else ()
        return [line for line in narrate_action(step.action, step.seen_by(seat), self.match.names) if line not in public]

    def _between_people(self, seat: int, typed: str) -> bool:
        """Do what a word or a function key says while nobody sits there, with what everybody may see; False if it is none of
        them."""
        word, _, rest = typed.partition(" ")
        rest = rest.strip()
        match SAME.get(word.lower(), word.lower()):
            case look if look in LOOKS:
                self._show_view(look, rest, None)
            case "hand":
                self.presenter.show_note(f"The tiles of {self.match.names.seat(seat)} are hidden.")
            case "help":
                self.presenter.show_help(Prompt(seat, "", ""), [(word, what) for word, what in self.words
                                                                if word in BETWEEN_PEOPLE
                                                                and (word != "undo" or self._can_change_answer)])
            case "save" | "save!" as save:
                self._save(path_from(rest) if rest else None, force=save == "save!")
            case "load":
                self._load_file(rest)
            case "undo" if self.match.game.waiting():
                self._take_back_if_possible()
            case "quit":
                self._leave(None, lambda answer: self._between_people(seat, answer))
            case _:
                return False
        return True

    @property
    def _can_change_answer(self) -> bool:
        """Return True if the last answer waits for others, and nobody has left the game or loaded it since."""
        return bool(self.match.game.waiting() and self.match.undoable_count)

    def _submit_answer(self, action: Action) -> None:
        seat = self.match.asked_seat
        self.match.answer(action)
        if seat is not None:
            self.heard[seat] = len(self.match.steps)
        self._tell_new_steps()
        if self.keeps and self.match.game.waiting():
            self._save(None, quietly=True)

    # --- command words ---

    def word_actions(self) -> dict[str, Callable[[Prompt, str, str], None]]:
        return super().word_actions() | {"undo": self._undo_answers, "reset": self._undo_answers,
                                         "save": self._save_word, "save!": self._save_word, "load": self._load,
                                         "quit": self._confirm_quitting}

    def _take_back(self, everything: bool) -> None:
        """Take back an answer; one that waits for others stays secret, and only its owner may look at the question again."""
        gone = self.match.undo(everything)
        if gone:
            self.presenter.show_undone_steps(gone, self.match.names)
        elif self.match.asked_seat is not None:
            self.presenter.show_note(f"The answer of {self.match.names.seat(self.match.asked_seat)} is taken back.")
            self.last_person = NOBODY

    # --- saving and leaving ---

    def _save_word(self, prompt: Prompt, word: str, rest: str) -> None:
        self._save(path_from(rest) if rest else None, force=word == "save!")

    def _save(self, path: Path | None, force: bool = False, quietly: bool = False) -> bool:
        try:
            saved = self.record_folder.save(self.match.record(), path, force)
        except FileThereError as error:
            self.presenter.show_error(f"The game is not saved: {error}; 'save! FILE' writes over it.")
            return False
        except (SaveError, MatchError) as error:
            self.presenter.show_error(f"The game is not saved: {error}.")
            return False
        if not quietly:
            self.presenter.show_saved_path(printable(str(saved)))
        return True

    def _load(self, prompt: Prompt, word: str, rest: str) -> None:
        self._load_file(rest)

    def _load_file(self, rest: str) -> None:
        if not rest and self.record_folder.own is None:
            self.presenter.show_error("Which file? Type 'load FILE'.")
            return
        try:
            path = path_from(rest) if rest else self.record_folder.own
            assert path is not None
            record = load(path)
            match = LocalMatch.resume(record, with_programs_of(players_of(record.seats), self.match.players))
        except (SaveError, MatchError, SeatsError) as error:
            self.presenter.show_error(f"Nothing is loaded: {error}.")
            return
        if not self.keeps:
            self.record_folder.own = path
        self.programs.stop()
        self.match, self.programs = match, Programs(match, self.limits)
        self._forget_screens()
        if self.interactive and len(match.people) > 1:
            self.last_person = NOBODY
        self._begin()

    def _confirm_quitting(self, prompt: Prompt, word: str, rest: str) -> None:
        self._leave(prompt.seat, lambda answer: self._run_word(prompt, answer))

    def _leave(self, seat: int | None, is_word: Callable[[str], bool]) -> None:
        """Leave the game, after asking whether to save it. `seat` is the one that looks; with a command word the game goes on."""
        self.presenter.show_note(standing_now(self.match.observe(seat), self.match.names))
        if self.keeps:
            self.left = self._save(None)
            return
        self.presenter.show_note("Save the game first? 'y' saves and leaves, 'n' leaves, Enter plays on.")
        answer = (self.read_line("Save? ") or "").lower()
        if answer in ("y", "yes"):
            self.left = self._save(None)
        elif answer in ("n", "no"):
            self.left = True
            self._reveal_standing(seat)
        elif not self.left and not is_word(answer):
            self.presenter.show_note("The game goes on.")

    def _reveal_standing(self, seat: int | None) -> None:
        """Show who was ahead, if that was concealed: nobody goes on with this game."""
        seen = self.match.observe(seat)
        if None in seen.cash:
            self.presenter.show_note(standing_now(seen, self.match.names, may_reveal=True))

    def save_interrupted(self) -> Path | None:
        """Save a game that is ended from outside, without a word about it; return its file. A game that is over, or in which no
        person has decided anything, is not saved."""
        decided = self.match.game.waiting() or any(step.action.seat in self.match.people for step in self.match.steps)
        if self.match.is_over or not decided or not self.save_at_the_end_of_input:
            return None
        return self.record_folder.save(self.match.record())

    def on_end_of_input(self) -> None:
        """Save first: where the input has ended because the terminal was closed, nothing more can be written to it."""
        self.left = True
        saved: Path | SaveError | MatchError | None = None
        if self.save_at_the_end_of_input and not self.match.is_over:
            try:
                saved = self.record_folder.save(self.match.record())
            except (SaveError, MatchError) as error:
                saved = error
        self.presenter.show_prompt("\n" if self.interactive else "")
        self.presenter.show_note("The input has ended, so the program leaves the game.")
        if isinstance(saved, Path):
            self.presenter.show_saved_path(printable(str(saved)))
        elif saved is not None:
            self.presenter.show_error(f"The game is not saved: {saved}.")
