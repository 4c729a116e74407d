"""The end of a game over the network: the page of every game, with its certificate, and a review with the opened hands."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from acquire_client.language import message
from acquire_client.matches.evening import Evening, EveningStage
from acquire_client.matches.journals import CheckedJournal
from acquire_client.view_model.lobby_cards import evening_score_text
from acquire_client.view_model.seat_state import is_out
from acquire_client.view_model.words import printable
from acquire_client.window.controller.game_review import GameReview
from acquire_client.window.controller.journal_check import JournalCheck
from acquire_client.window.layout.box import Box
from acquire_client.window.scenes.game_over import GameOver
from acquire_client.window.scenes.scene import FunctionKey, Shell
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget
from acquire_core.record import Record
from acquire_net import events

READY_AGAIN = message("Ready for another game: {names:and}.")


class OnlineGameOver(GameOver):
    """navigation.py shows it when the game is over, which may be before all have signed the result: `evening.ended` is None
    until then. `_on_event` begins to read the opened hands once all are there; the verifier of the journal reads them in a
    thread, `_take_opened_hands` keeps the record, and `update` begins a review with it."""

    def __init__(self, shell: Shell, evening: Evening, again: Callable[[], None], save: Callable[[], None],
                 function_key: FunctionKey, keep: Callable[[Record], None]) -> None:
        """`keep` gets the game with all hands, once they are open."""
        assert evening.match is not None
        super().__init__(shell, evening.match, again, save, function_key,
                         lambda: evening_score_text(evening, shell.words, with_money=True))
        self.evening, self._keep = evening, keep
        journal = evening.begun.journal if evening.begun is not None else None
        self.check = None if journal is None else JournalCheck(shell.workers, journal)
        """Verifies the journal of this game; None where there is no journal."""
        self._is_reading_hands = False
        """True since the verifier began that reads all hands."""
        self._opened_record: Record | None = None
        """The game with all hands."""
        self._waiting: list[str] = []
        """Who has been named as ready for another game."""
        evening.listeners.append(self._on_event)
        self._read_opened_hands()

    def _on_event(self, event: events.PeerEvent) -> None:
        if isinstance(event, events.KeysOpened):
            self._read_opened_hands()
        if isinstance(event, events.ReadyChanged):
            self._tell_who_waits()
        if isinstance(event, events.KeysOpened | events.Ended | events.ReadyChanged):
            self.rebuild()

    def on_leave(self) -> None:
        self.evening.listeners.remove(self._on_event)
        super().on_leave()

    # --- another game ---

    def _those_who_wait(self) -> list[str]:
        """Return who else is ready for another game."""
        lobby = self.evening.lobby
        if lobby is None or self.evening.stage is not EveningStage.OVER:
            return []
        return [printable(each.name) for each in lobby.members if each.is_seated and each.is_ready and not each.is_me]

    def _tell_who_waits(self) -> None:
        before, self._waiting = self._waiting, self._those_who_wait()
        if new := [name for name in self._waiting if name not in before]:
            self.shell.show_notice(self.translate(READY_AGAIN, names=new))

    def again_words(self) -> tuple[str, str]:
        """The others wait in the lobby: the button says so as long as they do."""
        label, tip = super().again_words()
        waiting, lobby = self._those_who_wait(), self.evening.lobby
        if not waiting or lobby is None:
            return label, tip
        counted = self.translate("{act} ({count} of {of})", act=label, count=len(waiting), of=lobby.places)
        return counted, self.translate(READY_AGAIN, names=waiting)

    # --- the hands that were opened ---

    @property
    def _all_are_open(self) -> bool:
        seats = range(len(self.match.players))
        return all(seat in self.evening.opened or is_out(self.evening, seat) for seat in seats) and bool(self.evening.opened)

    @property
    def has_opened_hands(self) -> bool:
        """Return True if the review and the replay know all hands."""
        return self.review.record is self._opened_record

    def _read_opened_hands(self) -> None:
        """Verify the journal once all hands are open: the verifier is what reads them. One that began before lacks some."""
        if self._all_are_open and self.check is not None and not self._is_reading_hands and not self.check.is_running:
            self._is_reading_hands = True
            self.check.begin_work(self._take_opened_hands)

    def _take_opened_hands(self, found: CheckedJournal) -> None:
        """Keep the game with all hands, also where the person has left this page. Where the opened hands are against the rules
        the verifier gives no hand at all; then what this seat knows is more."""
        if found.record is not None and not found.against_rules:
            self._opened_record = found.record
            self._keep(found.record)

    def update(self, now_ms: int) -> bool:
        """Review the game with all hands instead, as soon as it is verified."""
        self._read_opened_hands()
        if self._opened_record is not None and not self.has_opened_hands:
            self.review.cancel_work()
            self.review = GameReview(self.shell.workers, self._opened_record)
            self.review.begin_work()
            self.rebuild()
        return super().update(now_ms)

    def replay(self) -> None:
        """Show the game with all hands, as far as they are known."""
        self.shell.show_replay(self.review.record, self._save, self.match.people)

    # --- the certificate ---

    def show_certificate(self) -> None:
        self.shell.show_certificate(self.evening, self.check)

    @property
    def title_box(self) -> Box:
        return self.head.without_end(self.proposal.w + self.unit(14))

    def build_widgets(self) -> list[Widget]:
        translate, ended = self.translate, self.evening.ended
        if ended is None:
            signed, shortly = translate("The result is being signed."), translate("Being signed")
        else:
            of = {"count": len(ended.signed), "of": len(self.match.players)}
            signed = translate("Signed by {count} of {of}, and verified on request", **of)
            shortly = translate("Signed by {count} of {of}", **of)
        certificate, letters = self.proposal.columns((1.5, 1), self.unit(8)) if self.is_over_days else (self.proposal,) * 2
        widgets: list[Widget] = [*super().build_widgets(), Button(
            "certificate", certificate, translate("Certificate"), self.show_certificate, hint="C", size=14, icon="shield",
            note=shortly if self.is_over_days else signed, tip=signed if self.is_over_days else "")]
        if self.is_over_days:
            widgets.append(Button("letters", letters, translate("Letters"), self.show_letters, hint="B", size=14, icon="letter",
                                  tip=translate("The others may need your last letter.")))
        return widgets

    @property
    def is_over_days(self) -> bool:
        return self.evening.begun is not None and self.evening.begun.is_over_days

    def show_letters(self) -> None:
        self.shell.show_letters(self.evening)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_b and self.is_over_days:
            self.show_letters()
            return True
        if event.key == pygame.K_c:
            self.show_certificate()
            return True
        return super().press_key(event)
