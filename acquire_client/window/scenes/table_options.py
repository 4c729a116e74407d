"""What all at a network table sign besides the rules, and what this program does for itself: friends only, and a relay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from acquire_client.language import message
from acquire_client.matches.evening import Evening
from acquire_client.view_model.over_days import NO_CLOCK_RUNS, PATIENCE, refusal_of
from acquire_client.view_model.words import printable
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TARGET, Box, Unit
from acquire_client.window.scenes.pages import FormPage
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.widgets.button import Button, Toggle
from acquire_client.window.widgets.choice import Choice
from acquire_client.window.widgets.field import TextField
from acquire_client.window.widgets.widget import Widget
from acquire_net import AddressError, OptionLine, is_over_days, option_value, parse_address

SECONDS, MINUTES, DAYS = message("{seconds} s"), message("{minutes} min"), message("{days} days")
OptionRow = tuple[str, str, str, tuple[tuple[str, str], ...]]
OPTIONS: tuple[OptionRow, ...] = (
    ("clock", message("For a decision"), message("Then the bank runs; at zero the program of the seat answers."),
     (("none", message("no clock")), *((text, SECONDS) for text in ("20", "30", "45", "60", "90", "120", "180", "300")))),
    ("bank", message("Bank for the whole game"), message("For all decisions that take longer than the clock allows."),
     (("none", message("no bank")), *((text, MINUTES) for text in ("1", "2", "3", "5", "10", "20")))),
    ("grace", message("Grace for a lost player"), message("So long programs wait before they go on without a player."),
     tuple((text, SECONDS) for text in ("30", "60", "120", "300", "600", "1800"))),
    ("dropping", message("Who ends a wait"), message("After the grace programs go on by themselves, or only players vote."),
     (("auto", message("programs too")), ("vote", message("votes alone")))),
    ("hands", message("Hands after the game"), message("Whether all show what they held at the end."),
     (("opened", message("are shown")), ("closed", message("stay hidden")))),
    ("log", message("Log"), message("The last round alone: what happened since a player's own last turn."),
     (("whole", message("the whole game")), ("last_round", message("the last round")))),
    ("spectators", message("Watching"), message("Whether people without a seat may watch."),
     (("yes", message("allowed")), ("no", message("not allowed")))),
    ("quorum", message("Going on without players"),
     message("It matters where five play: 'safe' asks for four of them, 'majority' for three."),
     (("safe", message("safe")), ("majority", message("majority")))),
)
"""Each with its name, what it is for, and the values that are offered with their words."""
PATIENCE_ROW = (
    "patience", message("Waits for a player"),
    message("So long the table waits for a player before the others go on without them."),
    (("none", message("however long")), *((days, DAYS) for days in PATIENCE[1:])))
"""At a table over days it stands in the place of the grace."""
NOT_OVER_DAYS = ("clock", "bank", "grace", "dropping")
"""What has one value at a table over days."""
SIGNALS = message("Agreed signals")
MAX_SIGNALS = 200
MAX_RELAY = 80
FRIENDS_TIP = message("Only players with whom you have finished a game get a seat by themselves. You can let others in by name.")
RELAY_TIP = message("For people whose computers cannot reach this one. A relay sees neither names nor moves.")


class TableOptionsPage(FormPage):
    """What is changed here is proposed to the table as one change, when the page is closed."""

    shares = (0.84, 0.88)

    def __init__(self, shell: Shell, evening: Evening) -> None:
        super().__init__(shell, shell.translate("Options of the table"))
        self.evening = evening
        self.relay = evening.relay or shell.settings.relay
        self.options: tuple[OptionLine, ...] = () if evening.lobby is None else evening.lobby.options
        self.changes: dict[str, str] = {}
        """What differs from what is proposed now."""

    @property
    def is_founder(self) -> bool:
        return self.evening.is_founder

    def value(self, name: str) -> str:
        return self.changes.get(name) or option_value(self.options, name)

    # --- layout ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        super().lay_out(window, unit)
        self.left, self.right = self.body.columns((1.25, 1), unit(30))
        line = max(unit(26), unit.text(13) + 8)
        self.left_head, self.right_head = self.left.top(line), self.right.top(line)
        rows = self.left.without_top(line + unit(4))
        count, gap = len(OPTIONS) + 1, unit(8)
        height = max(MIN_TARGET, min(unit.target(36), (rows.h - gap * (count - 1)) // count))
        self.rows = rows.stacked(count, height, gap)
        own = self.right.without_top(line + unit(4))
        self.friends, self.relay_row, self.relay_field = own.stacked(3, height, gap)
        self.about = own.without_top(3 * (height + gap) + unit(6))

    def build_widgets(self) -> list[Widget]:
        translate, mine = self.translate, self.is_founder
        widgets: list[Widget] = []
        for (name, title, tip, values), row in zip(self._rows_offered(), self.rows, strict=False):
            words = self._values_with(name, values)
            keys = list(words)
            widgets.append(Choice(name, row, list(words.values()), keys.index(self.value(name)),
                                  lambda at, name=name, keys=keys: self._set_option(name, keys[at]),  # type: ignore[misc]
                                  translate(title), self._tip_of(name, tip), enabled=mine and self._has_meaning(name)))
        signals = self.rows[-1].without_left(int(self.rows[-1].w * 0.42))
        if mine:
            widgets.append(TextField("signals", signals, self.changes.get("conventions", self._signals), self._set_signals,
                                     longest=MAX_SIGNALS, ghost=translate("none"), entered=self.confirm,
                                     tip=translate("What partners of a team may tell each other by their play."),
                                     spoken=translate(SIGNALS)))
        widgets.append(Toggle("friends", self.friends, translate("Friends only"), self.evening.friends_only, self._set_friends,
                              translate(FRIENDS_TIP), enabled=mine))
        widgets.append(Toggle("relay", self.relay_row, translate("Be reachable through a relay"), bool(self.evening.relay),
                              self._set_relay, translate(RELAY_TIP), enabled=bool(self.relay.strip())))
        field = self.relay_field.without_left(int(self.relay_field.w * 0.42))
        widgets.append(TextField("address", field, self.relay, self._type_relay, longest=MAX_RELAY,
                                 ghost="relay.example.org", entered=self.confirm, spoken=translate("Address of the relay")))
        cancel, use = self.foot.columns((1, 1.6), self.unit(12))
        if mine:
            widgets.append(Button("cancel", cancel, translate("Cancel"), self.shell.pop, hint="Esc"))
        return [*widgets, Button("use", use, translate("Use these options") if mine else translate("Close"), self.confirm,
                                 kind="primary", hint="Enter", size=15)]

    def _values_with(self, name: str, values: Sequence[tuple[str, str]]) -> Mapping[str, str]:
        """Return the values that are offered with their words; the one of the table is among them, whatever it is."""
        offered = dict(values)
        now = self.value(name)
        if now not in offered:
            offered[now] = {"bank": MINUTES, "patience": DAYS}.get(name, SECONDS)
        return {value: self.translate(words, seconds=value, minutes=value, days=value) for value, words in offered.items()}

    def _rows_offered(self) -> list[OptionRow]:
        if not is_over_days(self.options):
            return list(OPTIONS)
        return [PATIENCE_ROW if row[0] == "grace" else row for row in OPTIONS]

    def _has_meaning(self, name: str) -> bool:
        if is_over_days(self.options):
            return name not in NOT_OVER_DAYS
        return name != "bank" or self.value("clock") != "none"

    def _tip_of(self, name: str, tip: str) -> str:
        if name == "clock" and is_over_days(self.options):
            return refusal_of(message("For a decision"), NO_CLOCK_RUNS, self.shell.words)
        return self.translate(tip)

    @property
    def _signals(self) -> str:
        return option_value(self.options, "conventions")

    # --- changes ---

    def _set_option(self, name: str, value: str) -> None:
        self.changes[name] = value
        if name == "clock":
            self.changes["bank"] = "none" if value == "none" else self.value("bank") if self.value("bank") != "none" else "3"
        self.rebuild()

    def _set_signals(self, text: str) -> None:
        self.changes["conventions"] = text

    def _set_friends(self, on: bool) -> None:
        self.evening.set_friends_only(on)
        self.shell.change_settings(replace(self.shell.settings, friends_only=on))
        self.rebuild()

    def _type_relay(self, text: str) -> None:
        had, self.relay = bool(self.relay.strip()), text
        if had != bool(text.strip()):
            self.rebuild()

    def _set_relay(self, on: bool) -> None:
        relay = self.relay.strip()
        if on:
            try:
                parse_address(relay)
            except AddressError as bad:
                self.shell.show_notice(self.translate("This leads to no relay: {why}.", why=printable(str(bad))), bad=True)
                return
        self.shell.change_settings(replace(self.shell.settings, relay=relay, uses_relay=on))
        self.evening.set_relay(relay if on else "")
        self.rebuild()

    def confirm(self) -> None:
        """Propose what was changed, and close the page."""
        changes = {name: value for name, value in self.changes.items() if value != option_value(self.options, name)}
        if changes and self.is_founder:
            self.evening.peer.propose_changes(options=changes)
        self.shell.pop()

    # --- the picture ---

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        translate = self.translate
        painter.text(self.left_head, translate("All at the table sign this"), 12.5, "dim", bold=True, cut=True)
        painter.text(self.right_head, translate("This program alone"), 12.5, "dim", bold=True, cut=True)
        row = self.rows[-1]
        label = row.left(int(row.w * 0.42)).without_end(painter.unit(8))
        pixels = min(painter.fitting(translate(title), label, 13) for title in (*(title for _, title, *_ in OPTIONS), SIGNALS))
        painter.text(label, translate(SIGNALS), 13, pixels=pixels)
        if not self.is_founder:
            painter.text(row.without_left(int(row.w * 0.42)), printable(self._signals) or translate("none"), 13, "dim", cut=True)
        label = self.relay_field.left(int(self.relay_field.w * 0.42)).without_end(painter.unit(8))
        painter.text(label, translate("Address of the relay"), 13)
        sentences = [translate(FRIENDS_TIP), translate(RELAY_TIP)]
        if not self.is_founder:
            sentences.insert(0, translate("The host can change the options on the left."))
        painter.paragraph(self.about, "\n".join(sentences), 12.5, "dim", cut=True)
