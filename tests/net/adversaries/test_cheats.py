"""Every scripted cheat at a random moment: it is detected, its author and nobody else is named, and the others play on."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace as changed

from acquire_net.protocol.codec import decode_frame
from acquire_net.protocol.messages import Kind, Status
from tests.net.adversaries.cheated_tables import a_table_with, seats_for
from tests.net.adversaries.cheats import CHEATS, Cheat, Outcome
from tests.net.adversaries.of_the_wire import SIGNED, UNSIGNED
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import Liar, LiarsTable, Scene
from tests.support.counts import Count
from tests.support.few_cases import few_cases


def check(cheat: Cheat, table: LiarsTable) -> None:
    liar = table.liar
    assert liar is not None
    if cheat.outcome is Outcome.CONVICTED:
        # Its session believes in what it wanted to say, and shows that too where it goes on: then it has said two things.
        table.check_convicted({liar.seat}, "" if liar.goes_on and cheat.deck is None else cheat.says)
        table.check_finished(without={liar.seat})
    elif cheat.outcome is Outcome.DROPPED:
        table.check_convicted(set(), "")
        table.check_finished(without={liar.seat})
    else:
        table.check_convicted(set(), "")
        table.check_finished(without=set())


def one_of_each_kind() -> list[Cheat]:
    """Return one lie of each message that comes to one end for one reason; of those that the honest do not even mind, every
    third."""
    kinds: dict[object, Cheat] = {}
    for number, cheat in enumerate(CHEATS):
        kind = cheat.lies[0][0] if cheat.lies else None
        kinds.setdefault((kind, cheat.outcome, cheat.says, number // 3 if cheat.outcome is Outcome.NOTHING else 0), cheat)
    return list(kinds.values())


USUAL = one_of_each_kind()
MOMENTS = 20
"""Of each cheat in a campaign, at each number of seats. Every night has others."""


@pytest.mark.parametrize("cheat", few_cases(pytest.mark.fully, CHEATS, lambda cheat: cheat in USUAL),
                         ids=lambda cheat: cheat.name)
def test_the_liar_and_nobody_else_is_named(cheat: Cheat, count: Count) -> None:
    for seats in seats_for(cheat) if count(1, 2) > 1 else [random.Random(cheat.name).choice(seats_for(cheat)[:2])]:
        check(cheat, a_table_with(cheat, seats, 0))


@pytest.mark.campaign
@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.name)
def test_the_liar_and_nobody_else_is_named_at_many_moments(cheat: Cheat) -> None:
    start = random.randrange(1 << 30)
    for seed in range(start, start + MOMENTS):
        for seats in seats_for(cheat):
            print(f"{seats} seats, seed {seed}")
            check(cheat, a_table_with(cheat, seats, seed))


IN_EARNEST = ["a key that is the identity", "a tile twice", "a proof of another deck", "a share of another's key",
              "a scalar that is not reduced", "another's share", "two messages for two peers", "tags of two powers",
              "opens another answer than it sealed", "seals a tile that is not in its hand"]


@pytest.mark.parametrize("name", few_cases(pytest.mark.fully, IN_EARNEST, 5))
def test_the_real_group_names_the_same_liar(name: str, count: Count) -> None:
    """The same code with Ed25519 and the curve: a few lies each, for a proof costs more there."""
    cheat = next(cheat for cheat in CHEATS if cheat.name == name)
    for seats in seats_for(cheat)[:count(1, 3)]:
        check(cheat, a_table_with(replace(cheat, skips=0), seats, 1, real=True))


def test_who_is_there_and_says_nothing_is_left_behind_and_not_convicted() -> None:
    """It answers every STATUS and never does what it owes: after the grace the others go on without it."""
    cheat = next(cheat for cheat in CHEATS if cheat.name == "no share at all")
    for seats in (3, 4):
        rng = random.Random(seats)
        liar = Liar(rng.randrange(seats), cheat.lies, rng, skip=2, goes_on=True)
        table = LiarsTable(cheat.table_of(seats), liar, seed=seats)
        table.play_on()
        assert liar.has_lied
        table.check_convicted(set(), "")
        table.check_finished(without={liar.seat})


@pytest.mark.parametrize(("seats", "seed"), few_cases(pytest.mark.more_cases, [(5, 0), (5, 1), (6, 1)]))
def test_who_received_another_acknowledgement_finds_back(seats: int, seed: int) -> None:
    """Here some had closed the block and others had not, and nothing that they sent each other showed them why."""
    cheat = next(cheat for cheat in CHEATS if cheat.name == "acknowledges two heads to two peers")
    check(cheat, a_table_with(cheat, seats, seed))


class Boaster(Liar):
    """Every STATUS of it is of a history that never was, and says that all others have said something there."""

    def says(self, table: LiarsTable, to: int, frame: bytes) -> list[bytes]:
        message = decode_frame(frame)
        if message.kind != Kind.STATUS or message.block < 4:
            return [frame]
        scene = Scene(table, table.peers[self.seat].session, message, self.rng)
        everything = (1 << 6) - 1
        body = changed(cast(Status, message.body), contents=everything, acks=everything, attempt=3, syncs=everything,
                       proposed=everything, prepares=everything, confirms=everything)
        return [scene.says(body, block=message.block + self.rng.choice((0, 1, 1000)))]


def test_an_invented_history_keeps_nobody_from_coming_back(count: Count) -> None:
    """A peer that was restarted asks what it has said. It does not wait for ever for what nobody can show."""
    for seed in range(count(2, 12)):
        rng = random.Random(seed)
        seats = rng.randint(3, 5)
        table = LiarsTable(Opening(seats=seats, cards=20), Boaster(rng.randrange(seats), (), rng), seed)
        table.play_on(lambda: len(table.peers[0].session.replica.log) > 8)  # noqa: B023
        table.restart(rng.choice(table.honest))
        table.play_on()
        table.check_convicted(set(), "")
        table.check_finished(without=set())


def test_the_page_of_attacks_names_every_cheat() -> None:
    page = Path(__file__).resolve().parents[3] / "docs" / "spec" / "attacks.md"
    if not page.is_file():
        pytest.skip("no documents beside the tests")
    _, _, table = page.read_text("utf-8").partition("| attack | defence | cheats |\n")
    rows = [line.strip("| ").split("|") for line in table.partition("\n\n")[0].splitlines()[1:]]
    named = {name.strip() for row in rows for name in row[2].split(";") if "every row of" not in name}
    wire = {cheat.name for cheat in CHEATS if cheat.name in UNSIGNED or cheat.name.rsplit(", in ", 1)[0] in SIGNED}
    assert named == {cheat.name for cheat in CHEATS} - wire
