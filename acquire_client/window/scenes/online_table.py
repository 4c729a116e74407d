"""The table over the network: the scene of every table, with what is true only there: people elsewhere, clocks, votes, chat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import partial
from pathlib import Path

import pygame

from acquire_client.language import message
from acquire_client.matches.evening import Evening, EveningStage
from acquire_client.view_model.fair_play import fair_play_explained, fair_play_lines
from acquire_client.view_model.seat_choices import LEVEL_WORDS
from acquire_client.view_model.seat_state import SeatMark, SeatState, is_out, seat_state
from acquire_client.view_model.table_news import own_clock_text, pause_text, running_votes, silence_hint, waiting_text
from acquire_client.view_model.wording import text_at_table
from acquire_client.window.assets.painter import Painter
from acquire_client.window.controller.online_saver import OnlineSaver
from acquire_client.window.controller.table_controller import TableController, TableOptions
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.pages import Page
from acquire_client.window.scenes.scene import DialogAnswer, Shell
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.scenes.table_keys import TableKeys, TableScreen
from acquire_client.window.screen_reader.nodes import AccessibleNode, label_node
from acquire_client.window.table_view.chat_view import ChatBox
from acquire_client.window.table_view.fair_play_view import paint_fair_play
from acquire_client.window.table_view.seat_marks import paint_seat_marks
from acquire_client.window.table_view.sheet_view import avatar_places
from acquire_client.window.table_view.side_content import SideContent
from acquire_client.window.widgets.button import Button, widths_of_labels
from acquire_client.window.widgets.choice import Choice
from acquire_client.window.widgets.widget import Widget
from acquire_core.actions import Action, Place
from acquire_core.ai import LEVELS
from acquire_net import events

VOTE_CONSEQUENCE = message("A vote counts for a minute. With enough votes the seat is out of the game for good, and its tiles "
                           "go back into the bag.")
TICK_MS = 500
STAND_IN_LEVEL = "club"
"""The level of the computer player that is proposed for a person's seat."""


class OnlineTableKeys(TableKeys):
    """Leaving a table over the network leaves people waiting: it is said what that means."""

    stays_by_default = True

    def __init__(self, shell: Shell, controller: TableController, screen: TableScreen, evening: Evening) -> None:
        super().__init__(shell, controller, screen)
        self.evening = evening

    def before_leaving(self) -> str:
        if self.controller.match.is_over:
            return self.shell.translate("The game is over. The others see that you leave.")
        if self.evening.begun is not None and self.evening.begun.is_over_days:
            return self.shell.translate("Nothing is lost: the mailbox keeps what is for you, and the title offers the way back. "
                                        "The command 'acquire keep' looks in meanwhile, without deciding for you.")
        return self.shell.translate("Your seat waits for you, and the title offers the way back. The others may vote to go on "
                                    "without you.")

    def more_answers(self) -> tuple[DialogAnswer, ...]:
        """Return that a seat can be given up, also while another player is asked."""
        match = self.controller.match
        return (DialogAnswer(message("Retire"), self.ask_to_retire),) if match.people and not match.is_over else ()

    def ask_to_retire(self) -> None:
        """Ask before the seat is given up. The others play on, also while another player is asked."""
        self.shell.show_dialog(
            message("Leave the game for good?"),
            lambda: self.shell.translate("You cannot come back to this game. Your tiles go back into the bag, and the others "
                                         "play on."),
            (DialogAnswer(message("Retire"), self._retire), DialogAnswer(self.stay, kind="primary")), self._key_while_leaving,
            self.same_question())

    def same_question(self) -> Callable[[], bool]:
        """The others and computer players play on while a person is asked: the end of the game shows its result instead."""
        was_over = self._is_over
        return lambda: self._is_over == was_over

    @property
    def _is_over(self) -> bool:
        """Return True if the game is over, also where the match has not received the end while a question lies over it."""
        return self.controller.match.is_over or self.evening.stage is EveningStage.OVER

    def _retire(self) -> None:
        self.evening.peer.leave()
        self.leave()

    def leave(self) -> None:
        self.shell.leave_table()


