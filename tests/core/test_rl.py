"""The PettingZoo environment: PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from acquire_core import Game, IllegalAction, Ruleset, ShuffledBag
from acquire_core.ruleset import RULESETS

np = pytest.importorskip("numpy", reason="NumPy is not installed: pip install 'acquire-p2p[rl]'")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'acquire-p2p[rl]'")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from acquire_core.batch import BIDS, CODE_COUNT, action_mask, code_in_game, features  # noqa: E402
from acquire_core.rl import REWARDS, env, raw_env, text_board  # noqa: E402

# PettingZoo's test says these to every environment with dictionaries, its own ones being excused by name; and a seat whose game
# is over has no legal action.
EXPECTED_WARNINGS = ("Observation is not a NumPy array", "Observation space for each agent probably should be",
                     "Action mask numpy array is all zeros")

TABLES = [*((name, players) for name, players in zip(RULESETS, (4, 2, 3, 5, 6), strict=True)),
          (Ruleset(special_powers=True), 3), (Ruleset(open_pick=True), 2), (Ruleset(teams=True), 4),
          (Ruleset(simultaneous=True), 4), (Ruleset(simultaneous=True, max_buy=5), 6)]


def finish(table: Any, seed: int, choose: Any = lambda codes, rng: rng.choice(codes)) -> dict[str, float]:
    """Plays a game; what each agent was paid in all."""
    rng = np.random.default_rng(seed)
    table.reset(seed=seed)
    paid = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        paid[agent] += reward
        table.step(None if terminated or truncated else int(choose(np.flatnonzero(seen["action_mask"]), rng)))
    return paid


def seeded(table: Any) -> Any:
    """Let the games that follow, and what is played in them by chance, be the same in each run."""
    table.reset(seed=1)
    for agent in table.possible_agents:
        table.action_space(agent).seed(1)
    return table


@pytest.mark.parametrize(("ruleset", "players"), TABLES, ids=str)
def test_pettingzoo_finds_nothing_wrong(ruleset: Ruleset | str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        for message in EXPECTED_WARNINGS:
            warnings.filterwarnings("ignore", message)
        api_test(seeded(env(ruleset, players)), num_cycles=300)
        api_test(seeded(raw_env(ruleset, players)), num_cycles=300)
    assert capsys.readouterr().out.count("Passed API test") == 2


@pytest.mark.parametrize(("ruleset", "players"), TABLES, ids=str)
def test_equal_seeds_give_equal_games(ruleset: Ruleset | str, players: int) -> None:
    seed_test(lambda: env(ruleset, players), num_cycles=200)


def test_agents_see_what_their_seats_may_know_and_nobody_else_may_move() -> None:
    table = raw_env("classic", 3)
    table.reset(seed=7)
    game = Game("classic", 3, tiles=ShuffledBag(7))
    for _ in range(60):
        assert table.agent_selection == f"player_{game.to_move}"
        for seat in range(3):
            seen = table.observe(f"player_{seat}")
            assert (seen["observation"] == features(game.observe(seat))).all()
            assert (seen["action_mask"] == action_mask(game.observe(seat))).all()
            assert seen["action_mask"].any() == (seat == game.to_move)
            assert table.observation_space(f"player_{seat}").contains(seen)
        code = game.legal_codes()[-1]
        table.step(code)
        game.apply_code(code)


def test_in_simultaneous_play_agents_are_asked_one_after_the_other_and_see_no_answer_that_waits() -> None:
    rules = Ruleset(simultaneous=True)
    table, rng = raw_env(rules, 4), np.random.default_rng(1)
    table.reset(seed=7)
    game, asked, bids = Game(rules, 4, tiles=ShuffledBag(7)), 0, 0
    while not game.over:
        owed = game.owed()
        assert table.agent_selection == f"player_{owed[0]}"
        for seat in range(4):
            seen = table.observe(f"player_{seat}")
            assert (seen["observation"] == features(game.observe(seat))).all()
            assert seen["action_mask"].any() == (seat == owed[0])
            assert table.observation_space(f"player_{seat}").contains(seen)
        before = table.observe(f"player_{owed[-1]}")
        mask = table.observe(table.agent_selection)["action_mask"]
        assert (mask == action_mask(game.observe(owed[0]))).all()
        code = int(rng.choice(np.flatnonzero(mask)))
        table.step(code)
        game.apply_code(code_in_game(code, rules))
        bids += code >= CODE_COUNT
        if len(owed) > 2:                            # the step is not complete, and the last of it sees what it saw
            asked += 1
            assert (table.observe(f"player_{owed[-1]}")["observation"] == before["observation"]).all()
    assert asked > 50 and bids > 10 and all(table.terminations.values())
    assert table.game.record().text() == game.record().text()


def test_a_bid_above_the_cash_and_a_code_that_is_none_are_refused_in_rounds() -> None:
    table = raw_env(Ruleset(simultaneous=True, start_cash=200), 4)
    rng = np.random.default_rng(2)
    table.reset(seed=3)
    while table.game.phase != "bid":
        table.step(int(rng.choice(np.flatnonzero(table.observe(table.agent_selection)["action_mask"]))))
    before = table.game.digest()
    with pytest.raises(IllegalAction, match="bid 6000"):
        table.step(CODE_COUNT + BIDS.index(6000))
    for nonsense, error in ((CODE_COUNT + len(BIDS), ValueError), (-1, ValueError), (1.5, TypeError)):
        with pytest.raises(error):
            table.step(nonsense)
    assert table.game.digest() == before
    wrapped = env(Ruleset(simultaneous=True), 4)
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    wrapped.step(CODE_COUNT)
    assert (wrapped.rewards[agent], all(wrapped.terminations.values())) == (-1, True)


@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1])
def test_a_seed_is_the_seed_of_the_bag_and_the_game_has_a_record(seed: int) -> None:
    table = env("classic", 4)
    finish(table, seed)
    game = table.unwrapped.game
    assert isinstance(game.tiles, ShuffledBag) and game.tiles.seed == seed
    assert f"\nseed {seed}\n" in game.record().text()


def test_games_after_a_seed_differ_and_come_again() -> None:
    def bags(table: Any) -> list[int]:
        table.reset(seed=3)
        seeds = []
        for _ in range(4):
            seeds.append(table.unwrapped.game.tiles.seed)
            table.reset()
        return seeds

    assert bags(env()) == bags(env())
    assert len(set(bags(env()))) == 4
    one, other = env(), env()
    one.reset()
    other.reset()
    assert one.unwrapped.game.tiles.seed != other.unwrapped.game.tiles.seed


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("seed", range(5))
def test_rewards_come_at_the_end_and_add_up_to_one(reward: str, seed: int) -> None:
    table = env("classic", 4, reward=reward)
    paid = finish(table, seed)
    standings = {seat: (rank, money) for rank, seat, money in table.unwrapped.game.standings()}
    assert sum(paid.values()) == pytest.approx(1)
    if reward == "win":
        winners = [seat for seat, (rank, _) in standings.items() if rank == 1]
        assert paid == {f"player_{seat}": (seat in winners) / len(winners) for seat in range(4)}
    else:
        total = sum(money for _, money in standings.values())
        assert paid == pytest.approx({f"player_{seat}": money / total for seat, (_, money) in standings.items()})


def test_teams_win_together() -> None:
    paid = finish(env(Ruleset(teams=True), 4), seed=1)
    assert sorted(paid.values()) == [0, 0, 0.5, 0.5] and paid["player_0"] == paid["player_2"]


def test_where_nobody_has_money_its_shares_are_equal() -> None:
    poor = Ruleset(start_cash=0, end_mode="auto", end_on_bag="last_drawn", found_optional=True)

    def nothing(codes: Any, rng: Any) -> int:
        return int(19 if 19 in codes else codes[0])  # found none

    table = env(poor, 2, reward="money")
    paid = finish(table, 1, nothing)
    assert table.unwrapped.game.snapshot()["cash"] == [0, 0]
    assert paid == {"player_0": 0.5, "player_1": 0.5}


def test_the_end_tells_what_came_of_it() -> None:
    table = raw_env("classic", 3)
    rng = np.random.default_rng(1)
    table.reset(seed=1)
    while not table.game.over:
        assert not any(table.infos.values())
        table.step(int(rng.choice(table.game.legal_codes())))
    assert all(table.terminations.values()) and not any(table.truncations.values())
    infos = [table.infos[f"player_{seat}"] for seat in range(3)]
    assert [info["money"] for info in infos] == table.game.snapshot()["cash"]
    assert {info["end_reason"] for info in infos} == {table.game.end_reason}
    assert sorted((info["rank"], seat, info["money"]) for seat, info in enumerate(infos)) == table.game.standings()


def test_a_game_that_lasts_too_long_is_truncated_and_pays_nothing() -> None:
    table = raw_env("classic", 2, most_turns=4)
    table.reset(seed=1)
    while not any(table.truncations.values()):
        table.step(table.game.legal_codes()[0])
    assert table.game.turn == 5 and not table.game.over
    assert all(table.truncations.values()) and not any(table.terminations.values()) and not any(table.rewards.values())
    for _ in range(2):
        table.step(None)
    assert table.agents == []


@pytest.mark.parametrize("code", [2861, 2530, 19, 2644])
def test_an_illegal_code_is_refused_and_nothing_has_changed(code: int) -> None:
    table = raw_env("classic", 3)
    table.reset(seed=1)
    before = table.game.digest()
    with pytest.raises(IllegalAction, match=f"{table.agent_selection}, place"):
        table.step(code)
    for nonsense, error in ((None, ValueError), (10_044, ValueError), (-1, ValueError), (1.5, TypeError)):
        with pytest.raises(error):
            table.step(nonsense)
    assert table.game.digest() == before


def test_with_wrappers_an_illegal_code_ends_the_game_for_minus_one() -> None:
    table = env("classic", 3)
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(2861)
    assert (table.rewards[agent], all(table.terminations.values())) == (-1, True)


def test_text_shows_the_board_and_what_everybody_knows() -> None:
    table = env("classic", 3, render_mode="ansi")
    table.reset(seed=7)
    game = Game("classic", 3, tiles=ShuffledBag(7))
    assert table.render() == text_board(game.observe(None))
    lines = table.render().splitlines()
    assert lines[0].split() == [str(column) for column in range(1, 13)]
    assert [line[0] for line in lines[1:10]] == list("ABCDEFGHI")
    assert sum(line.count("o") for line in lines[1:10]) == 3
    assert lines[10:] == [*(f"seat {seat}: $6,000, no shares" for seat in range(3)), "turn 1: seat 1 is asked: place"]


def test_without_a_render_mode_nothing_is_drawn() -> None:
    table = raw_env()
    table.reset(seed=1)
    with pytest.warns(UserWarning, match="needs a render mode"):
        assert table.render() is None
    table.close()


@pytest.mark.parametrize(("arguments", "message"), [
    (dict(reward="luck"), "a reward is one of win, money"), (dict(render_mode="human"), "a render mode is 'ansi' or None"),
    (dict(players=1), "2 to 6 players"), (dict(ruleset="chess"), "no ruleset is called")])
def test_environments_that_cannot_be_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        env(**arguments)
