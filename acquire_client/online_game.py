"""The loop of a game over the network in the terminal: what the table tells and what is typed come in one queue, as they come.

Between two questions everything can be looked at; whoever is waited for is named; and nothing that somebody types can hold the
table up, for the peer lives in a thread of its own.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from acquire_core.actions import Action
from acquire_net import news
from acquire_net.protocol import facts

from .conversation import LOOKS, SAME, WORDS, Conversation
from .matches.online import OnlineMatch
from .online_bot import BotSeat
from .view_model.facts import standing_now
from .view_model.prompts import Prompt
from .view_model.words import listing, printable
from .voices import Voice

WATCHERS_WORDS = {"", *LOOKS, "who", "quit"}
"""What can be typed by somebody who has no seat."""


class Line(str):
    """Something that was typed, among the news."""


END_OF_INPUT = object()
"""Nobody types any more."""


class Wishes(Protocol):
    """What a person at a table may want of its peer; every call returns at once."""

    def submit(self, action: Action) -> None: ...

    def leave(self) -> None: ...

    def vote(self, seats: Iterable[int]) -> None: ...

    def pause(self, paused: bool) -> None: ...

    def say(self, text: str) -> None: ...


class Overtaken(Exception):
    """While a line was waited for, the table has gone on, and the question is no longer asked."""


class OnlineGame(Conversation[OnlineMatch]):
    """One seat of a table, or a watcher, from the first tile to the signed result."""

    words = (
        *WORDS,
        ("say", "'say TEXT' to everybody at the table"),
        ("who", "who is waited for, and who does not answer"),
        ("pause", "asks the others to wait: no clock runs; 'go on' ends it"),
        ("drop", "'drop NAME' votes to go on without somebody who does not answer"),
        ("retire", "leave for good; the others play on"),
        ("quit", "leave the program; 'acquire resume' comes back to the table"),
    )

    def __init__(self, match: OnlineMatch, voice: Voice, inbox: queue.SimpleQueue[object], table: Wishes, *,
                 bot: BotSeat | None = None, interactive: bool = False, confirm: bool = False,
                 tell_other: Callable[[object], None] = lambda _: None) -> None:
        super().__init__(match, voice, self._read, interactive=interactive, confirm=confirm)
        self.inbox = inbox
        self.table = table
        self.bot = bot
        """Decides in place of a person."""
        self.tell_other = tell_other
        """What is not about the game: the talk at the table, and who comes and goes."""
        self.ended: news.Ended | None = None
        self.stopped: news.Stopped | None = None
        self.regrouped = False
        """The game never began: those who are left are back in the lobby."""
        self._opening_told = False
        self._waited: news.WaitingFor | None = None
        self._silent: facts.NotAnswering = facts.NotAnswering((), False)

    def run(self) -> int:
        """Until the result is signed, the peer stops, or the person leaves the program; the exit code."""
        while not self.is_over:
            forced = self.match.forced()
            if forced is not None:
                self.match.answer(forced)
            elif self.match.asked is not None and self.bot is not None:
                self._ask_bot(self.bot)
            elif self.match.asked is not None:
                try:
                    self.ask(self.match.asked)
                except Overtaken:
                    pass
            else:
                self._take(self.inbox.get())
        return 1 if self.stopped is not None and self.stopped.text else 0

    @property
    def is_over(self) -> bool:
        return self.left or self.regrouped or self.ended is not None or self.stopped is not None

    def end(self) -> None:
        """After the game, however it ended: no program outlives it."""
        if self.bot is not None:
            self.bot.end()

    def _ask_bot(self, bot: BotSeat) -> None:
        action, lost = bot.decide()
        if lost is not None:
            self.voice.lost(lost, self.match.names)
        self.match.answer(action)

    # --- what the table tells ---

    def _take(self, item: object) -> None:
        if isinstance(item, Line):
            self._idle_line(item.strip())
        elif item is END_OF_INPUT:
            self.end_of_input()
        else:
            self.hear(item)

    def hear(self, item: object) -> None:
        names = self.match.names
        match item:
            case news.Played(actions, asked, opened_bag):
                self._played(actions, asked, opened_bag)
            case news.Declined(reason):
                self.match.refused()
                self.voice.complain(f"The table did not take that: {printable(reason)}.")
            case news.WaitingFor():
                self._waited = item
            case facts.NotAnswering():
                self._not_answering(item)
            case facts.SeatLost(seat, reason) if seat == self.match.seat:
                self.left = True
                self.voice.note(f"The others have gone on without you: {printable(reason)}. 'acquire join --watch' shows how it "
                                "ends.")
            case facts.SeatLost(seat, reason):
                self.voice.note(f"{names.seat(seat)} is out of the game: {printable(reason)}. The others play on.")
            case news.Caught(seat, reason, evidence):
                proof = f" The proof is in '{printable(str(evidence))}'; 'acquire verify' checks it anywhere." if evidence else ""
                self.voice.note(f"{names.seat(seat)} has broken the rules of the table: {printable(reason)}.{proof}")
            case facts.Regroup(lost):
                self.regrouped = True
                self.voice.note(f"{self._named(lost)} is lost before the game has begun: the others begin again.")
            case facts.Adjourned(seats):
                self.voice.note(f"Without {self._named(seats)} too few are left to go on. The game is kept, and with it "
                                "the keys of your tiles on this machine: 'acquire resume' comes back to it when they do.")
            case news.Paused(seats):
                self.voice.note(f"{self._named(seats)} asks to wait: no clock runs, and nobody is left behind." if seats
                                else "The pause is over.")
            case facts.OutOfTime(seat):
                self.voice.note(f"{names.seat(seat)} has used up the time for this decision.")
            case facts.Disagreement(conviction, _, theirs):
                if theirs is None:
                    self.voice.note(f"The program of {names.seat(conviction.seat)} comes to another position than this one: one "
                                    "of the two is wrong. A report lies beside the journal; 'acquire verify' says what is so.")
            case facts.SeatStopped(reason):
                self.voice.note(f"This seat says nothing any more: {printable(reason)}. A report lies beside the journal. The "
                                "keys of your tiles stay on this machine, so that a mended program can go on with the game.")
            case facts.RolledBack():
                self.voice.note("The others remember more of this game than the journal here: it was an old copy. What they hold "
                                "has been taken over.")
            case facts.TwoOfUs():
                self.voice.note("Somebody else plays with the key of this seat, or it was resumed from an old copy: this program "
                                "says nothing more in its name.")
            case news.DiskTrouble(text):
                self.voice.note(f"The table waits for the disk: {text}." if text else "The disk works again; the game goes on.")
            case news.Ended():
                self.ended = item
                self.voice.end(self.match)
            case news.Stopped(text):
                self.stopped = item
                if text:
                    self.voice.complain(printable(text))
            case _:
                self.tell_other(item)

    def _played(self, actions: Sequence[Action], asked: bool, opened_bag: tuple[str, ...] | None) -> None:
        steps = self.match.hear(actions, asked, opened_bag)
        opening = [step for step in steps if step.turn == 0]
        if opening and not self._opening_told:
            self._opening_told = True
            self.voice.opening(opening, self.viewer, self.match.names)
            steps = [step for step in steps if step.turn]
        for step in steps:
            self.voice.tell(step, self.viewer, self.match.names)

    def _not_answering(self, silent: facts.NotAnswering) -> None:
        if silent.seats:
            how = "The table is paused until" if silent.paused else "No word from"
            after = " answers again; 'drop NAME' votes to go on without." if silent.paused else " for a while."
            self.voice.note(f"{how} {self._named(silent.seats)}{after}")
        elif self._silent.seats:
            self.voice.note("Everybody answers again.")
        self._silent = silent

    def _named(self, seats: Iterable[int]) -> str:
        return listing([self.match.names.seat(seat) for seat in seats] or ["nobody"])

    # --- what is typed ---

    def _read(self) -> str | None:
        """The next line for the question; what the table tells meanwhile is told in between."""
        seat, count = self.match.asked, len(self.match.steps)
        while True:
            item = self.inbox.get()
            if isinstance(item, Line):
                return str(item)
            if item is END_OF_INPUT:
                return None
            self.hear(item)
            if self.is_over or self.match.asked != seat or len(self.match.steps) != count:
                raise Overtaken

    def end_of_input(self) -> None:
        """A person who types nothing more has left the program; a computer player never typed, and who watches need not."""
        if self.bot is None and self.match.seat is not None:
            self.left = True
            self.voice.note("The input has ended; 'acquire resume' comes back to the table.")

    def _do(self, action: Action) -> None:
        self.match.answer(action)

    def actions_of_words(self) -> dict[str, Callable[[Prompt, str, str], None]]:
        return super().actions_of_words() | {
            "say": lambda prompt, word, rest: self._say(rest), "who": lambda prompt, word, rest: self._who(),
            "pause": lambda prompt, word, rest: self.table.pause(True), "go": lambda prompt, word, rest: self.table.pause(False),
            "drop": lambda prompt, word, rest: self._drop(rest), "retire": lambda prompt, word, rest: self._retire(),
            "quit": lambda prompt, word, rest: self._quit()}

    def _idle_line(self, typed: str) -> None:
        """A line while somebody else is asked."""
        word, _, rest = typed.partition(" ")
        word = SAME.get(word.lower(), word.lower())
        word = "board" if word == "b" else word
        if self.match.seat is None and word not in WATCHERS_WORDS:
            self.voice.note("You watch. 'board', 'sheet', 'log', 'chart', 'rules', 'who' and 'quit' can be typed.")
            return
        match word:
            case "" | "who":
                self._who()
            case look if look in LOOKS:
                self._look(look, rest, self.match.seat)
            case "say":
                self._say(rest)
            case "pause":
                self.table.pause(True)
            case "go":
                self.table.pause(False)
            case "drop":
                self._drop(rest)
            case "retire":
                self._retire()
            case "quit":
                self._quit()
            case _:
                self.voice.note("It is not your turn. 'board', 'sheet', 'log', 'chart', 'rules', 'say TEXT', 'who', 'drop NAME', "
                                "'retire' and 'quit' can be typed.")

    def _say(self, text: str) -> None:
        if text:
            self.table.say(text)
        else:
            self.voice.complain("'say' needs something to say.")

    def _who(self) -> None:
        waited = self._waited
        if self.match.asked is not None:
            self.voice.note("The table waits for you.")
        elif waited is None or not waited.seats:
            self.voice.note("Nobody is waited for; the table is at work.")
        else:
            what = "to decide" if waited.deciding else "to answer"
            self.voice.note(f"The table waits for {self._named(waited.seats)} {what}.")
        if self._silent.seats:
            self.voice.note(f"No word from {self._named(self._silent.seats)}.")

    def _drop(self, name: str) -> None:
        found = [seat for seat in range(self.match.game.players)
                 if name.lower() in (self.match.names.seat(seat).lower(), str(seat)) and seat != self.match.seat]
        if not name:
            self.table.vote(())
            self.voice.note("Your votes to go on without somebody are taken back.")
        elif not found:
            self.voice.complain("'drop' needs the name of somebody else at the table.")
        else:
            self.table.vote(found)
            self.voice.note(f"You vote to go on without {self._named(found)}; it happens when more than half of the table does.")

    def _retire(self) -> None:
        self.voice.note("Leave the table for good? The others play on without you. 'yes' leaves.")
        try:
            answer = self.line("Retire? ")
        except Overtaken:
            answer = None
        if (answer or "").lower() in ("y", "yes"):
            self.table.leave()
            self.left = True
        else:
            self.voice.note("You stay.")

    def _quit(self) -> None:
        self.left = True
        if self.match.game.turn:
            self.voice.note(standing_now(self.match.view(self.match.seat), self.match.names))
        self.voice.note("The game goes on without being watched." if self.match.seat is None else
                        "The table waits for you: 'acquire resume' comes back to it.")