class SideTab(Enum):
    """What the panel beside the board shows."""

    LOG = message("Log")
    CHAT = message("Chat")
    FAIR_PLAY = message("Fair play")


TAB_KEYS = {SideTab.CHAT: "M", SideTab.FAIR_PLAY: "V"}
TAB_ICONS = {SideTab.LOG: "log", SideTab.CHAT: "chat", SideTab.FAIR_PLAY: "shield"}
MIN_LOG_ROWS = 4
"""So many rows the log needs beside its two buttons, or they are left to their keys."""
FAIR_PLAY_ROWS = 3
"""So many rows what is proven needs above its button, or the button is a mark beside it."""


class OnlineTableScene(TableScene):
    """navigation.py shows it when the game of an `Evening` has begun, and again when the person comes back to it. What the
    match receives is shown by `update`, as at every table; `_on_event` is for what is not in the match or cannot wait for that,
    such as the chat and the proofs. The fields must be set before the constructor of `TableScene` is called, because that
    builds the widgets. A spectator gets the subclass in watch_table.py."""

    is_over_network = True

    def __init__(self, shell: Shell, evening: Evening) -> None:
        assert evening.match is not None
        self.evening = evening
        self.tab = SideTab.LOG
        """Which tab of the panel beside the board is open."""
        self.chat = ChatBox(evening, shell.translate, self.rebuild)
        self._read = evening.lines_received
        """How many lines of the chat the person has seen."""
        self._lines_seen, self._troubles_seen = 0, 0
        """How much of the log and of the trouble the person has seen."""
        self._status = ""
        """The question, the clock and the marks of the last picture; another text means that it is to be drawn anew."""
        self._has_stand_in = evening.stand_in is not None
        """True if the widgets are those of a seat that a computer player answers for."""
        self.saver = OnlineSaver(shell, evening.match)
        super().__init__(shell, evening.match, self.saver)
        self._note_seen()
        evening.listeners.append(self._on_event)

    def table_options(self) -> TableOptions:
        return replace(super().table_options(), confirms_all=self.shell.settings.confirm_sending)

    def make_keys(self) -> TableKeys:
        return OnlineTableKeys(self.shell, self.controller, self, self.evening)

    def on_leave(self) -> None:
        self.evening.listeners.remove(self._on_event)
        super().on_leave()

    def _on_event(self, event: events.PeerEvent) -> None:
        if isinstance(event, events.Said | events.Caught | events.Disagreement):
            self._note_seen()
            self.rebuild()
        elif isinstance(event, events.ProofsChecked | events.DealProgress) and self.tab is SideTab.FAIR_PLAY:
            self.rebuild()
        elif isinstance(event, events.AnswersSealed) and self.evening.match is not None:
            self.evening.match.poll_changes()
            self.rebuild()
        elif isinstance(event, events.AnsweredAtZero) and self.evening.match is not None:
            self.evening.match.poll_changes()
            self.controller.drop_question()
        elif isinstance(event, events.Played) and event.asked and not self.shell.is_on_top(self):
            self.shell.play_sound("turn")  # a page lies over the table, so nothing else says it
            self.shell.set_title(self.translate("Your turn"))

    # --- time ---

    def update(self, now_ms: int, asks: bool = True) -> bool:
        changed = super().update(now_ms, asks)
        self.controller.drop_question()  # a computer player answers now, in the place of the person
        marks = tuple((state.mark, state.silent_s, state.by_computer) for state in self.seat_states())
        status = f"{self.question_text()} {own_clock_text(self.evening, self.shell.words)} {marks}"
        ticked, self._status = status != self._status, status
        if ticked and self._has_stand_in != (self.evening.stand_in is not None):
            self._has_stand_in = not self._has_stand_in
            self.rebuild()
        return changed or ticked

    def update_behind(self, now_ms: int) -> bool:
        """Go on: the others play while a dialog or a page lies over the table. What this person is asked waits."""
        return self.update(now_ms, asks=False)

    def wait_ms(self, now_ms: int) -> int | None:
        return min(TICK_MS, super().wait_ms(now_ms) or TICK_MS)

    def wait_behind_ms(self, now_ms: int) -> int | None:
        return min(TICK_MS, self.motion.wait_ms(None) or TICK_MS)

    # --- what is said ---

    def question_text(self) -> str:
        if self.match.is_over or self.decider is not None:
            return super().question_text()
        if self.match.asks_person:  # the question itself waits until nothing lies over the table
            return self.translate("It is your turn.")
        return waiting_text(self.evening, self.shell.words)

    def waiting_hint(self) -> str:
        return "" if self.match.is_over or self.decider is not None else silence_hint(self.evening, self.shell.words)

    def question_note(self) -> str:
        return " · ".join(filter(None, (self.controller.progress_note(), own_clock_text(self.evening, self.shell.words))))

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        """Return the clock too, which is there to be read and is not read out every second, and the marks of seats."""
        note = self.question_note()
        clock = (label_node("clock", note, self.places.question),) if note else ()
        marks = [label_node(f"state {seat}", f"{self.match.names.seat(seat)}: {state.text}", self.places.sheet)
                 for seat, state in enumerate(self.seat_states()) if state.mark is not SeatMark.NONE or state.by_computer]
        return *super().accessible_parts(), *clock, *marks

    def seat_states(self) -> list[SeatState]:
        """Return how the seats stand now; none before the match has any."""
        return [seat_state(self.evening, seat, self.shell.words) for seat in range(len(self.match.players))]

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        paint_seat_marks(painter, avatar_places(painter, self.places.sheet, self.snapshot.sheet), self.seat_states())

    # --- the tabs ---

    @property
    def shows_chat(self) -> bool:
        return self.tab is SideTab.CHAT

    @property
    def _troubles(self) -> int:
        return len(self.evening.caught) + len(self.evening.disagreements)

    def _note_seen(self) -> None:
        """Note that the person has seen what the open tab shows."""
        if self.tab is SideTab.CHAT:
            self._read = self.evening.lines_received
        elif self.tab is SideTab.LOG:
            self._lines_seen = len(self.controller.log.lines)
        else:
            self._troubles_seen = self._troubles

    def unread(self, tab: SideTab) -> int:
        """Return how much of a tab that is not open is new."""
        if tab is self.tab:
            return 0
        if tab is SideTab.LOG:
            return max(0, len(self.controller.log.lines) - self._lines_seen)
        if tab is SideTab.FAIR_PLAY:
            return self._troubles - self._troubles_seen
        new = min(len(self.evening.chat), self.evening.lines_received - self._read)
        return sum(not (line.is_mine or line.is_earlier) for line in self.evening.chat[-new:]) if new else 0

    def show_tab(self, tab: SideTab) -> None:
        self._note_seen()
        self.tab = tab
        self._note_seen()
        self.rebuild("chat" if tab is SideTab.CHAT else None)

    def _turn_tab(self, tab: SideTab) -> None:
        """Show a tab, or the log again where it is open."""
        self.show_tab(SideTab.LOG if self.tab is tab else tab)

    def explain_fair_play(self) -> None:
        self.shell.show_lines(self.translate("What the proofs mean"), fair_play_explained(self.evening, self.shell.words))

    # --- widgets ---

    def _side_places(self) -> tuple[Box, Box]:
        """Return the row of the tabs, and what is below it."""
        unit = self.unit
        inner = self.places.side.inset(unit(12), unit(5))
        head = inner.top(max(28, unit(28)))
        return head, inner.without_top(head.h + unit(4))

    def log_places(self) -> tuple[Box, Box, Box]:
        """Return the buttons below the log, because the tabs have its head."""
        unit, place = self.unit, self._side_places()[1]
        foot = place.foot(max(28, unit(28)))
        passes, copy = foot.columns((1.25, 1), unit(6))
        return copy, passes, place.without_foot(foot.h + unit(4)) if self._has_log_buttons else place

    @property
    def _has_log_buttons(self) -> bool:
        return self._side_places()[1].h >= max(28, self.unit(28)) + MIN_LOG_ROWS * max(self.unit(21), self.unit.text(13) + 6)

    def _tab_label(self, tab: SideTab) -> str:
        count = self.unread(tab)
        if not count:
            return self.translate(tab.value)
        if tab is SideTab.CHAT:
            return self.translate("Chat ({count} new)", count=count)
        return f"{self.translate(tab.value)} •"

    def _tab_buttons(self) -> list[Widget]:
        labels = [(self._tab_label(tab), TAB_KEYS.get(tab, "")) for tab in SideTab]
        places = self._side_places()[0].columns(widths_of_labels(self.painter, labels), self.unit(6))
        acts = {SideTab.LOG: partial(self.show_tab, SideTab.LOG), SideTab.CHAT: partial(self._turn_tab, SideTab.CHAT),
                SideTab.FAIR_PLAY: partial(self._turn_tab, SideTab.FAIR_PLAY)}
        return [Button(f"tab {tab.name.lower()}", place, label, acts[tab], kind="chosen" if tab is self.tab else "quiet",
                       hint=key, size=11.5, icon=TAB_ICONS[tab], key_is_near=True)
                for tab, (label, key), place in zip(SideTab, labels, places, strict=True)]

    def side_widgets(self) -> list[Widget]:
        if self.side_content() is not SideContent.LOG:
            return super().side_widgets()
        tabs, place, unit = self._tab_buttons(), self._side_places()[1], self.unit
        if self.tab is SideTab.LOG:
            found = super().side_widgets()
            return [*tabs, *(widget for widget in found if self._has_log_buttons or widget.name not in ("passes", "copy"))]
        if self.tab is SideTab.FAIR_PLAY:
            label, box = self.translate("What does this mean?"), self._fair_play_places()[1]
            if box.w < place.w:
                return [*tabs, Button("explain", box, "", self.explain_fair_play, icon="help", spoken=label, tip=label)]
            return [*tabs, Button("explain", box, label, self.explain_fair_play, size=12.5)]
        line = place.foot(max(28, min(unit.target(32), int(place.h * 0.45))))
        begun = self.evening.begun
        seats = {} if begun is None else {identity: seat for seat, identity in enumerate(begun.identities)}
        return [*tabs, *self.chat.widgets(place.without_foot(line.h + 2), line, seats, self.painter)]

    def _fair_play_places(self) -> tuple[Box, Box]:
        """Return where the lines stand and what explains them, which is below them, or beside them where the panel is low."""
        unit, place = self.unit, self._side_places()[1]
        foot, row = max(28, unit(30)), max(unit(20), unit.text(13) + 6)
        if place.h - foot >= FAIR_PLAY_ROWS * row:
            return place.without_foot(foot + unit(4)), place.foot(foot)
        button = place.end(max(28, unit(36)))
        return place.without_end(button.w + unit(6)), button.top(max(28, min(unit(36), place.h)))

    def is_typing_beside(self) -> bool:
        return self.shows_chat and self.focus_manager.focus == "chat"

    def focus_changes_panel(self, before: str | None, focus: str | None) -> bool:
        """A merger or an auction waits for the panel until the focus has left the field of the chat."""
        return self.shows_chat and "chat" in (before, focus)

    def build_widgets(self) -> list[Widget]:
        widgets = super().build_widgets()
        if self.match.undoable_count:
            return widgets  # a turn that is not sent yet; `P` still shows the seats
        undo, reset, _ = self.places.helpers  # nothing is taken back now, so this place is free
        place = Box(undo.x, undo.y, reset.right - undo.x, undo.h)
        labels = [("seats", self.translate("Seats"), "P", "people", self.show_seats,
                   self.translate("Who is here, pausing, and going on without a player."))]
        if self.is_over_days:
            labels.append(("letters", self.translate("Letters"), "B", "letter", self.show_letters,
                           self.translate("Letters to the others and from them, for e-mail.")))
        places = (place,) if len(labels) == 1 else (undo, reset)
        # The key of a button that is narrow would leave no room for its label.
        added = [Button(name, box, label, act, hint=key if self._has_room_for_key(label, box) else "", size=12, icon=icon,
                        tip=tip)
                 for (name, label, key, icon, act, tip), box in zip(labels, places, strict=True)]
        at = next((number for number, widget in enumerate(widgets) if widget.name == "undo"), len(widgets))
        widgets[at:at] = added
        if self.evening.stand_in is not None and not self.match.is_over:
            widgets.append(Button("confirm", self.places.confirm, self.translate("Take my seat back"), self.take_seat_back,
                                  kind="primary", hint="Enter", size=14))
        elif self.evening.match is not None and self.evening.match.is_sending:
            widgets.append(Button("sending", self.places.confirm, self.translate("Sending …"), lambda: None, size=14,
                                  enabled=False))
        return [widget for widget in widgets if widget.name not in ("undo", "reset")]

    def _has_room_for_key(self, label: str, box: Box) -> bool:
        return self.painter.fonts.text_width(label, self.unit.text(12)) + self.unit(30) < box.w

    def submit(self, action: Action) -> None:
        super().submit(action)
        self.rebuild()  # what was pressed gives way to what says that it is sent

    def take_seat_back(self) -> None:
        self.evening.hand_over(None)
        if not self.update(self.now_ms):
            self.rebuild()

    @property
    def pending(self) -> Action | None:
        """Return what was answered here and is not final yet."""
        return None if self.evening.match is None else self.evening.match.pending

    def sent_tile(self) -> str:
        """Return the tile that was placed here and is not final yet; empty if there is none."""
        return self.pending.tile if isinstance(self.pending, Place) else ""

    def show_seats(self) -> None:
        self.shell.show_seats(self.evening)

    @property
    def is_over_days(self) -> bool:
        """Return True if this is the own seat at a table over days: people may carry letters there."""
        return self.match.people != () and self.evening.begun is not None and self.evening.begun.is_over_days

    def show_letters(self) -> None:
        self.shell.show_letters(self.evening)

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Read a file that is dropped onto the table as one with letters."""
        if event.type == pygame.DROPFILE and self.is_over_days:
            self.shell.show_letters(self.evening, Path(event.file))
            return True
        return super().handle_event(event)

    def press_primary(self) -> None:
        if self.focus_manager.focus == "chat":
            self.chat.say()
        else:
            super().press_primary()

    def press_key(self, event: pygame.event.Event) -> bool:
        taken = set() if self.decider is None else {choice.key.lower() for choice in self.decider.prompt.choices}
        letter = event.unicode.lower() if event.unicode else ""
        if letter == "m" and letter not in taken:
            self._turn_tab(SideTab.CHAT)
        elif letter == "v" and letter not in taken:
            self._turn_tab(SideTab.FAIR_PLAY)
        elif event.key == pygame.K_ESCAPE and self.tab is not SideTab.LOG:
            self.show_tab(SideTab.LOG)
        elif letter == "p" and letter not in taken:
            self.show_seats()
        elif letter == "b" and letter not in taken and self.is_over_days:
            self.show_letters()
        else:
            return super().press_key(event)
        return True

    def paint_side(self, painter: Painter) -> None:
        if self.side_content() is not SideContent.LOG:
            super().paint_side(painter)
        elif self.tab is SideTab.FAIR_PLAY:
            paint_fair_play(painter, self._fair_play_places()[0], fair_play_lines(self.evening, self.shell.words))

    # --- the end ---

    def show_result(self) -> None:
        self._finish_motion()
        self.shell.show_online_result(self.evening, self._play_again, self.controller.save, self.keys.function_key,
                                      self.saver.keep_record)

    def _play_again(self) -> None:
        """Go back to the lobby, where the same people are, ready for another game."""
        self.evening.ready_for_another()
        self.shell.show_lobby()

    def asks_before_loss(self, leave: Callable[[], None]) -> bool:
        """Ask before a running game is left: nothing would be lost, but people would wait."""
        if not self.evening.is_at_table:
            return False
        self.shell.show_dialog(self.keys.leave_title, self.keys.before_leaving, (
            DialogAnswer(message("Leave"), leave), DialogAnswer(message("Play on"), kind="primary")), self.keys.function_key)
        return True


class SeatsPage(Page):
    """Who sits where and what their programs do; pausing, going on without a player, and what was proven so far."""

    shares = (0.7, 0.84)

    def __init__(self, shell: Shell, evening: Evening) -> None:
        super().__init__(shell, shell.translate("Who is here"))
        self.evening = evening
        self.level = STAND_IN_LEVEL
        """The level of the computer player to which the seat would be handed."""
        self._shown: list[str] = []
        evening.listeners.append(self._on_event)

    def _on_event(self, event: events.PeerEvent) -> None:
        if not isinstance(event, events.Played | events.WaitingFor | events.Clock):
            self.rebuild()

    def update(self, now_ms: int) -> bool:
        """Count the seconds of seats that are away."""
        match = self.evening.match
        states = [] if match is None else [self._state_of(seat) for seat in range(len(match.players))]
        before, self._shown = self._shown, states
        return before != states

    def wait_ms(self, now_ms: int) -> int | None:
        return TICK_MS

    def on_leave(self) -> None:
        self.evening.listeners.remove(self._on_event)

    def lay_out(self, window: Box, unit: Unit) -> None:
        super().lay_out(window, unit)
        match = self.evening.match
        count = 0 if match is None else len(match.players)
        facts_h, gap = unit(84), unit(10)
        room_h = self.body.h - facts_h - gap
        height = max(30, min(unit.target(46), (room_h - unit(6) * count) // max(1, count + 1)))
        spare = room_h - (height + unit(6)) * (count + 1)
        if spare > 0:
            self.fit_frame(window, unit, self.frame.h - spare)
        self.facts = self.body.foot(facts_h)
        room = self.body.without_foot(facts_h + gap)
        self.rows = room.stacked(count, height, unit(6))
        foot = Box(room.x, room.y + count * (height + unit(6)), room.w, max(28, min(height, unit(36))))
        self.pause_box, self.level_box, self.hand_over_box = foot.columns((1, 1.15, 1.15), unit(8))

    def build_widgets(self) -> list[Widget]:
        evening, translate, unit = self.evening, self.translate, self.unit
        match, widgets = evening.match, super().build_widgets()
        if match is None:
            return widgets
        live = sum(not is_out(evening, seat) for seat in range(len(match.players)))
        for seat, row in enumerate(self.rows):
            if match.seat is None or seat == match.seat:
                continue
            if (mute := self._mute_button(seat, row)) is not None:
                widgets.append(mute)
            if is_out(evening, seat) or live <= 2 or match.is_over:
                continue
            votes = evening.votes.get(seat)
            mine = votes is not None and match.seat in votes.voters
            label = translate("Take my vote back") if mine else translate("Go on without {name}", name=match.names.seat(seat))
            tip = (translate("In a pause no vote counts. You can vote when it is over.") if evening.paused else
                   translate(VOTE_CONSEQUENCE))
            widgets.append(Button(f"vote {seat}", row.end(unit(200)).centred(unit(200), min(row.h, max(28, unit(32)))), label,
                                  partial(evening.vote_without, seat, not mine),
                                  size=12.5, enabled=not evening.paused, tip=tip))
        if match.seat is not None and not match.is_over and not is_out(evening, match.seat):
            widgets += self._hand_over_widgets()
            paused = match.seat in evening.paused
            widgets.append(Button("pause", self.pause_box, translate("Go on") if paused else translate("Ask for a pause"),
                                  lambda: evening.peer.set_paused(not paused), size=12.5, icon="play" if paused else "pause",
                                  tip=translate("No clock runs in a pause, no vote counts, and nobody loses a seat.")))
        return widgets

    def _mute_button(self, seat: int, row: Box) -> Button | None:
        """Return what hides the lines that a player writes; None for a computer player, which writes none."""
        evening, match, unit = self.evening, self.evening.match, self.unit
        if match is None or evening.begun is None or match.players[seat].is_program or not evening.begun.identities:
            return None
        identity = evening.begun.identities[seat]
        muted = identity in evening.muted
        box = row.without_end(unit(206)).end(unit(84)).centred(unit(84), min(row.h, max(28, unit(32))))
        return Button(f"mute {seat}", box, self.translate("Unmute") if muted else self.translate("Mute"),
                      partial(self._mute, identity, not muted), size=12.5,
                      tip=self.translate("Lines of this player are not shown here. The others still read them."))

    def _mute(self, identity: bytes, muted: bool) -> None:
        self.evening.mute(identity, muted)
        self.rebuild()

    def _hand_over_widgets(self) -> list[Widget]:
        """Return what hands the own seat to a computer player of a level, or takes it back."""
        translate, handed = self.translate, self.evening.stand_in is not None
        levels = [level.name for level in LEVELS]
        label = translate("Take my seat back") if handed else translate("Let a computer player answer")
        tip = translate("A computer player of this level answers for you until you take your seat back. The others see it.")
        return [Choice("level", self.level_box, [translate(LEVEL_WORDS[level]) for level in levels], levels.index(self.level),
                       self._set_level, spoken=translate("Level"), enabled=not handed, tip=tip),
                Button("hand-over", self.hand_over_box, label, self.hand_over, kind="plain", size=12.5, tip=tip)]

    def _set_level(self, at: int) -> None:
        self.level = LEVELS[at].name
        self.rebuild()

    def hand_over(self) -> None:
        """Hand the own seat over, or take it back, and go back to the table, where the game goes on."""
        self.evening.hand_over(self.level if self.evening.stand_in is None else None)
        self.shell.pop()

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        evening, unit, match = self.evening, painter.unit, self.evening.match
        if match is None:
            return
        for seat, row in enumerate(self.rows):
            side = min(row.h - unit(4), unit(34))
            disc = row.left(side + unit(6)).centred(side, side)
            painter.avatar(disc, seat, match.names.seat(seat))
            room = row.without_left(disc.w + unit(14)).without_end(unit(300))
            name, state = room.columns((1, 1.5), unit(10))
            painter.text(name, match.names.seat(seat), 14, "dim" if is_out(evening, seat) else "text", bold=True, cut=True)
            text = self._state_of(seat)
            pixels = painter.fitting_paragraphs([text], state.w, state.h, 12.5)
            height = len(painter.wrapped(text, state.w, pixels)) * painter.line_height(pixels)
            painter.paragraph(state.centred(state.w, min(state.h, height)), text, 12.5,
                              "bad" if seat in evening.silent else "dim", cut=True, pixels=pixels)
        painter.paragraph(self.facts, "\n".join(self._facts()), 12.5, "dim", cut=True)

    def _state_of(self, seat: int) -> str:
        return seat_state(self.evening, seat, self.shell.words).text

    def _facts(self) -> list[str]:
        evening, translate = self.evening, self.translate
        names = None if evening.match is None else evening.match.names.in_language(self.shell.words)
        facts = [translate("Every tile is drawn by all programs together, and every draw is proven. Nobody sees a hidden tile or "
                           "chooses one.")]
        if names is not None and (votes := running_votes(evening, names)):
            facts = [*votes, translate(VOTE_CONSEQUENCE)]  # nothing else is as urgent
        if evening.paused and names is not None:
            facts.insert(0, pause_text([names.seat(seat) for seat in evening.paused], self.shell.words))
        if evening.phrase:
            facts.append(translate("Say these words aloud: {words}. If all have the same, nobody sits between you.",
                                   words=" ".join(evening.phrase)))
        if names is not None:
            facts += [translate("{name} was caught: {why}.", name=names.seat(each.seat), why=text_at_table(names, each.reason))
                      for each in evening.caught]
        return facts
