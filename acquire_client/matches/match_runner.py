"""Keeps a match going in a window: computer players think in threads, people answer when they like.

`advance` is called whenever something may have changed; it never waits. What came about is returned as steps, oldest first.
Programs have no place here: what is seated in the window is people and levels.
"""

from __future__ import annotations

from acquire_client.matches.match import Match
from acquire_client.matches.steps import MatchStep
from acquire_client.view_model.sentences import is_quiet
from acquire_client.workers import Workers
from acquire_core.actions import Action


class MatchRunner:
    """The table controller and the title own one each. Steps come out of `advance`, each once and in order; `wait_ms` says when
    to call it again. A thought begins when a computer player is asked, and its answer waits in `_decided` until its pause is
    over. At most one thought is under way; `stop` must be called when the match is left, and then its answer is thrown away."""

    def __init__(self, match: Match, workers: Workers, delay_ms: int) -> None:
        self.match = match
        self.delay_ms = delay_ms
        self.hurried = False
        """Until a person is asked again, computer players do not pause between their moves."""
        self.halted = False
        """True while nothing goes on by itself, as when the tutorial is paused."""
        self.passes = True
        """Whether people are not asked where nothing can be decided."""
        self._workers = workers
        self._thinking = False
        self._decided: Action | None = None
        """What a computer player has answered, until it is played."""
        self._due_ms = 0
        """When the next visible move of a computer player may be played."""
        self._person_was_last = False
        """Whether a person, or the table for a person, has done what was done last, or is to do what comes next."""
        self._ended = False

    @property
    def is_thinking(self) -> bool:
        """Return True if a computer player is asked and has not answered, or its answer waits for its moment."""
        return self.match.asked_seat is not None and not self.match.asks_person

    def advance(self, now_ms: int) -> list[MatchStep]:
        """Do all that needs no person and is due; start what takes time."""
        match = self.match
        steps = match.poll()
        while match.asked_seat is not None and not self._ended and not self.halted:
            if match.asks_person:
                self._person_was_last = True
                forced = match.forced_answer() if self.passes else None
                if forced is None:
                    self.hurried = False
                    break
                match.answer_forced(forced)
                continue
            if self._person_was_last:  # what a person has done is seen before it is answered
                self._person_was_last, self._due_ms = False, now_ms + self.pause_ms
            if self._decided is None:
                self._start_thinking()
                break
            if now_ms < self._due_ms and not is_quiet(self._decided):
                break
            action, self._decided = self._decided, None
            match.answer(action)
            if not is_quiet(action):
                self._due_ms = now_ms + self.pause_ms
        return steps + match.poll()

    @property
    def pause_ms(self) -> int:
        return 0 if self.hurried else self.delay_ms

    def hurry_up(self) -> None:
        """Make no pauses until a person is asked."""
        self.hurried, self._due_ms = True, 0

    def wait_ms(self, now_ms: int) -> int | None:
        """Return how long until `advance` has something to do; None while it waits for a person or for a thought."""
        if self._decided is None or self.halted:
            return None
        return 0 if is_quiet(self._decided) else max(0, self._due_ms - now_ms)

    def stop(self) -> None:
        """Stop playing, and throw away what is still being thought."""
        self._ended = True

    def _start_thinking(self) -> None:
        if self._thinking:
            return
        self._thinking = True
        self._workers.start(self.match.decision_job(), self._take_thought)

    def _take_thought(self, action: Action) -> None:
        self._thinking = False
        if not self._ended:
            self._decided = action
