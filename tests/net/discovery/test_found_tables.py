"""The list of tables: joined from two ways of hearing, of bounded size, and what strangers cannot do to it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.crypto.signing import fingerprint_of
from acquire_net.discovery.beacon import Announcement, TableStage, encode_probe, encode_table, encode_withdrawn
from acquire_net.discovery.found_tables import (
    BEACON,
    MAX_HEARD_ONCE,
    MAX_HOSTS,
    MAX_OF_ONE_SOURCE,
    MAX_SOURCES,
    MAX_TABLES,
    MDNS,
    SERVICE_AFTER_BEACON_S,
    SILENT_S,
    SOURCE_BURST,
    SOURCE_PER_S,
    FoundTables,
    seats_there,
)

SENDER = bytes(4)


def table(number: int = 0, **changed: object) -> Announcement:
    said = {"table_id": number.to_bytes(8, "big"), "fingerprint": b"abcdefghij", "port": 47108, "taken": 1, "places": 4,
            "name": "Sid", "rules": "classic", "version": "0.1.0", **changed}
    return Announcement(**said)  # type: ignore[arg-type]


def beacon(number: int = 0, **changed: object) -> bytes:
    return encode_table(table(number, **changed), SENDER)


@pytest.fixture
def tables() -> FoundTables:
    return FoundTables()


def test_a_beacon_makes_a_table_and_the_next_one_no_other(tables: FoundTables) -> None:
    assert tables.on_beacon(beacon(), "10.0.0.1", 1.0)
    assert not tables.on_beacon(beacon(), "10.0.0.1", 2.0)
    (found,) = tables.snapshot()
    assert (found.name, found.hosts, found.port, found.taken, found.places) == ("Sid", ("10.0.0.1",), 47108, 1, 4)
    assert (found.rules, found.version, found.heard_by, found.last_heard) == ("classic", "0.1.0", {BEACON}, 2.0)


def test_what_a_table_says_of_itself_may_change(tables: FoundTables) -> None:
    tables.on_beacon(beacon(), "10.0.0.1", 1.0)
    assert tables.on_beacon(beacon(taken=3, rules="tycoon-2023"), "10.0.0.1", 2.0)
    assert [(found.taken, found.rules) for found in tables.snapshot()] == [(3, "tycoon-2023")]


def test_silence_ends_it(tables: FoundTables) -> None:
    tables.on_beacon(beacon(), "10.0.0.1", 1.0)
    assert not tables.drop_silent(1.0 + SILENT_S)
    assert tables.drop_silent(1.1 + SILENT_S)
    assert tables.snapshot() == ()
    assert not tables.drop_silent(100.0)


def test_a_goodbye_ends_it_at_once_but_only_from_the_same_address(tables: FoundTables) -> None:
    tables.on_beacon(beacon(), "10.0.0.1", 1.0)
    gone = encode_withdrawn(table(), SENDER)
    assert not tables.on_beacon(gone, "10.0.0.66", 1.0)
    assert not tables.on_beacon(encode_withdrawn(table(1), SENDER), "10.0.0.1", 1.0)
    assert len(tables.snapshot()) == 1
    assert tables.on_beacon(gone, "10.0.0.1", 1.0)
    assert tables.snapshot() == ()


def test_a_machine_with_two_adapters_is_one_table(tables: FoundTables) -> None:
    tables.on_beacon(beacon(), "10.0.0.1", 1.0)
    assert tables.on_beacon(beacon(), "192.168.0.1", 1.0)
    assert [found.hosts for found in tables.snapshot()] == [("10.0.0.1", "192.168.0.1")]
    tables.on_beacon(beacon(), "192.168.0.1", 4.0)
    assert tables.drop_silent(1.5 + SILENT_S)
    assert [found.hosts for found in tables.snapshot()] == [("192.168.0.1",)]


def test_nobody_else_can_change_what_a_table_says_or_fill_its_addresses(tables: FoundTables) -> None:
    tables.on_beacon(beacon(), "10.0.0.1", 1.0)
    for number in range(50):
        tables.on_beacon(beacon(name="Mallory", taken=4), f"10.0.1.{number}", 1.0)
    (found,) = tables.snapshot()
    assert (found.name, found.taken, found.hosts[0], len(found.hosts)) == ("Sid", 1, "10.0.0.1", MAX_HOSTS)


def test_another_key_or_port_is_another_table(tables: FoundTables) -> None:
    tables.on_beacon(beacon(), "10.0.0.1", 1.0)
    tables.on_beacon(beacon(fingerprint=b"qrstuvwxyz"), "10.0.0.2", 1.0)
    tables.on_beacon(beacon(port=5), "10.0.0.3", 1.0)
    assert len(tables.snapshot()) == 3


def test_probes_noise_and_hostile_names_are_not_listed(tables: FoundTables) -> None:
    for data in (encode_probe(SENDER), b"", b"GET / HTTP/1.1\r\n\r\n", beacon()[:-1], beacon() + b"\0",
                 beacon().replace(b"Sid", b"\x1b[3"), beacon().replace(b"Sid", "\u202e".encode())):
        assert not tables.on_beacon(data, "10.0.0.1", 1.0)
    assert tables.snapshot() == ()


# --- both ways --------------------------------------------------------------------------------------------------------

def test_a_table_heard_in_both_ways_is_one(tables: FoundTables) -> None:
    assert tables.on_service("a", table(), ["10.0.0.1", "192.168.0.1"], 1.0)
    assert tables.on_beacon(beacon(), "192.168.0.1", 1.5)
    (found,) = tables.snapshot()
    assert (found.heard_by, found.hosts) == ({BEACON, MDNS}, ("192.168.0.1", "10.0.0.1"))
    assert tables.on_service_lost("a")
    assert [found.heard_by for found in tables.snapshot()] == [{BEACON}]
    assert not tables.on_service_lost("a")


def test_mdns_alone_stays_until_it_is_withdrawn(tables: FoundTables) -> None:
    tables.on_service("a", table(), ["10.0.0.1"], 1.0)
    assert not tables.drop_silent(SERVICE_AFTER_BEACON_S)
    assert tables.on_service("a", table(taken=2), ["10.0.0.1"], 5.0)
    assert [found.taken for found in tables.snapshot()] == [2]
    assert tables.on_service_lost("a")
    assert tables.snapshot() == ()


def test_a_killed_program_goes_though_mdns_remembers_it(tables: FoundTables) -> None:
    tables.on_service("a", table(), ["10.0.0.1"], 1.0)
    tables.on_beacon(beacon(), "10.0.0.1", 1.0)
    assert tables.drop_silent(1.1 + SILENT_S)
    assert [found.heard_by for found in tables.snapshot()] == [{MDNS}]
    assert tables.drop_silent(1.1 + SERVICE_AFTER_BEACON_S)
    assert tables.snapshot() == ()


def test_a_service_that_becomes_another_table_is_no_longer_the_first(tables: FoundTables) -> None:
    tables.on_service("a", table(1), ["10.0.0.1"], 1.0)
    tables.on_service("a", table(2), ["10.0.0.1"], 2.0)
    tables.drop_silent(2.0)
    assert [found.table_id for found in tables.snapshot()] == [table(2).table_id]


@pytest.mark.parametrize("hosts", [[], ["0.0.0.0"], ["224.0.0.251"], ["den.local"], ["255.255.255.255"],
                                   ["::1"], ["ff02::fb"], ["::"]])
def test_a_service_at_no_address_is_not_listed(tables: FoundTables, hosts: list[str]) -> None:
    assert not tables.on_service("a", table(), hosts, 1.0)
    assert tables.snapshot() == ()


@pytest.mark.parametrize("host", ["fd00::2", "fe80::2%2"])
def test_a_table_on_a_network_of_ipv6_is_one_like_any_other(tables: FoundTables, host: str) -> None:
    assert tables.on_beacon(beacon(), host, 1.0) and tables.on_service("a", table(), [host], 1.0)
    assert [(found.hosts, found.heard_by) for found in tables.snapshot()] == [((host,), {BEACON, MDNS})]


# --- limits -----------------------------------------------------------------------------------------------------------

def test_one_source_has_so_many_tables_and_others_still_have_theirs(tables: FoundTables) -> None:
    for number in range(50):
        tables.on_beacon(beacon(number), "10.0.0.66", 1.0)
        tables.on_service(f"s{number}", table(1000 + number), ["10.0.0.66"], 1.0)
    assert len(tables.snapshot()) == MAX_OF_ONE_SOURCE
    assert tables.on_beacon(beacon(99, name="Anna"), "10.0.0.1", 1.0)


def names(tables: FoundTables) -> set[str]:
    return {found.name for found in tables.snapshot()}


def test_one_table_more_of_a_source_takes_the_place_of_one_that_fell_silent(tables: FoundTables) -> None:
    """As when `acquire host` was begun and killed many times on one machine."""
    for number in range(MAX_OF_ONE_SOURCE):
        tables.on_beacon(beacon(number), "10.0.0.1", 1.0)
    assert not tables.on_beacon(beacon(99, name="Anna"), "10.0.0.1", 1.5)
    assert tables.on_beacon(beacon(99, name="Anna"), "10.0.0.1", 2.5)
    assert len(tables.snapshot()) == MAX_OF_ONE_SOURCE and "Anna" in names(tables)


def test_tables_that_go_on_being_announced_make_room_for_nobody(tables: FoundTables) -> None:
    for second in range(1, 5):
        for number in range(MAX_OF_ONE_SOURCE):
            tables.on_beacon(beacon(number), "10.0.0.1", float(second))
        assert not tables.on_beacon(beacon(99, name="Anna"), "10.0.0.1", second + 0.5)
    assert "Anna" not in names(tables)
    for number in range(1, MAX_OF_ONE_SOURCE):  # the first of them has gone
        tables.on_beacon(beacon(number), "10.0.0.1", 7.0)
    assert tables.on_beacon(beacon(99, name="Anna"), "10.0.0.1", 7.1)
    assert {found.table_id for found in tables.snapshot()}.isdisjoint({table(0).table_id})


@pytest.mark.parametrize("sources", [1, 12])
def test_among_tables_that_are_made_up_one_that_is_announced_again_and_again_is_found_and_stays(
        tables: FoundTables, sources: int) -> None:
    """By a sender that uses the address of the table, or twelve addresses, and was there before."""
    number = 1000
    for step in range(120):
        now = 1.0 + step / 20
        for source in range(sources):
            number += 1
            tables.on_beacon(beacon(number), f"10.0.0.{source + 1}", now)
        if step % 20 == 10 and step > 20:
            tables.on_beacon(beacon(7, name="Anna"), "10.0.0.1", now)
        if step % 20 == 15:
            tables.drop_silent(now)
        assert ("Anna" in names(tables)) == (step >= 50), step
    assert len(tables.snapshot()) <= MAX_TABLES


def test_a_service_stays_though_nobody_repeats_it(tables: FoundTables) -> None:
    for number in range(MAX_OF_ONE_SOURCE):
        tables.on_service(f"s{number}", table(number), ["10.0.0.1"], 1.0)
    for second in range(2, 6):
        assert not tables.on_service("anna", table(99, name="Anna"), ["10.0.0.1"], float(second))
    assert len(tables.snapshot()) == MAX_OF_ONE_SOURCE
    tables.on_beacon(beacon(3), "10.0.0.1", 6.0)  # now that its beacons are heard, their silence counts
    assert not tables.on_service("anna", table(99, name="Anna"), ["10.0.0.1"], 7.0)
    assert tables.on_service("anna", table(99, name="Anna"), ["10.0.0.1"], 9.0)


@pytest.mark.parametrize("sources", [1, 12])
def test_services_that_are_made_up_hide_nobody_who_is_heard_himself(tables: FoundTables, sources: int) -> None:
    """A service says itself at which address it is; anybody may say it of the address of another."""
    for number in range(20 * sources):
        tables.on_service(f"s{number}", table(1000 + number), [f"10.0.0.{number % sources + 1}"], 1.0)
    assert not tables.on_beacon(beacon(7, name="Anna"), "10.0.0.1", 2.0)
    assert tables.on_beacon(beacon(7, name="Anna"), "10.0.0.1", 3.0)
    tables.on_beacon(beacon(7, name="Anna"), "10.0.0.1", 4.0)
    for number in range(20 * sources):
        tables.on_service(f"t{number}", table(2000 + number), [f"10.0.0.{number % sources + 1}"], 4.5)
    assert "Anna" in names(tables) and len(tables.snapshot()) <= MAX_TABLES


def test_so_many_tables_and_no_more(tables: FoundTables) -> None:
    now = 0.0
    for number in range(1000):
        now += 0.002
        tables.on_beacon(beacon(number), f"10.0.{number // 250}.{number % 250 + 1}", now)
    assert len(tables.snapshot()) == MAX_TABLES
    tables.drop_silent(now + SILENT_S + 1)
    assert tables.on_beacon(beacon(1), "10.0.0.1", now + SILENT_S + 1)


def test_a_source_that_talks_too_much_is_not_listened_to_and_does_not_deafen_us(tables: FoundTables) -> None:
    heard = sum(tables.on_beacon(beacon(taken=number % 2), "10.0.0.66", 1.0) for number in range(5000))
    assert heard == SOURCE_BURST
    assert tables.on_beacon(beacon(7), "10.0.0.1", 1.0)
    assert not tables.on_beacon(beacon(), "10.0.0.66", 1.0)
    assert tables.on_beacon(beacon(taken=3), "10.0.0.66", 1.0 + 2 / SOURCE_PER_S)


def test_20_000_beacons_of_hostile_names_and_sources_keep_memory_bounded(tables: FoundTables) -> None:
    rng, now = random.Random(7), 0.0
    for number in range(20_000):
        now += 0.001
        data = bytearray(beacon(rng.randrange(1 << 40), name=f"M {number}"))
        data[rng.randrange(len(data))] = rng.randrange(256)
        tables.on_beacon(bytes(data), f"10.{rng.randrange(256)}.{rng.randrange(256)}.{rng.randrange(1, 255)}", now)
        if number % 1000 == 0:
            tables.drop_silent(now)
            assert len(tables.snapshot()) <= MAX_TABLES
            assert len(tables._sources) <= MAX_SOURCES + 1 and len(tables._heard_once) <= MAX_HEARD_ONCE
    tables.drop_silent(now + 60)
    assert tables.snapshot() == ()
    assert not tables._sources and not tables._entries and not tables._heard_once


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5), st.integers(1, 4), st.floats(0, 3)), max_size=40))
def test_whatever_happens_changes_are_reported(steps: list[tuple[int, int, int, float]]) -> None:
    """What a method says of the list is what a look at it says."""
    tables, now = FoundTables(), 0.0
    for kind, number, host, later in steps:
        now += later
        before = tables.snapshot()
        if kind == 0:
            changed = tables.on_beacon(beacon(number, taken=host), f"10.0.0.{host}", now)
        elif kind == 1:
            changed = tables.on_service(f"s{number}", table(host, taken=number % 3), [f"10.0.0.{host}"], now)
        elif kind == 2:
            changed = tables.on_service_lost(f"s{number}")
        else:
            changed = tables.drop_silent(now)
        assert changed == (tables.snapshot() != before)
        assert all(found.heard_by and found.hosts for found in tables.snapshot())


# --- who is at the table to which the caller returns ---

BEN, CLEO, STRANGER = b"b" * 32, b"c" * 32, b"s" * 32
LOBBY = (7).to_bytes(8, "big") + bytes(24)


def game_of(who: bytes, taken: int, number: int = 7, stage: TableStage = TableStage.PLAYING) -> bytes:
    return beacon(number, fingerprint=fingerprint_of(who), taken=taken, places=3, stage=stage)


def test_the_others_of_a_game_say_how_many_of_them_are_there(tables: FoundTables) -> None:
    assert seats_there(tables.snapshot(), LOBBY, (BEN, CLEO)) == 0
    tables.on_beacon(game_of(CLEO, 1), "10.0.0.3", 1.0)
    assert seats_there(tables.snapshot(), LOBBY, (BEN, CLEO)) == 1
    tables.on_beacon(game_of(BEN, 2, stage=TableStage.SHOWN), "10.0.0.2", 1.0)
    assert seats_there(tables.snapshot(), LOBBY, (BEN, CLEO)) == 2, "one of them may not have found the other yet"


@pytest.mark.parametrize(("data", "why"), [
    (game_of(BEN, 3), "a program of before says that all seats are there, and the caller is not"),
    (game_of(STRANGER, 2), "a stranger announces the table"),
    (game_of(BEN, 2, number=8), "Ben is at another table"),
    (game_of(BEN, 2, stage=TableStage.GATHERING), "Ben has a lobby, and no game"),
])
def test_what_says_nothing_of_the_others_counts_for_nothing(tables: FoundTables, data: bytes, why: str) -> None:
    tables.on_beacon(data, "10.0.0.2", 1.0)
    assert tables.snapshot() and seats_there(tables.snapshot(), LOBBY, (BEN, CLEO)) == 0, why


def test_a_seat_that_does_not_know_its_lobby_finds_nobody_there(tables: FoundTables) -> None:
    tables.on_beacon(game_of(BEN, 2, number=0), "10.0.0.2", 1.0)
    assert seats_there(tables.snapshot(), b"", (BEN, CLEO)) == 0
