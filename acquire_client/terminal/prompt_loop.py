"""Ask a person at a table and read the line that they type: an answer, or a command word such as `sheet` or `undo`.

Lines come from a function and go to a presenter, so tests play whole games without a terminal. The loops themselves are in
text_game.py for one machine and in online_game.py for the network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Generic, TypeVar

from acquire_client.matches.match import Match, prompt_of
from acquire_client.matches.table_log import NO_CHART, first_step_shown, shows_all
from acquire_client.terminal.presenters import Presenter
from acquire_client.view_model.answers import AnswerError, meaning_of, read_answer
from acquire_client.view_model.facts import hand_facts, retirement_text, share_facts
from acquire_client.view_model.hints import hints_from
from acquire_client.view_model.history import history_of
from acquire_client.view_model.placing import tile_effects
from acquire_client.view_model.prompts import Prompt
from acquire_client.view_model.sentences import EndRefusals, narrate_action
from acquire_client.view_model.sheet import sheet_seen
from acquire_client.view_model.words import shortened
from acquire_core.actions import Action, Retire

LOG_LINES = 20

WORDS = (
    ("board", "the board"),
    ("sheet", "the score sheet"),
    ("hand", "your tiles with their numbers, your shares, and the question again"),
    ("log", "what happened lately; 'log 100' goes further back"),
    ("chart", "net worth by turn"),
    ("rules", "what wins, what a turn is, prices, bonuses and the options of this game"),
    ("hint", "what a strong computer player would do, and why"),
)

UNDO_WORD = ("undo", "take back the last answer; 'reset' takes back the whole turn")

LOOKS = ("board", "sheet", "log", "chart", "rules")
"""The words that only show something: they work at any time, no matter who is asked."""

# Other words for the same: the function keys of the 1988 program, as words and as terminals send them.
SAME = {
    "?": "help", "h": "help", "tiles": "hand", "u": "undo", "q": "quit", "exit": "quit", "prices": "rules", "hints": "hint",
    "table": "sheet",
    "f1": "rules", "f2": "sheet", "f3": "hand", "f4": "sheet", "f5": "chart", "f6": "log", "f7": "save", "f8": "load",
    "f9": "help", "f10": "quit",
    "\x1bop": "rules", "\x1boq": "sheet", "\x1bor": "hand", "\x1bos": "sheet", "\x1b[15~": "chart", "\x1b[17~": "log",
    "\x1b[18~": "save", "\x1b[19~": "load", "\x1b[20~": "help", "\x1b[21~": "quit",
}


def not_a_word(typed: str, words: Iterable[str]) -> str:
    """Return the answer to a line that is none of the words that can be typed now.

    >>> not_a_word("redy", ["ready", "say"])
    "'redy' is not a command here. Did you mean 'ready'? '?' lists all commands."
    """
    word = typed.partition(" ")[0]
    near = get_close_matches(word.lower(), list(words), 1, 0.7)
    if near:
        advice = f"Did you mean '{near[0]}'?"
    else:
        advice = f"To write to the others, type 'say {shortened(typed)}'." if " " in typed else ""
    return " ".join(filter(None, (f"'{shortened(word)}' is not a command here.", advice, "'?' lists all commands.")))


AnyMatch = TypeVar("AnyMatch", bound=Match)


class PromptLoop(Generic[AnyMatch]):
    """Serve one person at a time: a match, a presenter, and the lines that the person types."""

    undo_ends = "a tile is drawn or another player decides"
    """Until when an answer can be taken back."""

    words: tuple[tuple[str, str], ...] = WORDS

    def __init__(self, match: AnyMatch, presenter: Presenter, read: Callable[[], str | None], *, interactive: bool = False,
                 confirm: bool = False) -> None:
        self.match = match
        self.presenter = presenter
        self.read = read
        self.interactive = interactive
        self.confirm = confirm
        self.left = False
        self.shown: tuple[int, int] | None = None

    @property
    def viewing_seat(self) -> int | None:
        """Return who looks at events as they come: the only person, else the public."""
        return self.match.people[0] if len(self.match.people) == 1 else None

    @property
    def log_seat(self) -> int | None:
        """Return for whom the log is shown: the one person, else the person who is asked."""
        return self.viewing_seat if self.viewing_seat is not None or not self.match.asks_person else self.match.asked_seat

    def _last_log_lines(self, lines: int) -> list[str]:
        """Return the end of the log."""
        refusals = EndRefusals()
        steps = self.match.steps[first_step_shown(self.match, self.log_seat):]
        narrated = [line for step in steps for line in narrate_action(step.action, step.seen_by(self.viewing_seat),
                                                                      self.match.names, refusals.is_old(step.action))]
        return narrated[-lines:] if lines else []

    # --- one person's decision ---

    def ask_seat(self, seat: int) -> None:
        """Put the question to a person until it is answered, or is no longer the question."""
        match = self.match
        if self.shown != (seat, match.game.turn):
            self.shown = (seat, match.game.turn)
            self.presenter.show_table(match.observe(seat), match.names)
        prompt = self._build_prompt()
        self.presenter.ask_question(prompt, match.observe(seat), match.names)
        count = len(match.steps)
        while not self.left:
            typed = self.read_line(f"{match.names.seat(seat)}> ")
            if typed is None:
                return
            if not self._run_word(prompt, typed):
                self._take_answer(prompt, typed)
            if self.match is not match or len(match.steps) != count or match.asked_seat != seat:
                return  # answered, taken back, or another match was loaded

    def _build_prompt(self) -> Prompt:
        return prompt_of(self.match, self.match.names)

    def _take_answer(self, prompt: Prompt, typed: str) -> None:
        """Read an answer, have it confirmed if nothing can be taken back behind it, and do it."""
        sure = typed.endswith("!")
        try:
            action = read_answer(prompt, typed.rstrip("! "), self.match.names)
        except AnswerError as error:
            self.presenter.show_error(str(error))
            return
        refusal = self.match.refusal_of(action)
        if refusal is not None:
            self.presenter.show_error(f"That is not allowed: {refusal}.")
            return
        if isinstance(action, Retire) and (self.confirm or self.interactive) and not sure:
            self._ask_before_retiring(action)
            return
        if self.confirm and not sure and self.match.is_final(action):
            self.presenter.ask_confirmation(meaning_of(prompt, action))
            typed = self.read_line("Sure? ") or ""
            if typed.lower() not in ("", "y", "yes"):
                if not self.left:
                    self._take_other_answer(prompt, typed)
                return
            if self.left:
                return
        self._submit_answer(action)

    def _ask_before_retiring(self, action: Retire) -> None:
        """Ask before a seat is left for good: Enter stays, and so does everything else but 'yes'."""
        self.presenter.show_note(f"{retirement_text(self.match.observe(action.seat))} 'yes' leaves, Enter stays.")
        typed = self.read_line("Retire? ") or ""
        if typed.lower() in ("y", "yes"):
            self._submit_answer(action)
        elif not self.left:
            self.presenter.show_note("You stay.")

    def _take_other_answer(self, prompt: Prompt, typed: str) -> None:
        """Take another answer in place of the first; anything else goes back to the question."""
        if typed.lower() in ("n", "no", "u", "undo", "back") or self._run_word(prompt, typed):
            self.presenter.show_note("Nothing is decided yet.")
        else:
            self._take_answer(prompt, typed)

    def _submit_answer(self, action: Action) -> None:
        """Submit what was decided, and confirmed if need be."""
        raise NotImplementedError

    def read_line(self, cue: str) -> str | None:
        """Return the next line without blanks around it; at the end of the input the game is saved and left."""
        self.presenter.show_prompt(cue)
        line = self.read()
        if line is None:
            self.on_end_of_input()
            return None
        return line.strip()

    def on_end_of_input(self) -> None:
        """End the loop, because nobody types any more."""
        raise NotImplementedError

    # --- command words ---

    def word_actions(self) -> dict[str, Callable[[Prompt, str, str], None]]:
        """Return what is done at a word, given the prompt, the word and what was typed behind it."""
        looks = {word: lambda prompt, word, rest: self._show_view(word, rest, prompt.seat) for word in LOOKS}
        return {**looks, "help": self._show_help, "hand": self._repeat_question, "hint": self._show_hints}

    def _undo_answers(self, prompt: Prompt, word: str, rest: str) -> None:
        self._take_back_if_possible(everything=word == "reset")

    def _take_back_if_possible(self, everything: bool = False) -> None:
        if self.match.undoable_count:
            self._take_back(everything)
        else:
            self.presenter.show_error(f"Cannot undo: only answers of this turn can be taken back, until {self.undo_ends}.")

    def _take_back(self, everything: bool) -> None:
        self.presenter.show_undone_steps(self.match.undo(everything), self.match.names)

    def _run_word(self, prompt: Prompt, typed: str) -> bool:
        """Do what a word says; False if the line is none of these."""
        word, _, rest = typed.partition(" ")
        keys = {choice.key.lower() for choice in prompt.choices}
        low = word.lower()
        if low in keys and not rest:
            return False
        name = SAME.get(low, low)
        act = self.word_actions().get(name)
        if act is None:
            return False
        act(prompt, name, rest.strip())
        return True

    def _show_help(self, prompt: Prompt, word: str, rest: str) -> None:
        self.presenter.show_help(prompt, self.words)

    def _repeat_question(self, prompt: Prompt, word: str, rest: str) -> None:
        """Show tiles, shares and the question; where a tile is asked for, the question lists them."""
        seen = self.match.observe(prompt.seat)
        tiles = () if prompt.phase == "place" else hand_facts(tile_effects(seen, {}))
        self.presenter.show_hand(tiles, share_facts(sheet_seen(seen, self.match.names), prompt.seat))
        self.presenter.ask_question(prompt, seen, self.match.names)

    def _show_view(self, word: str, rest: str, seat: int | None) -> None:
        """Show one of LOOKS, as far as the person who looks may know."""
        match word:
            case "board":
                self.presenter.show_board(self.match.observe(seat), self.match.names)
            case "sheet":
                self.presenter.show_sheet(self.match.observe(seat), self.match.names)
            case "log":
                self._show_log(rest)
            case "chart":
                self._show_chart(seat)
            case "rules":
                self.presenter.show_rules(self.match.game.ruleset)

    def _show_log(self, lines: str) -> None:
        """Show so many lines of the log, if that is a number."""
        self.presenter.show_log(self._last_log_lines(int(lines) if lines.isascii() and lines.isdigit() and len(lines) < 6
                                                     else LOG_LINES))

    def _show_chart(self, seat: int | None) -> None:
        if not shows_all(self.match):
            self.presenter.show_error(NO_CHART)
            return
        if None in self.match.observe(seat).cash:
            self.presenter.show_error("Cash is concealed under these rules; there is no chart before the end.")
            return
        try:
            record = self.match.record()
        except ValueError as error:  # a game that began from a position has none
            self.presenter.show_error(f"There is no chart: {error}.")
            return
        self.presenter.show_chart(history_of(record, self.match.names), self.match.names)

    def _show_hints(self, prompt: Prompt, word: str, rest: str) -> None:
        match = self.match
        self.presenter.show_hints(hints_from(match.hint_job()(), match.observe(prompt.seat), prompt, match.names), match.names)
