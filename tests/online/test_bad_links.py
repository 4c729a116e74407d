"""Games over links that delay, slice, break and swallow: they take longer, and that is all."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

import pytest

from acquire_core import RULESETS
from acquire_net.config import Host
from acquire_net.discovery.table_address import TableAddress
from acquire_net.links.link_events import LinkDown, Shaken
from acquire_net.lobby.events import Met
from acquire_net.lobby.lobby import Offer
from acquire_net.table.acquire_game import rules_lines
from tests.online.peers import Player, come_to_the_end, joined, table
from tests.online.proxy import Proxy, Weather
from tests.support.peers_on_loopback import MakePeers, make_peers, run_until  # noqa: F401

FAR = Weather(delay_ms=150, jitter_ms=20, sliced=0.3, resets=0.02)
BUMPY = Weather(delay_ms=1, jitter_ms=2, sliced=0.5, resets=0.01)


def play(folder: Path, players: int, weather: Weather, seed: int, clears_after: int | None = None) -> list[Proxy]:
    """Play a whole game; after so many moves the links may become better."""
    proxies = [Proxy(weather, seed * 10 + number) for number in range(players)]
    try:
        with table(folder, players, proxies=proxies, seed=seed) as sitting:
            if clears_after is not None:
                sitting[0].wait_until(lambda: sitting[0].steps >= clears_after, "the middle of the game", 600)
                for proxy in proxies:
                    proxy.weather = BUMPY
            come_to_the_end(sitting, patience_s=900)
    finally:
        for proxy in proxies:
            proxy.close()
    return proxies


@pytest.mark.fully
def test_a_game_over_links_that_break(tmp_path: Path) -> None:
    proxies = play(tmp_path, 2, BUMPY, 1)
    assert sum(proxy.happened["resets"] for proxy in proxies) and sum(proxy.happened["sliced"] for proxy in proxies)


def test_whoever_joins_need_not_ask_again_where_the_first_answers_are_cut_off(tmp_path: Path) -> None:
    proxy = Proxy()
    proxy.resets_first = 3
    sitting = [Player(tmp_path / "Ada", "Ada", Host(Offer(rules_lines(RULESETS["classic"]), 3)), proxy)]
    try:
        sitting[0].wait_until(lambda: proxy.target is not None, "an open port")
        sitting.append(joined(tmp_path / "Ben", "Ben", TableAddress("127.0.0.1", proxy.port), tries=1))
        sitting[1].wait_until(lambda: any(isinstance(each, Met) for each in sitting[1].news), "the table")
        assert proxy.happened["resets"] == 3
    finally:
        for player in sitting:
            player.close()
        proxy.close()


def test_one_direction_that_breaks_is_reported_and_leaves_the_link_up(make_peers: MakePeers) -> None:  # noqa: F811
    """So that what was on its way there is said again at once."""
    ada, bo = make_peers(2)
    proxies = [Proxy(), Proxy()]
    try:
        for proxy, peer, other in ((proxies[0], ada, bo), (proxies[1], bo, ada)):
            proxy.target = peer.gateway.port
            other.mesh.connect_to(peer.key, [("127.0.0.1", proxy.port)])
        run_until([ada, bo], lambda: ada.mesh.direction_count(bo.key) == bo.mesh.direction_count(ada.key) == 2)
        proxies[0].reset_all()
        run_until([ada, bo], lambda: bool(ada.news(Shaken) and bo.news(Shaken)))
        assert not ada.news(LinkDown) and not bo.news(LinkDown)
        run_until([ada, bo], lambda: ada.mesh.direction_count(bo.key) == bo.mesh.direction_count(ada.key) == 2)
    finally:
        for proxy in proxies:
            proxy.close()


@pytest.mark.fully
def test_a_game_goes_on_after_links_that_say_nothing_more(tmp_path: Path) -> None:
    """What comes in, what goes out, then both are held back: nobody hears that anything broke, until a heartbeat is missed.

    Where only what goes out is held back they play on, and another game may have begun when that is over.
    """
    proxies = [Proxy(seed=number) for number in range(2)]
    try:
        with table(tmp_path, 2, proxies=proxies, seed=2) as sitting:
            one = sitting[0]
            for ways in (("in",), ("out",), ("in", "out")):
                here = len(one.answered_s)
                one.wait_until(lambda here=here: len(one.answered_s) > here + 3, "some moves")  # type: ignore[misc]
                for proxy in proxies:
                    proxy.hold(*ways)
                before = one.steps
                time.sleep(5)
                assert len(ways) == 1 or one.steps <= before + 8, "what had come through, and nothing else"
                for proxy in proxies:
                    proxy.hold()
            come_to_the_end(sitting, len(one.ended) + 1)
    finally:
        for proxy in proxies:
            proxy.close()


@pytest.mark.fully
def test_far_apart_with_two_resets_in_a_hundred(tmp_path: Path) -> None:
    play(tmp_path, 2, FAR, 3, clears_after=60)


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(4))
def test_campaign(tmp_path: Path, part: int) -> None:
    """A hundred games in four parts, eight at a time: they wait more than they work. `-n 2` plays two parts at once."""
    rng, began = random.Random(), time.monotonic()
    trouble: list[str] = []
    resets: list[int] = []
    left = [(number, rng.choice((2, 3, 4)), rng.randrange(1 << 20)) for number in range(25)]

    def work() -> None:
        while left:
            number, players, seed = left.pop()
            holes = 0.001 if number % 2 else 0.0
            try:
                proxies = play(tmp_path / str(number), players, Weather(150, 20, 0.3, 0.02, holes), seed)
                resets.append(sum(proxy.happened["resets"] for proxy in proxies))
            except BaseException as error:
                trouble.append(f"game {number} of {players} with seed {seed}: {error!r}")

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"\npart {part}: {len(resets)} games to their end, {sum(resets)} resets, {(time.monotonic() - began) / 60:.0f} minutes")
    assert not trouble
