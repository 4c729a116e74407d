"""Records to be replayed, and the scene that shows them."""

from functools import cache

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.window.scenes.replay import ReplayScene
from acquire_core import RULESETS
from acquire_core.record import Record
from tests.client.window.driver import Window


@cache
def finished(rules: str = "classic", seed: int = 4) -> Record:
    match = LocalMatch.start(RULESETS[rules], players_from("Ada:casual,Ben:casual,Cleo:casual"), seed)
    while not match.is_over:
        match.answer(match.bot_action())
    return match.record()


def unfinished(turns: int = 9) -> Record:
    match = LocalMatch.start(RULESETS["dos-1988"], players_from("Ada:casual,Ben:casual"), 5)
    while match.game.turn < turns:
        match.answer(match.bot_action())
    return match.record()


def watch(window: Window, record: Record) -> ReplayScene:
    scene = ReplayScene(window.app, record)
    window.app.push(scene)
    window.turn()
    return scene
