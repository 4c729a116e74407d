"""The editions side by side: the year of each, and three things in which it differs from Classic."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acquire_client.language import message
from acquire_client.view_model.option_sentences import EDITION_ORIGINS, edition_differences
from acquire_client.view_model.rule_changes import RULESET_TITLES
from acquire_client.window.scenes.cards_page import CardsPage, PageCard
from acquire_client.window.scenes.scene import Shell
from acquire_core import RULESETS


class EditionCards(CardsPage):
    """`choose` gets the name of the ruleset that was taken; the page is gone by then."""

    height = 480

    def __init__(self, shell: Shell, edition: str, choose: Callable[[str], None]) -> None:
        super().__init__(shell, message("Editions, and how they differ from Classic"), edition)
        self._choose_edition = choose

    def page_cards(self) -> Sequence[PageCard]:
        return tuple(self._edition_card(name) for name in RULESETS)

    def _edition_card(self, name: str) -> PageCard:
        translate = self.translate
        return PageCard(name, translate(RULESET_TITLES[name]), edition_differences(name, self.shell.words),
                        translate("Choose"), lambda: self._take_edition(name), note=translate(EDITION_ORIGINS[name]))

    def _take_edition(self, name: str) -> None:
        self.shell.pop()
        self._choose_edition(name)
