"""The tutorial: a game in eight steps with a coach beside the board. It is a table like any other, but for its script.

The coach says what to do and why, and does it when the player asks. The player can pause or leave at any time.
"""

from __future__ import annotations

from dataclasses import replace

from acquire_client.language import message
from acquire_client.matches.tutorial_match import COMPANIONS, PERSON, STEPS, TutorialMatch
from acquire_client.view_model.ready_games import person_name
from acquire_client.window.assets.painter import Painter
from acquire_client.window.controller.autosave import NoAutosave
from acquire_client.window.controller.table_controller import TableOptions
from acquire_client.window.layout.box import Box
from acquire_client.window.scenes.scene import DialogAnswer, Shell
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.screen_reader.nodes import AccessibleNode, Speech, label_node
from acquire_client.window.table_view.side_view import paint_heading, side_inner
from acquire_client.window.table_view.stage_view import paint_holders, readable_row
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget

COACH_TEXTS = (
    (message("A tile"), message(
        "You buy shares of hotel chains, and the most money at the end wins. Each turn you place one of your six tiles: they "
        "lie below, and their squares are outlined on the board. Place 5E beside the loose tile 4E: press its number, click "
        "it, or use the arrows and Enter.")),
    (message("A chain is founded"), message(
        "Two tiles side by side make a chain. Name it: any of the seven will do. Tower and Luxor are cheap, "
        "Continental and Imperial expensive. As the founder you get a share free.")),
    (message("Buying"), message(
        "Now buy up to three shares of chains on the board. A letter or a click puts a share into the cart, Enter "
        "buys. The player with the most shares has the majority, a filled mark in the sheet above: it brings a bonus in "
        "a merger and at the end.")),
    (message("Growing"), message(
        "Ada and Ben play, and Ada founds a chain of her own. Then make yours grow: place 6E. The larger a chain, "
        "the more its shares cost.")),
    (message("Money"), message(
        "Buy again, or keep your cash: Enter alone buys nothing. The sheet shows cash and net worth, F1 all "
        "prices. H asks a strong player for a hint, U takes an answer back.")),
    (message("A merger"), message(
        "7E lies between your chain and Ada's larger one. The larger chain survives. For the smaller one bonuses "
        "are paid: the first, ten times the price of a share, to the player with the most shares, and that is you. Place 7E.")),
    (message("Keep, sell or trade"), message(
        "What happens to your shares? Sell them at the current price, trade two for one of the larger chain, or "
        "keep them in case the chain is founded again. S and T put shares there, Enter confirms.")),
    (message("The end"), message(
        "Buy what you like. A chain of eleven tiles is safe: it cannot be taken over. When all chains are safe, a player may "
        "announce the end in their turn. After the next round you can: do it, and finish your turn. Then bonuses are paid and "
        "shares are sold.")),
)
assert len(COACH_TEXTS) == len(STEPS)
COACH_ROOMS = ((1067, 600), (760, 1100))
"""More than a table needs: the coach speaks in paragraphs."""


def _name_of_person(shell: Shell) -> str:
    """Return the name in the settings, unless another player of the tutorial has it."""
    nobody = shell.translate("Player")
    name = person_name(shell.settings.name, "", nobody)
    return nobody if name.casefold() in map(str.casefold, COMPANIONS) else name


