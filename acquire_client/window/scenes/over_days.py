"""A table over days: which mailbox keeps what is for those who are away, whether it answers, and what such a table means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from acquire_client.language import message
from acquire_client.view_model.over_days import (
    ABOUT_DAYS,
    PATIENCE,
    days_explained,
    days_refusal,
    facts_of_days,
    mailbox_complaint,
    offer_over_days,
)
from acquire_client.view_model.wording import text_in
from acquire_client.view_model.words import capitalised
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TARGET, Box, Unit
from acquire_client.window.layout.scale import FORM_ROOMS
from acquire_client.window.scenes.pages import FormPage, Page
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.screen_reader.nodes import AccessibleNode, Speech, label_node
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.choice import Choice
from acquire_client.window.widgets.clipboard import read_clipboard
from acquire_client.window.widgets.field import TextField
from acquire_client.window.widgets.widget import Widget
from acquire_net import (
    DEFAULT_RELAY_PORT,
    AddressError,
    AdmissionError,
    Offer,
    OptionLine,
    mailbox_trouble,
    option_value,
    parse_address,
)

AskMailbox = Callable[[str, int, float], str]
"""Returns why no mailbox answers at a host and port within so many seconds; empty if one does."""
MAX_MAILBOX = 80
PATIENCE_S = 8.0
"""So long a mailbox may take to answer."""
MAILBOX = message("Mailbox")
MAILBOX_HINT = message("The address of a relay that runs with --mailbox, such as mail.example.org. Everybody who plays has to "
                       "reach it.")
MISSING = message("Without a mailbox there is no table over days: type its address, or paste it.")
ASKING = message("Asking the mailbox …")
ALL_THE_SAME = message("Press the button once more to open the table all the same.")


class OverDaysPage(FormPage):
    """Found one. `found` gets the offer with the options of a table over days, when a mailbox has answered at the address, or the
    person wants the table although none did."""

    rooms = FORM_ROOMS
    shares = (0.7, 0.8)
    own_enter = ("cancel", "paste")

    def __init__(self, shell: Shell, offer: Offer, found: Callable[[Offer], None],
                 ask: AskMailbox | None = None) -> None:
        super().__init__(shell, shell.translate("A table over days"))
        self.offer, self._found, self._ask = offer, found, ask or mailbox_trouble
        self.mailbox, self.patience = shell.settings.mailbox, PATIENCE[0]
        self.refusal = days_refusal(offer, shell.words)
        """What of the offer does not go together with a table over days; nothing typed here changes that."""
        self.complaint = self.refusal
        self.is_asking = False
        self._unanswered = ""
        """The address at which no mailbox has answered."""

    # --- what can be done ---

    def confirm(self) -> None:
        """Open the table, once a mailbox has answered at this address."""
        if self.is_asking:
            return
        if self.refusal:
            self._complain(self.refusal)
        elif not self.mailbox.strip():
            self._complain(self.translate(MISSING))
        else:
            try:
                offer = offer_over_days(self.offer, self.mailbox, self.patience)
            except (AddressError, AdmissionError) as wrong:
                self._complain(mailbox_complaint(wrong, self.shell.words))
                return
            address = option_value(offer.options.items(), "mailbox")
            if address == self._unanswered:
                self._sit_down(offer)
            else:
                self._ask_mailbox(offer, address)

    def _ask_mailbox(self, offer: Offer, address: str) -> None:
        place, typed = parse_address(address, DEFAULT_RELAY_PORT), self.mailbox
        self.is_asking, self.complaint = True, ""

        def answered(trouble: str) -> None:
            self.is_asking = False
            if not self.shell.is_on_top(self):
                return
            if self.mailbox != typed:  # another one is meant now
                self.rebuild()
                return
            if not trouble:
                self._sit_down(offer)
                return
            self._unanswered = address
            self._complain(f"{capitalised(text_in(self.shell.words, trouble))}. {self.translate(ALL_THE_SAME)}")

        self.shell.workers.start(partial(self._ask, place.host, place.port, PATIENCE_S), answered)
        self.rebuild()

    def _sit_down(self, offer: Offer) -> None:
        if self.mailbox != self.shell.settings.mailbox:
            self.shell.change_settings(replace(self.shell.settings, mailbox=self.mailbox))
        self.shell.pop()
        self._found(offer)

    def paste(self) -> None:
        """Take what was copied as the address."""
        self._type(" ".join(read_clipboard().split())[:MAX_MAILBOX])
        self.rebuild("mailbox")

    def _type(self, text: str) -> None:
        self.mailbox, self.complaint = text, self.refusal

    def _choose_patience(self, at: int) -> None:
        self.patience = PATIENCE[at]
        self.rebuild()

    def _complain(self, text: str) -> None:
        """Say below the field what is wrong; it stays there until something else is typed."""
        self.shell.play_sound("error")
        self.complaint = text
        self.rebuild()

    # --- widgets ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        super().lay_out(window, unit)
        line, gap = unit.text(14) + unit(6), unit(10)
        self.about = self.body.top(2 * line)
        below = self.body.without_top(self.about.h + gap)
        row = below.top(max(MIN_TARGET, unit.target(36)))
        self.label, field, self.paste_box = row.columns((0.9, 3, 1.1), unit(10))
        self.field = field
        self.status = below.without_top(row.h + unit(6)).top(2 * line + unit(4))
        under = Box(below.x, self.status.bottom + gap, below.w, max(0, below.bottom - self.status.bottom - gap))
        self.patience_row = under.top(row.h)
        self.facts = under.without_top(row.h + gap)

    def build_widgets(self) -> list[Widget]:
        translate, unit = self.translate, self.unit
        cancel, found = self.foot.columns((1, 1.8), unit(12))
        return [
            TextField("mailbox", self.field, self.mailbox, self._type, longest=MAX_MAILBOX, ghost="mail.example.org",
                      entered=self.confirm, spoken=translate("Address of the mailbox")),
            Choice("patience", self.patience_row, [self._days_text(days) for days in PATIENCE], PATIENCE.index(self.patience),
                   self._choose_patience, translate("Waits for a player"),
                   translate("So long the table waits for a player before the others go on without them.")),
            Button("paste", self.paste_box, translate("Paste"), self.paste, icon="paste"),
            Button("cancel", cancel, translate("Cancel"), self.shell.pop, hint="Esc"),
            Button("found", found, translate("Open a table over days"), self.confirm, kind="primary", hint="Enter", size=15,
                   icon="people", enabled=not self.is_asking),
        ]

    # --- the picture ---

    def _status_text(self) -> tuple[str, str]:
        """Return what stands below the field, and its colour."""
        if self.complaint:
            return self.complaint, "bad"
        return self.translate(ASKING if self.is_asking else MAILBOX_HINT), "text" if self.is_asking else "dim"

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        """Return what is wrong, which is read out at once."""
        if not self.complaint:
            return ()
        return (label_node("complaint", self.complaint, self.status, Speech.ASSERTIVE),)

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        painter.paragraph(self.about, self.translate(ABOUT_DAYS), 14)
        painter.text(self.label, self.translate(MAILBOX), 14)
        text, colour = self._status_text()
        painter.paragraph(self.status, text, 13, colour, cut=True)
        paint_facts(painter, self.facts, facts_of_days(self.patience, self.shell.words))

    def _days_text(self, days: str) -> str:
        return self.translate("however long") if days == "none" else self.translate("{count:day|days}", count=int(days))


def paint_facts(painter: Painter, room: Box, facts: Iterable[str]) -> None:
    for fact in facts:
        room = room.without_top(painter.paragraph(room, fact, 14) + painter.unit(8))


class DaysPage(Page):
    """Say what everybody should know before they agree to a table over days with these options, and whether its mailbox answers
    this program."""

    rooms = FORM_ROOMS
    shares = (0.7, 0.74)

    def __init__(self, shell: Shell, options: tuple[OptionLine, ...], ask: AskMailbox | None = None) -> None:
        super().__init__(shell, shell.translate("A table over days"))
        self.options = options
        self.trouble: str | None = None
        """Why the mailbox does not answer; None as long as it has not been heard of."""
        place = parse_address(option_value(options, "mailbox"), DEFAULT_RELAY_PORT)
        shell.workers.start(partial(ask or mailbox_trouble, place.host, place.port, PATIENCE_S), self._on_answer)

    def _on_answer(self, trouble: str) -> None:
        self.trouble = trouble
        self.rebuild()

    def lay_out(self, window: Box, unit: Unit) -> None:
        super().lay_out(window, unit)
        line = 2 * (unit.text(14) + unit(6))
        self.mailbox_box, self.status = self.body.top(line // 2), self.body.without_top(line // 2 + unit(4)).top(line)
        self.facts = self.body.without_top(self.status.bottom - self.body.y + unit(10))

    def _status_text(self) -> tuple[str, str]:
        """Return whether the mailbox answers, and the colour of that."""
        if self.trouble is None:
            return self.translate(ASKING), "dim"
        if not self.trouble:
            return self.translate("The mailbox answers this computer."), "good"
        text = capitalised(text_in(self.shell.words, self.trouble))
        return self.translate("{trouble}. Find out why before you are ready.", trouble=text), "bad"

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        return (label_node("status", self._status_text()[0], self.status, Speech.POLITE),)

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        mailbox, *facts = days_explained(self.options, self.shell.words)
        painter.text(self.mailbox_box, mailbox, 14, bold=True, cut=True)
        text, colour = self._status_text()
        painter.paragraph(self.status, text, 13, colour, cut=True)
        paint_facts(painter, self.facts, facts)
