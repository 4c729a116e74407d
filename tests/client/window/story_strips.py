"""Stories of tables over the network, each as a strip of pictures: what players see when something goes wrong, step by step."""

from collections.abc import Sequence

import pygame

from acquire_net import TableStage, events
from acquire_net.protocol.session_events import ClaimChanged, LinkState, NotAnswering, SeatLost, SeatReturns
from tests.support.evenings import BEN, NAMES, lobby, member

from .driver import Window
from .online_screens import (
    CAUGHT,
    ONLINE_SCREENS,
    OTHERS_TURN,
    SILENT,
    Show,
    at_table,
    found_table,
    in_lobby,
    together,
    watching,
)

MOVES, MAX_MOVES = 50, 200
"""A table has seen so many answers at least when a story begins; then the first question to Ben is waited for."""
LINK_LOST = events.LinksChanged((LinkState.HERE, LinkState.LOST, LinkState.HERE), (0, 12_000, 0))
LINK_BACK = events.LinksChanged((LinkState.HERE, LinkState.HERE, LinkState.HERE), (0, 0, 0))


def _table(*parts: Sequence[events.PeerEvent], seconds: float = 0, keys: Sequence[int | str] = (),
           then: Sequence[events.PeerEvent] = ()) -> Show:
    """Show a game to which these groups of events are reported, with so much time after each; then keys are pressed, and the
    last events are reported. A seat that is lost by these leaves the game."""
    def show(window: Window) -> None:
        table = at_table(window, seed=OTHERS_TURN)
        dealer = table._table
        assert dealer is not None
        for number in range(MAX_MOVES):
            if table.play_on() == 1 and number >= MOVES:
                break
            table.answer_for_others()
        window.now_ms += 60_000  # whatever moved has come to rest
        window.turn()

        def report(happened: Sequence[events.PeerEvent]) -> None:
            for event in happened:
                table.report(event)
                window.app._on_evening(table.evening, event)
            window.turn()

        for part in parts:
            report(part)
            window.now_ms += round(1000 * seconds)
            window.turn()
        for key in keys:
            window.key(key)
        report(then)
        for event in then:
            if isinstance(event, SeatLost):
                dealer.leave(event.seat)
                table.play_on()
                window.turn()
        window.now_ms += 1000
        window.turn()

    return show


STRIPS: dict[str, tuple[Show, ...]] = {
    "story-cheat": (
        _table((CAUGHT,)),
        _table((CAUGHT,), keys=(pygame.K_RETURN,), then=(SeatLost(1, CAUGHT.reason),)),
    ),
    "story-vote": (
        _table(SILENT, seconds=42, keys=("p",)),
        _table(SILENT, (ClaimChanged(2, 1, 1, True, 1, 2),), seconds=42, keys=("p",)),
        _table(SILENT, (ClaimChanged(2, 1, 1, True, 1, 2),),
               seconds=42, then=(SeatLost(1, "did not answer", ((0, 1), (2, 1)), 84_000),)),
    ),
    "story-lost-link": (
        _table((LINK_LOST,), SILENT, seconds=12),
        _table((LINK_LOST,), SILENT, (LINK_BACK, SeatReturns(1, 61, 100)), seconds=6),
        _table((LINK_LOST,), SILENT, (LINK_BACK, NotAnswering((), False), SeatReturns(1, 100, 100)), seconds=1),
    ),
    "story-late-comer": (
        together(found_table("Ben", stage=TableStage.SHOWN, taken=3, places=3), name=NAMES[0]),
        ONLINE_SCREENS["lobby-late"],
        watching(names=("Ben", "Cleo", "Dan")),
        in_lobby(lobby(member(1), member(2), member(3), member(0, is_me=True), founder=BEN, places=5)),
    ),
}
"""The pictures of each story, from top to bottom."""
SIZE, GAP = (1024, 640), 12
MAX_BYTES = 130_000


def strip(pictures: Sequence[pygame.Surface]) -> pygame.Surface:
    """Return the pictures one below the other, on white."""
    found = pygame.Surface((SIZE[0], len(pictures) * (SIZE[1] + GAP) - GAP), 0, 32)
    found.fill((255, 255, 255))
    for number, picture in enumerate(pictures):
        found.blit(picture, (0, number * (SIZE[1] + GAP)))
    return found