class TutorialScene(TableScene):
    """A `TableScene` over a `TutorialMatch`, which has the script and says at which step it is. The coach has the panel beside
    the board, so hints and mergers share that panel with it: see `side_widgets` and `paint_side`. COACH_TEXTS has a text for
    each of the STEPS of the match."""

    rooms = COACH_ROOMS

    def __init__(self, shell: Shell) -> None:
        self.tutorial_match = TutorialMatch(_name_of_person(shell))
        autosave = NoAutosave(shell, message("The tutorial is not saved; it begins anew at any time."))
        super().__init__(shell, self.tutorial_match, autosave)

    def table_options(self) -> TableOptions:
        """Return the options of the tutorial: the coach speaks of hints, and has no step for a pass."""
        return replace(super().table_options(), passes=True, hints=True)

    # --- the coach ---

    def _side_parts(self) -> tuple[Box, Box, Box]:
        """Return what is said, the log if there is room for it, and the buttons."""
        unit = self.unit
        inner = side_inner(self.places.side, unit)[1]
        row = max(28, min(unit.target(32), inner.h // 4))
        rest = inner.without_foot(row + unit(8))
        words = min(rest.h, self._words_height(inner.w))
        log = rest.without_top(words + unit(6))
        enough = log.h >= 3 * max(unit(21), unit.text(13) + 6)
        return rest.top(words) if enough else rest, log if enough else log.top(0), inner.foot(row)

    def _words_height(self, width: int) -> int:
        """Return the height of the longest step, so that nothing below moves from step to step."""
        painter, pixels = self.painter, self.unit.text(13.5)
        lines = max(len(painter.wrapped(self.translate(text), width, pixels)) for _, text in COACH_TEXTS)
        return lines * painter.line_height(pixels) + self.unit(4)

    def side_widgets(self) -> list[Widget]:
        if self.controller.hinting:
            return super().side_widgets()
        _, log_box, row = self._side_parts()
        mine = self.tutorial_match.asked_seat == PERSON and self.decider is not None
        show, pause, leave = row.columns((1.35, 1, 1), self.unit(8))
        label = self.translate("Go on") if self.controller.runner.halted else self.translate("Pause")
        widgets: list[Widget] = [
            Button("show", show, self.translate("Show me"), self.show, size=12.5, enabled=mine, icon="hint",
                   tip=self.translate("The coach answers for you.")),
            Button("pause", pause, label, self.toggle_pause, size=12.5,
                   icon="play" if self.controller.runner.halted else "pause", tip=self.translate("Ada and Ben wait meanwhile.")),
            Button("leave", leave, self.translate("Leave"), self.shell.show_menu, size=12.5, icon="leave"),
        ]
        if log_box.h and self.stage_moment() is None:
            widgets.append(self.log_widget(self.controller.log.lines, log_box, self.controller.new_lines))
        return widgets

    def show(self) -> None:
        if self.tutorial_match.asked_seat == PERSON and not self.tutorial_match.is_over:
            self.submit(self.tutorial_match.suggested_answer())

    def toggle_pause(self) -> None:
        self.controller.runner.halted = not self.controller.runner.halted
        self.rebuild()
        self.update(self.now_ms)

    def paint_side(self, painter: Painter) -> None:
        if self.controller.hinting:
            super().paint_side(painter)
            return
        title, text = self._coach_texts()
        paint_heading(painter, self.places.side, title)
        words, log_box, _ = self._side_parts()
        used, moment = painter.paragraph(words, text, 13.5), self.stage_moment()
        if moment is not None and log_box.h:
            paint_holders(painter, log_box, moment, self.controller.names, self.stage_asked())
        elif moment is not None and moment.stage.chains:
            below, holders = words.without_top(used + painter.unit(6)), moment.stage.chains[moment.number].holders
            if below.h >= len(holders) * readable_row(painter):  # this step says less than the longest one
                paint_holders(painter, below, moment, self.controller.names, self.stage_asked(), may_have_equation=False)

    def _coach_texts(self) -> tuple[str, str]:
        """Return the title of the step, and what the coach says; after the last step those of the last one."""
        step = min(self.tutorial_match.step, len(STEPS) - 1)
        title, text = map(self.translate, COACH_TEXTS[step])
        return self.translate("Step {number} of {all}: {title}", number=step + 1, all=len(STEPS), title=title), text

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        """Return what the coach says before all others; it is read out at each step."""
        if self.controller.hinting:
            return super().accessible_parts()
        text = ". ".join(self._coach_texts())
        return (label_node("coach", text, self._side_parts()[0], Speech.POLITE), *super().accessible_parts())

    # --- the end ---

    def show_result(self) -> None:
        self.motion.finish()
        shell = self.shell
        ranking = ", ".join(f"{rank}. {self.match.names.holder(seat)} {shell.words.money(money)}"
                            for rank, seat, money in self.match.game.standings())
        shell.show_dialog(message("That is all there is to it"), lambda: self.translate(
            "{ranking}. Now play against computer players of any level, and ask for hints as often as you like.",
            ranking=ranking), (
                DialogAnswer(message("New game"), self._to_new_game, "primary"), DialogAnswer(message("Menu"), shell.show_menu),
                DialogAnswer(message("See the table"))), self.keys.function_key)

    def _to_new_game(self) -> None:
        self.shell.show_menu()
        self.shell.show_new_game()
