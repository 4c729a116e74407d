"""The loop of a text game: asks whoever is due, reads a line, answers or does what a word says, and lets a voice tell it.

Lines come from a function and go to a voice, so whole games are played in tests without a terminal.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from acquire_core.actions import CHANCE, Action
from acquire_core.ai.external import Limits

from .matches.local import LocalMatch, MatchError, Step
from .matches.players import SeatsError, players_of, with_programs_of
from .programs import Programs
from .saves import FileThereError, SaveError, Shelf, load, path_from
from .view_model.answers import AnswerError, meaning, read_answer
from .view_model.hints import hints_from
from .view_model.prompts import Context, Prompt, prompt_for
from .view_model.sentences import narration
from .view_model.words import printable
from .voices import Voice

LOG_LINES = 20
LAST_LINES = 8

WORDS = (
    ("board", "the board"),
    ("sheet", "the score sheet"),
    ("hand", "the question and its choices again"),
    ("log", "what happened lately; 'log 100' goes further back"),
    ("rules", "prices, bonuses and the options of this game"),
    ("hint", "what a strong computer player would do, and why"),
    ("undo", "take the last answer back; 'reset' all of this turn"),
    ("save", "save the game; 'save FILE' under a name"),
    ("load", "'load FILE' goes on with a saved game"),
    ("retire", "leave for good; the others play on"),
    ("quit", "leave the program"),
)

# Other words for the same: the function keys of the 1988 program, as words and as terminals send them.
SAME = {
    "?": "help", "h": "help", "u": "undo", "q": "quit", "exit": "quit", "prices": "rules", "hints": "hint", "table": "sheet",
    "f1": "rules", "f2": "sheet", "f3": "hand", "f4": "sheet", "f6": "log", "f7": "save", "f8": "load", "f9": "help",
    "f10": "quit",
    "\x1bop": "rules", "\x1boq": "sheet", "\x1bor": "hand", "\x1bos": "sheet", "\x1b[17~": "log", "\x1b[18~": "save",
    "\x1b[19~": "load", "\x1b[20~": "help", "\x1b[21~": "quit",
}


class TextGame:
    """One sitting: a match, a voice, and the lines that somebody types."""

    def __init__(self, match: LocalMatch, voice: Voice, read: Callable[[], str | None], shelf: Shelf, *,
                 interactive: bool = False, confirm: bool = False, save_at_the_end_of_input: bool = True,
                 limits: Limits | None = None) -> None:
        self.match = match
        self.limits = limits
        self.programs = Programs(match, limits)
        self.voice = voice
        self.read = read
        self.shelf = shelf
        self.interactive = interactive
        self.confirm = confirm
        self.save_at_the_end_of_input = save_at_the_end_of_input
        self.keeps = False
        self.left = False
        self._forget()

    def _forget(self) -> None:
        self.last_person: int | None = None
        self.shown: tuple[int, int] | None = None
        self.heard = [len(self.match.steps)] * len(self.match.players)

    @property
    def viewer(self) -> int | None:
        """Who looks at events as they come: the only person, else the public."""
        return self.match.people[0] if len(self.match.people) == 1 else None

    def keep_in(self, path: Path) -> None:
        """Save to this file now and after every decision."""
        self.shelf.save(self.match.record(), path)
        self.keeps = True

    def run(self) -> int:
        """Play until the game is over or somebody leaves; the exit code. No program outlives it."""
        try:
            return self._play()
        finally:
            self.programs.end()

    def _play(self) -> int:
        self._begin()
        while not self.left and not self.match.over:
            if self.match.asked is None:
                self.voice.complain("The game waits for a tile that nobody supplies.")
                return 1
            forced = self.match.forced() if self.match.asks_person else None
            if forced is not None:
                self._tell(self.match.answer_forced(forced))
            elif self.match.asks_person:
                self._ask_person(self.match.asked)
            elif self.match.asks_program:
                self._ask_program()
            else:
                self._tell(self.match.answer(self.match.bot_action()))
        if self.match.over:
            for line in self.programs.summary():
                self.voice.note(line)
            self.voice.end(self.match)
        return 0

    def _begin(self) -> None:
        """A new game begins with its opening, a loaded one with what happened last."""
        match = self.match
        self.voice.begin(match)
        if match.game.turn <= 1:
            self.voice.opening([step for step in match.steps if step.turn == 0], self.viewer, match.names)
        if any(step.action.seat != CHANCE for step in match.steps):
            self.voice.note(f"The game goes on with turn {match.game.turn}. Lately:")
            self.voice.log(self._told(LAST_LINES))

    def _told(self, lines: int) -> list[str]:
        """The end of the log."""
        told = [line for step in self.match.steps
                for line in narration(step.action, step.seen_by(self.viewer), self.match.names)]
        return told[-lines:] if lines else []

    def _tell(self, step: Step) -> None:
        self.voice.tell(step, self.viewer, self.match.names)
        # What is decided alike when the game is loaded need not be saved.
        again = step.action.seat is not None and self.match.decides_alike(step.action.seat)
        if self.keeps and (self.match.over or not (again or self.match.undoable)):
            self._save(None, quietly=True)

    def _ask_program(self) -> None:
        action, lost = self.programs.decide()
        if lost is not None:
            self.voice.lost(lost, self.match.names)
        self._tell(self.match.answer(action))

    # --- one person's decision ---

    def _ask_person(self, seat: int) -> None:
        match = self.match
        if self.last_person is not None and self.last_person != seat:
            self._hand_over(seat)
            if self.left:
                return
        self.last_person = seat
        if self.shown != (seat, match.game.turn):
            self.shown = (seat, match.game.turn)
            self.voice.table(match.view(seat), match.names)
        prompt = self._prompt()
        self.voice.ask(prompt, match.view(seat), match.names)
        count = len(match.steps)
        while not self.left:
            typed = self._line(f"{match.names.seat(seat)}> ")
            if typed is None:
                return
            if not self._is_word(prompt, typed):
                self._answer(prompt, typed)
            if self.match is not match or len(match.steps) != count:
                return  # answered, taken back, or another match was loaded

    def _hand_over(self, seat: int) -> None:
        names = self.match.names
        self.voice.hand_over(names.seat(seat), self.interactive)
        if self.interactive:
            if self._line("") is None:
                return
            since = [line for step in self.match.steps[self.heard[seat]:]
                     for line in narration(step.action, step.seen_by(seat), names)]
            if since:
                self.voice.note(f"Since {names.seat(seat)} last decided:")
                self.voice.log(since)

    def _prompt(self) -> Prompt:
        match = self.match
        merger = match.merger
        context = Context(merger.defunct, merger.survivor, merger.size, merger.price, match.unplayable())
        return prompt_for(match.view(match.asked), match.names, context)

    def _answer(self, prompt: Prompt, typed: str) -> None:
        """Read an answer, have it confirmed if nothing can be taken back behind it, and do it."""
        sure = typed.endswith("!")
        try:
            action = read_answer(prompt, typed.rstrip("! "), self.match.names)
        except AnswerError as error:
            self.voice.complain(str(error))
            return
        refusal = self.match.refusal(action)
        if refusal is not None:
            self.voice.complain(f"That is not allowed: {refusal}.")
            return
        if self.confirm and not sure and self.match.is_final(action):
            self.voice.confirm(meaning(prompt, action))
            typed = self._line("Sure? ") or ""
            if typed.lower() not in ("", "y", "yes"):
                if not self.left:
                    self._not_sure(prompt, typed)
                return
            if self.left:
                return
        self._do(action)

    def _not_sure(self, prompt: Prompt, typed: str) -> None:
        """Another answer takes the place of the first; anything else goes back to the question."""
        if typed.lower() in ("n", "no", "u", "undo", "back") or self._is_word(prompt, typed):
            self.voice.note("Nothing is decided yet.")
        else:
            self._answer(prompt, typed)

    def _do(self, action: Action) -> None:
        seat = self.match.asked
        step = self.match.answer(action)
        if seat is not None:
            self.heard[seat] = len(self.match.steps)
        self._tell(step)

    def _line(self, cue: str) -> str | None:
        """The next line without blanks around it; at the end of the input the game is saved and left."""
        self.voice.cue(cue)
        line = self.read()
        if line is None:
            self._end_of_input()
            return None
        return line.strip()

    # --- words that are no answers ---

    def _is_word(self, prompt: Prompt, typed: str) -> bool:
        """Do what a word says; False if the line is none of these."""
        word, _, rest = typed.partition(" ")
        keys = {choice.key.lower() for choice in prompt.choices}
        low = word.lower()
        if low in keys and not rest:
            return False
        name = SAME.get(low, low)
        act = {"help": self._help, "board": self._board, "sheet": self._sheet, "hand": self._again, "log": self._log,
               "rules": self._rules, "hint": self._hint, "undo": self._undo, "reset": self._undo, "save": self._save_word,
               "save!": self._save_word, "load": self._load, "quit": self._quit}.get(name)
        if act is None:
            return False
        act(prompt, name, rest.strip())
        return True

    def _help(self, prompt: Prompt, word: str, rest: str) -> None:
        self.voice.help(prompt, WORDS)

    def _board(self, prompt: Prompt, word: str, rest: str) -> None:
        self.voice.board(self.match.view(prompt.seat), self.match.names)

    def _sheet(self, prompt: Prompt, word: str, rest: str) -> None:
        self.voice.sheet(self.match.view(prompt.seat), self.match.names)

    def _again(self, prompt: Prompt, word: str, rest: str) -> None:
        self.voice.ask(prompt, self.match.view(prompt.seat), self.match.names)

    def _log(self, prompt: Prompt, word: str, rest: str) -> None:
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else LOG_LINES
        self.voice.log(self._told(count))

    def _rules(self, prompt: Prompt, word: str, rest: str) -> None:
        self.voice.rules(self.match.game.ruleset)

    def _hint(self, prompt: Prompt, word: str, rest: str) -> None:
        self.voice.hints(hints_from(self.match.hint(), self.match.view(prompt.seat), prompt, self.match.names), self.match.names)

    def _undo(self, prompt: Prompt, word: str, rest: str) -> None:
        gone = self.match.undo(everything=word == "reset")
        if gone:
            self.voice.taken_back(gone, self.match.names)
        else:
            self.voice.complain("Nothing can be taken back: only answers of this turn, before a tile is drawn or somebody "
                                "else decides.")

    # --- saving and leaving ---

    def _save_word(self, prompt: Prompt, word: str, rest: str) -> None:
        self._save(path_from(rest) if rest else None, force=word == "save!")

    def _save(self, path: Path | None, force: bool = False, quietly: bool = False) -> bool:
        try:
            saved = self.shelf.save(self.match.record(), path, force)
        except FileThereError as error:
            self.voice.complain(f"The game is not saved: {error}; 'save! FILE' writes over it.")
            return False
        except (SaveError, MatchError) as error:
            self.voice.complain(f"The game is not saved: {error}.")
            return False
        if not quietly:
            self.voice.saved(printable(str(saved)))
        return True

    def _load(self, prompt: Prompt, word: str, rest: str) -> None:
        if not rest and self.shelf.own is None:
            self.voice.complain("Which file? Type 'load FILE'.")
            return
        try:
            path = path_from(rest) if rest else self.shelf.own
            assert path is not None
            record = load(path)
            match = LocalMatch.resume(record, with_programs_of(players_of(record.seats), self.match.players))
        except (SaveError, MatchError, SeatsError) as error:
            self.voice.complain(f"Nothing is loaded: {error}.")
            return
        if not self.keeps:
            self.shelf.own = path
        self.programs.end()
        self.match, self.programs = match, Programs(match, self.limits)
        self._forget()
        self._begin()

    def _quit(self, prompt: Prompt, word: str, rest: str) -> None:
        if self.keeps:
            self.left = self._save(None)
            return
        self.voice.note("Save the game first? 'y' saves and leaves, 'n' leaves, Enter plays on.")
        answer = (self._line("Save? ") or "").lower()
        if answer in ("y", "yes"):
            self.left = self._save(None)
        elif answer in ("n", "no"):
            self.left = True
        elif not self.left:
            self.voice.note("The game goes on.")

    def _end_of_input(self) -> None:
        self.left = True
        self.voice.cue("\n" if self.interactive else "")
        self.voice.note("The input has ended; the game is left.")
        if self.save_at_the_end_of_input and not self.match.over:
            self._save(None)
