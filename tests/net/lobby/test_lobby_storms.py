"""Gatherings over links that lose, double, delay and break, with people who change their minds: in the end all sit at one table.

A seed decides everything; a failure names it.
"""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

from acquire_net.lobby.events import Said, Started
from acquire_net.lobby.table_spec import AdmissionError
from tests.support.counts import Count
from tests.support.few_cases import few_cases
from tests.support.lobby_network import LobbyNetwork, Weather, offer, started_table

STORM = Weather(loss=0.3, doubled=0.2, most_delay_ms=400)


def come_together(seed: int, weather: Weather, count: int) -> LobbyNetwork:
    """Everybody knows one who came before, in any order of coming; the founder may be the last."""
    chance = random.Random(f"order {seed}")
    network = LobbyNetwork(seed, weather)
    order = chance.sample(range(count), count)
    founder = chance.choice(order)
    for place, number in enumerate(order):
        founds = {"offer": offer(count)} if number == founder else {}
        network.add(number, knows=chance.sample(order[:place], min(1, place)), **founds)
        network.run(chance.choice((0, 100, 1500)))
    return network


def settle(network: LobbyNetwork, numbers: list[int]) -> None:
    """Without faults, and with all seated players saying again and again that they are ready, they come to one table."""
    network.weather = Weather()
    network.walls.clear()

    def all_agree() -> bool:
        for number in numbers:
            lobby = network[number]
            if lobby.started is None and not lobby.intent.is_ready and lobby.proposal is not None:
                try:
                    lobby.set_ready(True)
                except AdmissionError:
                    pass
        return network.all_have_started(numbers)

    network.run_until(all_agree, most_ms=120_000)
    network.assert_no_split()


def test_in_any_order_and_any_weather_all_come_to_one_table(count: Count) -> None:
    for seed in range(count(15, 100)):
        players = 2 + seed % 5
        network = come_together(seed, STORM, players)
        network.run_until(lambda network=network, players=players: network.all_are_seated(players), most_ms=120_000)
        settle(network, network.alive)


def act_at_random(network: LobbyNetwork, chance: random.Random, number: int) -> None:
    lobby = network[number]
    others = [each.identity for each in lobby.participants if each.identity != lobby.identity]
    seated = list(lobby.proposal.seated) if lobby.proposal else []
    chance.shuffle(seated)
    act = chance.choice((
        lambda: lobby.set_ready(True), lambda: lobby.set_ready(True), lambda: lobby.set_ready(True),
        lambda: lobby.set_ready(False), lambda: lobby.propose_changes(options={"clock": chance.choice(("none", "60",
                                                                                                               "90"))}),
        lambda: lobby.propose_changes(order=seated), lambda: lobby.propose_changes(places=chance.randint(2, 4)),
        lambda: lobby.set_name(chance.choice(("Sid", "Sіd", "Max"))), lambda: lobby.send_chat("hello"),
        lambda: lobby.set_watching(chance.random() < 0.5), lambda: lobby.set_addresses(["10.1.1.1:5"]),
        lambda: lobby.exclude_player(chance.choice(others)) if others and chance.random() < 0.1 else None))
    try:
        act()
    except AdmissionError:
        pass


def test_whatever_people_do_no_two_tables_begin_with_one_seat(count: Count) -> None:
    begun = 0
    for seed in range(count(8, 150)):
        chance = random.Random(f"acts {seed}")
        network = come_together(seed, Weather(0.15, 0.1, 300), 3 + seed % 2)
        for _ in range(60):
            act_at_random(network, chance, chance.choice(network.alive))
            if chance.random() < 0.05:
                pair = chance.sample(network.alive, 2)
                network.cut(*pair) if chance.random() < 0.5 else network.heal(*pair)
            network.run(chance.choice((0, 0, 100, 300)))
        network.run(3000)
        network.walls.clear()
        for one, other in combinations(network.alive, 2):
            network.connect(one, other)  # as a peer tries again that was cut off before it had met anyone
        network.weather = Weather()
        network.run(5000)
        network.assert_no_split()
        begun += any(peer.facts_of(Started) for peer in network.peers.values())
        unheard = {network[number].identity: network[number].proposals.without_a_say for number in network.alive}
        apart = {who for pair in combinations(unheard, 2) if all(one in unheard[other] for one, other in permutations(pair))
                 for who in pair}
        if apart:
            network.run(10_000)
        held = {number: network[number].proposal for number in network.alive if network[number].started is None}
        network.run(3000)
        for number, proposal in held.items():
            assert network[number].proposal == proposal, f"seed {seed}: {number} does not come to rest: {network.peers_text()}"
        together = {proposal for number, proposal in held.items() if network[number].identity not in apart}
        assert len(together) <= 1, f"seed {seed}: they hold different proposals: {network.peers_text()}"
    assert begun or count(15, 150) < 15, "some of them came to play"


@pytest.mark.fully
def test_players_who_leave_or_vanish_at_any_moment_leave_a_table_for_the_others(count: Count) -> None:
    for seed in range(count(10, 80)):
        chance = random.Random(f"goodbyes {seed}")
        network = come_together(seed, Weather(0.1, 0.1, 200), 5)
        network.run_until(lambda network=network: network.all_are_seated(5))
        for number in chance.sample(range(5), 2):
            network.run(chance.randint(0, 500))
            if chance.random() < 0.5:
                network[number].leave()
                network.run(3000)
            network.kill(number)
        network.run_until(lambda network=network: network.all_are_seated(3))
        network[chance.choice(network.alive)].propose_changes(places=3)
        network.run_until(lambda network=network: network[min(network.alive)].proposal.places == 3)
        settle(network, network.alive)


@pytest.mark.parametrize("lost", few_cases(pytest.mark.more_cases, [0, 1, 3]))
def test_whoever_is_lost_the_others_regroup_in_any_weather(lost: int, count: Count) -> None:
    for seed in range(count(5, 20)):
        network = started_table(4, seed=seed, weather=Weather(0.2, 0.1, 300))
        identity = network[lost].identity
        network.kill(lost)
        for number in network.chance.sample(network.alive, 3):
            network[number].begin_without([identity])
            network.run(network.chance.choice((0, 200, 2500)))
        network.run_until(network.all_have_started, most_ms=120_000)
        assert network[network.alive[0]].started.table.attempt == 1
        network.assert_no_split()


def test_every_line_arrives_once_and_in_order_in_any_weather(count: Count) -> None:
    for seed in range(count(5, 20)):
        network = started_table(3, seed=seed, weather=STORM)
        said = []
        for number in range(6):
            network[0].send_chat(f"line {number}")
            said.append(f"line {number}")
            network.run(2000)
        network.run(20_000)
        for peer in network.peers.values():
            assert [fact.line for fact in peer.facts_of(Said)] == said
