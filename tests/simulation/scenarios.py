"""Which faults a seed brings: one kind of trouble at a time, mixtures of two, and everything at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from acquire_core.actions import Bid, DeclareEnd
from acquire_core.ruleset import RULESETS
from acquire_net.protocol.sealed_game import SealedGame
from acquire_net.protocol.session import Session
from acquire_net.table.acquire_game import AcquireGame
from tests.core.reference_rounds import ONLY_VALUES
from tests.simulation.table import Options, Outcome, SimulatedTable, Violation
from tests.support.simulated_clock import ClockFaults
from tests.support.simulated_disk import DiskFaults
from tests.support.toy_game import ToyGame
from tests.support.toy_rounds import ToyRounds

ACQUIRE = 0.04
"""The part of games that are whole games of Acquire; the others are short, for faults in every step."""

Change = Callable[[Options, random.Random], Options]


def _loss(options: Options, rng: random.Random) -> Options:
    return replace(options, network=replace(
        options.network, loss=rng.choice((0.02, 0.1, 0.3)), duplication=rng.choice((0, 0.1)), reordering=rng.random() < 0.7,
        delay_ms=rng.choice((2, 20, 200)), tail_ms=rng.choice((0, 300, 2000))))


def _cuts(options: Options, rng: random.Random) -> Options:
    return replace(options, network=replace(
        options.network, one_way_cuts=rng.randint(1, 6), split_ms=rng.choice((3000, 10_000, 25_000)),
        flapping_ms=rng.choice((0, 200)), reordering=rng.random() < 0.5))


def _partitions(options: Options, rng: random.Random) -> Options:
    """3/3, 5/1, 2/2 and all the others."""
    sizes = tuple(rng.randint(1, max(1, options.seats // 2)) for _ in range(rng.randint(1, 3)))
    return replace(options, network=replace(
        options.network, partitions=sizes, split_ms=rng.choice((3000, 20_000, 40_000)), flapping_ms=rng.choice((0, 0, 200))))


def _slow(options: Options, rng: random.Random) -> Options:
    return replace(options, network=replace(options.network, slow_seats=rng.randint(1, options.seats)))


def _clocks(options: Options, rng: random.Random) -> Options:
    return replace(options, clocks=ClockFaults(jumps=rng.randint(1, 5), drift=0.05))


def _disk(options: Options, rng: random.Random) -> Options:
    disk = DiskFaults(errors=rng.choice((0, 0.05, 0.3)), full=rng.randint(0, 3), loses_tail=True)
    return replace(options, disk=disk, people=replace(options.people, crashes=rng.randint(1, 4)))


def _crashes(options: Options, rng: random.Random) -> Options:
    return replace(options, disk=replace(options.disk, loses_tail=rng.random() < 0.5), people=replace(
        options.people, crashes=rng.randint(1, 8), away_ms=rng.choice((200, 5000, 20_000)),
        blackouts=rng.choice((0, 0, 1, 2))))


def _deaths(options: Options, rng: random.Random) -> Options:
    """One seat after the other, also during the re-deal that the one before made necessary."""
    return replace(options, people=replace(options.people, deaths=rng.randint(1, max(1, options.seats - 1))))


def _mutes(options: Options, rng: random.Random) -> Options:
    """A program that hangs and still says that it is there. A SYNC shows what was kept, so that it may go on for a while."""
    mutes = rng.randint(1, max(1, options.seats // 2))
    return replace(options, decision_ms=rng.choice((3000, 10_000)), people=replace(options.people, mutes=mutes))


def _goodbyes(options: Options, rng: random.Random) -> Options:
    return replace(options, people=replace(options.people, goodbyes=rng.randint(1, max(1, options.seats - 1))))


def _rollback(options: Options, rng: random.Random) -> Options:
    """A seat that has forgotten what it sent learns that only from what arrives. So nothing overtakes the answer here, and a
    connection that breaks loses the answer as well."""
    return replace(options, people=replace(options.people, rollbacks=rng.randint(1, 2), away_ms=2000),
                   network=replace(options.network, in_bursts=True, reordering=False))


def _votes(options: Options, rng: random.Random) -> Options:
    """People who want to go on without those who do not answer, and some who vote against anybody."""
    people = replace(options.people, votes=rng.choice((0, 2, 10, 40)), voters=rng.randint(0, options.seats))
    return replace(options, people=people, grace_ms=rng.choice((options.grace_ms, 120_000)))


def _clock(options: Options, rng: random.Random) -> Options:
    """A clock, and people who do not decide in time: their programs answer for them, or the table goes on without them."""
    return replace(options, decision_ms=rng.choice((1000, 3000, 10_000)), bank_ms=rng.choice((0, 5000, 20_000)),
                   people=replace(options.people, dawdlers=rng.choice((0.1, 0.5))))


def _liar(options: Options, rng: random.Random) -> Options:
    return replace(options, people=replace(options.people, liars=1), faults_ms=rng.choice((1500, 4000, 12_000)))


KINDS: dict[str, Sequence[Change]] = {
    "calm": (),
    "loss": (_loss,),
    "cuts": (_cuts,),
    "partitions": (_partitions,),
    "slow": (_slow, _loss),
    "clocks": (_clocks,),
    "disk": (_disk,),
    "crashes": (_crashes,),
    "deaths": (_deaths,),
    "goodbyes": (_goodbyes,),
    "rollback": (_rollback,),
    "crashes on a bad network": (_crashes, _loss),
    "partitions and deaths": (_partitions, _deaths),
    "goodbyes and crashes": (_goodbyes, _crashes),
    "deaths and crashes": (_deaths, _crashes),
    "everything": (_loss, _cuts, _clocks, _disk, _crashes, _deaths, _goodbyes),
    "rollback on a bad network": (_loss, _rollback),
    "mutes": (_mutes,),
    "mutes on a bad network": (_mutes, _loss),
    "mutes and crashes": (_mutes, _crashes),
    "votes": (_votes,),
    "votes and crashes": (_crashes, _votes),
    "votes on a bad network": (_loss, _cuts, _votes),
    "votes and deaths": (_deaths, _votes),
    "a clock": (_clock,),
    "a clock and votes": (_clock, _crashes, _votes),
    "a liar": (_liar,),
    "a liar and crashes": (_crashes, _liar),
    "a liar on a bad network": (_loss, _cuts, _liar),
    "a liar and partitions": (_partitions, _liar),
    "a liar and votes": (_votes, _liar),
    "a liar and a clock": (_clock, _votes, _crashes, _liar),
}


def options_of(seed: int, kind: str | None = None, rounds: bool = False) -> tuple[str, Options]:
    rng = random.Random(repr(("scenario", seed)))
    names = list(KINDS)
    name = kind or names[seed % len(names)]
    game = rng.choice(list(RULESETS)) if rng.random() < ACQUIRE else "toy"
    options = Options(game=game, seats=rng.choice((2, 3, 3, 4, 4, 5, 6)), hand=rng.choice((1, 1, 2)), raffles=rng.random() < 0.2,
                      open_bag=rng.random() < 0.1, rounds=rounds, faults_ms=rng.choice((1500, 3000, 6000, 12_000)),
                      grace_ms=rng.choice((2500, 2500, 5000, 15_000)))
    if game != "toy":  # a hundred turns rather than ten
        options = replace(options, seats=rng.randint(2, 6), faults_ms=4 * options.faults_ms)
    for change in KINDS[name]:
        options = change(options, rng)
    if rounds and game == "revised-6515":  # whose rules know turns alone
        options = replace(options, game="classic")
    return name, options


def make_game(options: Options, seat: int | None) -> SealedGame:
    if options.game != "toy":
        rules = RULESETS[options.game]
        rules = rules.replace(**ONLY_VALUES, simultaneous=True) if options.rounds else rules
        return AcquireGame(rules, options.seats, seat)
    kind = ToyRounds if options.rounds else ToyGame
    return kind(options.seats, 3 * options.seats + 2 if options.hand == 1 else 4 * options.seats,
                hand=options.hand, raffles=options.raffles, open_bag=options.open_bag and not options.rounds)


def choices(session: Session) -> Sequence[bytes]:
    game = session.state.game
    if isinstance(game, ToyGame):
        return game.choices(session.seat)
    assert isinstance(game, AcquireGame)
    actions = game.legal_actions()
    # Who may end the game does, or it would take all day.
    ends = [action for action in actions if isinstance(action, DeclareEnd) and action.yes]
    bids = actions[:4] if actions and isinstance(actions[0], Bid) else []
    return [game.action_bytes(action) for action in ends or bids or actions]


def simulate(seed: int, kind: str | None = None, options: Options | None = None, rounds: bool = False) -> Outcome:
    """Simulate one game. Whatever goes wrong says how to see it again."""
    name, chosen = options_of(seed, kind, rounds)
    chosen = options or chosen
    try:
        return SimulatedTable(seed, chosen, make_game, choices).run()
    except Exception as error:
        again = f"python -m tests.simulation --seed {seed}" + (f" --kind '{kind}'" if kind else "") + " --rounds" * rounds
        raise Violation(f"{error!r}\nseed {seed}, {name}: {chosen}\nagain: {again}") from error
