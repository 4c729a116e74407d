"""A match over the network at the table of the window: the same scene, with nothing in it that knows."""

import threading
from collections.abc import Callable

import pygame

from acquire_client.matches.online import OnlineMatch
from acquire_client.window.controller.autosave import NoAutosave
from acquire_client.window.scenes.table import TableScene
from acquire_core import RULESETS
from acquire_core.actions import Action
from tests.client.matches.sitting import Sitting

from .driver import Window
from .hands import by_keys


def test_a_table_over_the_network_is_played_by_keys(window: Callable[..., Window]) -> None:
    sitting, table_of_all, sent = window(bot_delay_ms=0), Sitting("classic", 3, seed=5), list[Action]()
    match = OnlineMatch(RULESETS["classic"], ["Anna", "Bo", "Cy"], 0, sent.append)
    sitting.app.sit_down(TableScene(sitting.app, match, NoAutosave(sitting.app, "The journal of the table keeps this game.")))
    received = questions = 0
    for _ in range(60):
        asked = table_of_all.go_on()
        view = table_of_all.table.views[0]
        peer = threading.Thread(target=match.receive_actions, args=(view.actions()[received:], asked == 0, view.opened_bag))
        peer.start()
        peer.join()
        received = len(view.actions())
        sitting.turn()
        if asked == 0:
            if not sent:  # an answer that needs no asking has gone out by itself
                questions += 1
                assert sitting.table.decider is not None
                by_keys(sitting, sitting.table, match.legal_actions()[0])
                if not sent:
                    sitting.key(pygame.K_RETURN)  # are you sure?
            assert sitting.table.decider is None and sitting.widget("undo").enabled is False
            table_of_all.table.act(sent.pop())
        else:
            assert asked is not None and sitting.table.decider is None
            other = table_of_all.matches[asked]
            table_of_all.answer(asked, other.forced_answer() or other.legal_actions()[0])
    assert questions > 5 and not list(sitting.home.glob("records/*"))
    assert sitting.table.controller.shown.seen.hand == match.observe(0).hand
