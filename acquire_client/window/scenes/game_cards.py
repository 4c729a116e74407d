"""The first page of a new game: three cards, of which the quick game begins with one key."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from acquire_client.language import message
from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.players import Player
from acquire_client.view_model.ready_games import CHALLENGE, QUICK_GAME, ReadyGame, person_name
from acquire_client.window.scenes.cards_page import CardsPage, PageCard
from acquire_client.window.scenes.scene import Shell

CUSTOM_ABOUT = (message("You choose who plays, the edition and the house rules."),
                message("Several people can play at this computer."))


class GameCards(CardsPage):
    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, message("New game"), "quick")

    def page_cards(self) -> Sequence[PageCard]:
        translate = self.translate
        name = person_name(self.shell.settings.name, self.shell.settings.seats, translate("Player"))
        custom = PageCard("custom", translate("Custom"), tuple(map(translate, CUSTOM_ABOUT)),
                          translate("Choose players and rules"), self.shell.show_custom_game,
                          faces=((0, name), (1, "?"), (2, "?")))
        return (self._ready_card("quick", QUICK_GAME, name, translate("Start the quick game")),
                self._ready_card("challenge", CHALLENGE, name, translate("Start the challenge")), custom)

    def _ready_card(self, name: str, game: ReadyGame, person: str, strip: str) -> PageCard:
        return PageCard(name, self.translate(game.title), tuple(map(self.translate, game.about)), strip,
                        lambda: start_ready_game(self.shell, game), faces=_faces(game.players(person)))


def _faces(players: Sequence[Player]) -> tuple[tuple[int, str], ...]:
    return tuple((seat, player.name) for seat, player in enumerate(players))


def start_ready_game(shell: Shell, game: ReadyGame) -> None:
    """Sit down at a game that needs no choice, with the name that was kept."""
    settings = shell.settings
    players = game.players(person_name(settings.name, settings.seats, shell.translate("Player")))
    try:
        match = LocalMatch.start(game.ruleset, players, secrets.randbits(63))
    except MatchError as error:
        shell.show_notice(shell.words.sentence(error.in_language(shell.words)), bad=True)
        return
    shell.play(match)
