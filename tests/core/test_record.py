"""Records: the same text comes back, and whatever is not the text that was written is found in its line."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from acquire_core import RULESETS, Game, RandomPlayer, Ruleset, ScriptedBag, ShuffledBag
from acquire_core.actions import DrawTile, Place
from acquire_core.notation import format_action
from acquire_core.record import Record, RecordError, Seat, clean_name, load_record, read_record, record_of
from acquire_core.record_check import MAX_BYTES, MAX_LINES, read_check_line
from acquire_core.tile_source import TILE_NAMES
from tests.support.counts import Count
from tests.support.few_cases import few_cases

from .record_games import TABLE, random_game, random_record, resealed, small_record, some_texts


def error_of(data: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as refused:
        read_record(data)
    return refused.value


# --- round trip -------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("players", [3, pytest.param(6, marks=pytest.mark.fully),
                                     *few_cases(pytest.mark.more_cases, [2, 4, 5], usual=0)])
@pytest.mark.parametrize("ruleset", TABLE, ids=[f"{number}-{ruleset.name}" for number, ruleset in enumerate(TABLE)])
def test_a_record_is_read_as_it_was_written(ruleset: Ruleset, players: int, count: Count) -> None:
    for seed in range(count(1, 4)):
        for sealed in (False, True):
            game = random_game(ruleset, players, seed, sealed, retiring=0.01 * (seed % 2))
            record = game.record([(f"Player {seat}", "bot-easy") for seat in range(players)])
            text = record.text()
            again = read_record(text)
            assert again == record
            assert again.text() == text == read_record(text.encode()).text()
            assert again.actions == tuple(game.actions())
            assert (again.seed, again.sealed, again.players, again.tiles) == (seed, sealed, players, "shuffled")
            assert again.game().snapshot() == game.snapshot()
            assert again.game().digest() == game.digest()


def test_a_game_can_be_saved_at_any_moment(count: Count) -> None:
    game, player, rng = Game("classic", 3), RandomPlayer(seed=5), random.Random(5)
    while not game.over:
        if rng.random() < count(25, 100) / 100:
            text = game.record().text()
            record = read_record(text)
            assert record.text() == text
            assert record.game().snapshot() == game.snapshot()
        game.apply_code(player.code(game))


def test_the_header_says_rules_seats_and_tiles() -> None:
    rules = RULESETS["classic"].replace(special_powers=True, start_cash=8000)
    game = Game(rules, 2, tiles=ShuffledBag(2**64 - 1), sealed=True)
    text = record_of(game, [("Anna Maria", "person"), ("Bert", "bot-expert")]).text()
    assert text.split("\n")[:10] == [
        "acquire record 1", "ruleset classic", "option start_cash 8000", "option special_powers yes",
        f"rules {rules.digest.hex()}", "players 2", "seat 0 person Anna Maria", "seat 1 bot-expert Bert", "tiles shuffled",
        "seed 18446744073709551615",
    ]
    assert text.split("\n")[10] == "sealed yes"


def test_the_source_of_the_tiles_is_named() -> None:
    scripted = Game("classic", 2, tiles=ScriptedBag(TILE_NAMES))
    assert (scripted.record().tiles, scripted.record().seed) == ("scripted", None)
    assert (Game("classic", 2).record().tiles, Game("classic", 2).record().seed) == ("given", None)


def test_every_turn_begins_with_the_digest_of_the_game() -> None:
    record = random_record(RULESETS["classic"], 4, seed=9)
    lines = record.text().split("\n")
    checks = {number: check for number, line in enumerate(lines, 1) if (check := read_check_line(line.encode()))}
    game, turn = record.new_game(), 0
    for step in record.replay():
        game.apply(step.action)
        assert lines[step.line - 1] == format_action(step.action, record.ruleset.chain_names)
        if game.turn != turn:
            turn += 1
            check = checks[step.line + 1]
            assert (check.label, check.turn, check.state) == ("turn", turn, game.digest()[:8].hex())
    assert turn == game.turn > 10
    assert [check.number for check in checks.values()] == list(range(len(checks)))
    assert list(checks.values())[-1].state == game.digest()[:8].hex()
    assert max(len(check.marks) for check in checks.values()) <= 30


def test_the_result_stands_at_the_end() -> None:
    game = random_game(RULESETS["classic"], 3, seed=4)
    lines = game.record().text().split("\n")
    assert lines[-6] == f"over {game.end_reason}"
    assert lines[-5:-2] == [f"result {rank} {seat} {money}" for rank, seat, money in game.standings()]


def test_a_replay_gives_each_action_its_events_and_the_game() -> None:
    game = random_game(RULESETS["classic"], 2, seed=1)
    record = read_record(game.record().text())
    replayed = record.new_game()
    steps = 0
    for step in record.replay():
        assert step.events == replayed.apply(record.actions[steps])
        assert step.game.digest() == replayed.digest()
        steps += 1
        if steps % 20 == 0:
            assert record.game(steps).digest() == replayed.digest()
    assert steps == len(record.actions)
    assert record.action_lines() == tuple(step.line for step in record.replay(events=False))


def test_a_game_from_a_position_or_without_history_has_no_record() -> None:
    board = "\n".join(["o..........."] + ["............"] * 8)
    positioned = Game.from_position("classic", 2, board=board, hands=[["5E"], ["6E"]])
    played = Game("classic", 2)
    played.play_random(1)
    for game in (positioned, played):
        with pytest.raises(ValueError, match="a record begins with the start of the game"):
            record_of(game)


def test_a_ruleset_of_ones_own_is_written_as_its_options() -> None:
    rules = replace(RULESETS["classic"], name="house", max_buy=2)
    record = read_record(Game(rules, 2).record().text())
    assert (record.ruleset.name, record.ruleset.changes(), record.ruleset.digest) == ("classic", {"max_buy": 2}, rules.digest)


# --- names ------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("name", "clean"), [
    ("Anna", "Anna"), ("  Anna \t Maria\n", "Anna Maria"), ("a\u202eb\u200fc\u2066d", "abcd"), ("\x1b[31mred\x00", "[31mred"),
    ("line\u2028break", "line break"), ("\ud800x", "x"), ("\ufeffBert", "Bert"), ("小" * 40, "小" * 21), ("é" * 33, "é" * 32),
    ("a" * 63 + "é", "a" * 63), ("a" * 63 + " b", "a" * 63), ("", ""), ("\u200b", ""), ("x" * 1_000_000, "x" * 64),
])
def test_names_are_cleaned(name: str, clean: str) -> None:
    assert clean_name(name) == clean
    assert clean_name(clean) == clean
    assert Game("classic", 2).record([(name, "person"), ("Bert", "person")]).seats[0].name == (clean or "Seat 0")


@pytest.mark.parametrize("name", ["= 0 start 0", "0 buy", "seat 1 person x", "acquire record 1", "sealed yes", "a = b", "=", "#"])
def test_a_name_may_look_like_anything(name: str) -> None:
    text = Game("classic", 2).record([(name, "person"), (name, "person")]).text()
    assert read_record(text).seats == (Seat(name), Seat(name))


def test_impossible_headers_cannot_be_made() -> None:
    two = (Seat("Anna"), Seat("Bert"))
    rules = RULESETS["classic"]
    for wrong in (
        dict(seats=two[:1]), dict(seats=two * 4), dict(seats=(("Anna\n", "person"), two[0])), dict(seats=(("", "bot"), two[0])),
        dict(seats=(("Anna", "Person"), two[0])), dict(seats=(("Anna", "a b"), two[0])), dict(ruleset=rules.replace(teams=True)),
        dict(tiles="stolen"), dict(seed=1), dict(tiles="shuffled", seed=-1), dict(tiles="shuffled", seed=2**64),
        dict(tiles="shuffled", seed=True),
    ):
        with pytest.raises(ValueError, match=r"."):
            Record(**{"ruleset": rules, "seats": two, **wrong})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="3 seats are named, but the game has 2"):
        Game("classic", 2).record([("a", "person")] * 3)


def test_an_action_without_a_seat_or_against_the_rules_has_no_place_in_a_record() -> None:
    record = small_record()
    at = next(at for at, action in enumerate(record.actions) if isinstance(action, Place))
    nobodys = [*record.actions[:at], Place(None, record.actions[at].tile), *record.actions[at + 1:]]  # type: ignore[union-attr]
    with pytest.raises(RecordError, match=r"line \d+: in a record an action begins with its seat"):
        replace(record, actions=tuple(nobodys)).text()
    with pytest.raises(RecordError, match=r"line \d+: 0 place 7F: a tile has to be drawn first"):
        list(replace(record, actions=(record.actions[at],)).replay())


def test_a_record_that_could_not_be_read_again_is_not_written() -> None:
    game = Game(RULESETS["classic"].replace(stall_end=False), 2, tiles=ShuffledBag(1))  # and nobody ever announces the end
    while game.turn < 12_000:
        game.apply_code(game.legal_codes()[0])
    with pytest.raises(ValueError, match="is longer than records may be"):
        game.record().text()


# --- damage -----------------------------------------------------------------------------------------------------------

def line_of(data: bytes, at: int) -> int:
    """Return the line of the text in which a byte stands; a newline ends the line it belongs to."""
    return data.count(b"\n", 0, at) + 1


def assert_named(data: bytes, at: int, byte: int) -> None:
    changed = bytearray(data)
    changed[at] = byte
    named = None
    try:
        read_record(bytes(changed))
    except RecordError as error:
        named = error.line
    assert named == line_of(data, at), f"byte {at} changed to {byte}"


def test_any_changed_byte_of_a_small_record_is_named_with_its_line(count: Count) -> None:
    data = small_record().text().encode()
    assert len(data) < 2000
    assert {b"over", b"result", b"option", b"seed"} <= {line.split(b" ")[0] for line in data.split(b"\n")}
    every = 1 if count(1, 2) == 2 else 37  # with --ci, each byte becomes every other value
    for at, old in enumerate(data):
        for byte in {*range(at % every, 256, every), *b"\n\r \t=*0159aAf\x00\xff", old ^ 1, old ^ 32} - {old}:
            assert_named(data, at, byte)


def test_any_changed_byte_of_any_record_is_named_with_its_line(count: Count) -> None:
    rng = random.Random(2)
    texts = [text.encode() for text in some_texts()]
    for _ in range(count(500, 2000)):
        data = rng.choice(texts)
        at = rng.randrange(len(data))
        byte = rng.choice([rng.randrange(256), 10, rng.choice(data), data[at] ^ 1 << rng.randrange(8)])
        if byte != data[at]:
            assert_named(data, at, byte)


@pytest.mark.fully
def test_every_newline_and_every_first_letter_is_watched(count: Count) -> None:
    rng = random.Random(3)
    for data in (text.encode() for text in rng.sample(some_texts(), count(1, 10))):
        for at in (at for at, byte in enumerate(data) if byte == 10):
            assert_named(data, at, rng.choice(b"= 0*x\x00"))
            if at + 1 < len(data):
                assert_named(data, at + 1, 10)
                assert_named(data, at + 1, ord("=") if data[at + 1] != ord("=") else ord("0"))
                assert_named(data, at - 1, 10)


def test_a_changed_action_that_is_still_legal_is_found_by_its_mark() -> None:
    data = small_record().text()
    assert "0 place 7F\n" in data
    changed = data.replace("0 place 7F\n", "0 place 7G\n")
    error = error_of(changed)
    assert error.line == changed.split("\n").index("0 place 7G") + 1
    assert "it does not match its mark" in error.reason


def test_lines_added_lost_doubled_or_moved_are_found(count: Count) -> None:
    rng = random.Random(4)
    for text in some_texts()[::5]:
        lines = text.split("\n")[:-1]
        for _ in range(count(15, 200)):
            at, to = sorted(rng.sample(range(len(lines)), 2))
            if lines[at] == lines[to]:
                continue
            lost = lines[:at] + lines[at + 1:]
            doubled = lines[:at] + [lines[at]] + lines[at:]
            swapped = lines[:at] + [lines[to]] + lines[at + 1:to] + [lines[at]] + lines[to + 1:]
            cut = lines[:at] + lines[to:]
            for changed in (lost, doubled, swapped, cut, lines + lines, lines + [lines[at]]):
                assert error_of("".join(f"{line}\n" for line in changed)).line is not None


def test_a_name_changed_together_with_its_marks_is_found() -> None:
    text = small_record().text()
    forged = resealed(text.replace("Anna", "Otto"))
    assert read_record(forged).seats[0].name == "Otto"  # who forges every check line has written another record
    lines = text.split("\n")
    half = "\n".join([*forged.split("\n")[:12], *lines[12:]])
    assert "together with their marks" in str(error_of(half))


@pytest.mark.parametrize("size", ["small", pytest.param("long", marks=pytest.mark.fully)])
def test_a_truncated_record_is_refused_and_read_on_request_up_to_its_last_whole_line(size: str) -> None:
    data = (small_record().text() if size == "small" else some_texts()[3]).encode()
    whole = read_record(data)
    header = data.index(b"\n", data.index(b"\n= 0 start ") + 1) + 1
    ends = [at + 1 for at, byte in enumerate(data) if byte == 10]
    for end in range(len(data)) if len(data) < 2000 else sorted({*ends[:-1], *range(0, len(data), 199)}):
        cut = data[:end]
        error = error_of(cut)
        whole_lines = cut.count(b"\n")
        if end and cut != b"acquire record 1"[:end]:
            assert "cut off" in error.reason, (end, error)
            assert error.line == (whole_lines if cut.endswith(b"\n") else whole_lines + 1)
        if end < header:
            with pytest.raises(RecordError):
                read_record(cut, tolerate_truncation=True)
            continue
        record = read_record(cut, tolerate_truncation=True)
        kept = [line for line in cut[:cut.rindex(b"\n")].split(b"\n") if line[:1] in b"*012345" and line]
        assert record == replace(whole, actions=whole.actions[:len(kept)])
        assert read_record(record.text()) == record


def test_a_tail_that_is_no_part_of_the_game_is_dropped_on_request() -> None:
    text = small_record().text()
    lines = text.split("\n")
    at = lines.index("0 place 7F")
    for tail in ("0 place 7E\n", "0 place 7F\n0 buy Tower\n", "\x00" * 500, "\n\n\n", "\xff\xfe\n", "over stall\n"):
        start = "".join(f"{line}\n" for line in lines[:at])
        record = read_record(start + tail, tolerate_truncation=True)
        assert len(record.actions) == sum(line.startswith("*") for line in lines[:at]) + tail.startswith("0 place 7F")


def test_damage_before_the_last_check_line_is_no_truncation() -> None:
    data = some_texts()[0].encode()
    at = data.index(b" place ")
    changed = data[:at] + b"_" + data[at + 1:-30]
    with pytest.raises(RecordError) as refused:
        read_record(changed, tolerate_truncation=True)
    assert refused.value.line == line_of(data, at)


# --- records that agree with their check lines and are wrong all the same ----------------------------------------------

def forged(old: str, new: str, text: str = "") -> tuple[str, int]:
    """Return a record with one thing changed and the check lines made to agree, and the line where it is."""
    text = text or small_record().text()
    assert old in text
    return resealed(text.replace(old, new, 1)), text[:text.index(old)].count("\n") + 1 + old.startswith("\n")


@pytest.mark.parametrize(("old", "new", "reason"), [
    ("ruleset classic", "ruleset Classic", "no ruleset is called 'Classic'"),
    ("ruleset classic", "ruleset", "a line 'ruleset …' is due here"),
    ("option end_size 40", "option colour red", "no option is called 'colour'"),
    ("option end_size 40", "option end_size 4_0", "end_size is a whole number from 2 to 108"),
    ("option end_size 40", "option end_size 040", "'option end_size 40' is due here, not 'option end_size 040'"),
    ("option end_size 40", "option end_size", "a line 'option …' is due here"),
    ("option starting_tiles no", "option starting_tiles maybe", "starting_tiles is yes or no"),
    ("players 2", "players 7", "a game has 2 to 6 players"),
    ("players 2", "players 1", "a game has 2 to 6 players"),
    ("players 2", "players 02", "'02' is not a whole number"),
    ("players 2", "players ٢", "is not a whole number"),
    ("players 2", "players " + "9" * 200, "is not a whole number"),
    ("seat 0 person Anna", "seat 1 person Anna", "'seat 0 person Anna' is due here, not 'seat 1 person Anna'"),
    ("seat 0 person Anna", "seat 0 person", "a line 'seat …' is due here"),
    ("seat 0 person Anna", "seat 0 person ", "is not a name for a record"),
    ("seat 0 person Anna", "seat 0 person Anna ", "is not a name for a record"),
    ("seat 0 person Anna", "seat 0 person An\u202ena", "is not a name for a record"),
    ("seat 0 person Anna", "seat 0 person " + "A" * 65, "is not a name for a record"),
    ("seat 0 person Anna", "seat 0 Person Anna", "is not a kind of player"),
    ("tiles shuffled", "tiles stolen", "tiles are one of shuffled, scripted, given"),
    ("seed 3", "seed 03", "is not a whole number"),
    ("seed 3", "seed 18446744073709551616", "a seed is a whole number from 0 to"),
    ("seed 3", "seed 3\nsealed no", "sealed"),
    ("0 place 7F", "0 place 1A", "0 place 1A: the tile is not in this hand"),
    ("0 place 7F", "1 place 5F", "1 place 5F: it is another seat's decision"),
    ("0 place 7F", "0 buy Tower", "0 buy Tower: this is not what is being decided now"),
    ("0 place 7F", "place 7F", "in a record an action begins with its seat"),
    ("0 place 7F", "0  place 7F", "'0 place 7F' is due here, not '0  place 7F'"),
    ("0 place 7F", "0 place 5X", "'5X' is not a tile"),
    ("0 buy\n", "0 BUY\n", "'BUY' is not an action"),
    ("0 buy\n", "0 buy Sackson\n", "'Sackson' is not a chain or 'sell'"),
    ("over retired", "over stall", "'over retired' is due here, not 'over stall'"),
    ("over retired", "over quickly", "'over retired' is due here, not 'over quickly'"),
    ("result 1 0 6000", "result 1 0 6001", "'result 1 0 6000' is due here"),
    ("result 1 0 6000", "result 2 0 6000", "'result 1 0 6000' is due here"),
    ("over retired\n", "", "'over retired' is due here, not 'result 1 0 6000'"),
    ("1 retire\n", "1 retire\n1 retire\n", "1 retire: the game is over"),
])
def test_a_forged_line_is_named_with_the_reason(old: str, new: str, reason: str) -> None:
    text, line = forged(old, new)
    error = error_of(text)
    assert reason in error.reason, error
    assert error.line in ((line, line + 1) if "\n" in old + new else (line,)), error


def test_an_option_that_changes_nothing_or_comes_twice_is_refused() -> None:
    for new in ("option end_size 40\noption end_size 40", "option end_size 40\noption end_all_safe yes"):
        assert "is due here" in error_of(forged("option end_size 40", new)[0]).reason
    swapped = forged("option starting_tiles no\noption end_size 40", "option end_size 40\noption starting_tiles no")
    assert error_of(swapped[0]).line == 3


def test_other_rules_under_the_same_name_are_refused() -> None:
    rules = RULESETS["classic"].replace(end_size=40, starting_tiles=False).digest.hex()
    text, line = forged(rules, RULESETS["classic"].digest.hex())
    error = error_of(text)
    assert error.line == line
    assert "these are other rules" in error.reason


def test_options_that_do_not_go_together_are_refused() -> None:
    text = forged("option end_size 40", "option end_size 40\noption play4_mandatory yes")[0]
    assert "play4_mandatory needs special_powers" in error_of(text).reason
    four = random_record(RULESETS["classic"].replace(teams=True), 4, seed=1).text()
    three = resealed(four.replace("players 4", "players 3").replace("seat 3 ", "# "))
    assert "teams needs four players" in error_of(three).reason


def test_a_legal_game_with_other_digests_is_found_at_the_next_check_line() -> None:
    text = small_record().text()
    assert "* draw 0 7G\n" in text
    forged_text, line = forged("0 place 7F", "0 place 7G")
    error = error_of(forged_text)
    assert "the game stands otherwise here" in error.reason
    assert error.line is not None
    assert error.line > line
    assert forged_text.split("\n")[error.line - 1].startswith("= ")


def test_check_lines_stand_where_they_are_due_and_nowhere_else() -> None:
    lines = some_texts()[0].split("\n")[:-1]
    turn = next(at for at, line in enumerate(lines) if line.startswith("= ") and " turn " in line)
    without = resealed("".join(f"{line}\n" for line in lines[:turn] + lines[turn + 1:]))
    assert error_of(without).line == turn + 1
    assert "a check line is due here" in error_of(without).reason
    doubled = resealed("".join(f"{line}\n" for line in lines[:turn + 1] + lines[turn:]))
    assert error_of(doubled).line == turn + 2
    relabelled = resealed("".join(f"{line}\n" for line in lines).replace(" turn 2 ", " more 2 ", 1))
    assert "turn 2" in error_of(relabelled).reason


# --- hostile files ----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("data", [
    b"", b"\n", b"\x00", b"\xff\xfe", b"acquire record", b"acquire record 1", b"acquire record 2\n", b"acquire record 999999\n",
    b"ACQUIRE RECORD 1\n", b"\xef\xbb\xbfacquire record 1\n", b"acquire record 1\n", b"acquire record 1\n\n",
    b"acquire record 1\r\nruleset classic\r\n", b"PK\x03\x04", b"{}", b"= 0 start 0 0000000000000000 - 0000000000000000 0000\n",
    b"acquire record 1\n= 0 start 0 0000000000000000 - 0000000000000000 0000\n", b"acquire record 1\n" + b"= " * 300,
    b"acquire record 1\n" + b"x" * 256 + b"\n", b"acquire record 1\n" + b"= 1" + b"0" * 100_000,
    b"acquire record 1\nruleset \xff\n",
])
def test_what_is_no_record_is_refused_with_a_line(data: bytes) -> None:
    for tolerant in (False, True):
        with pytest.raises(RecordError) as refused:
            read_record(data, tolerate_truncation=tolerant)
        assert refused.value.line is not None
        assert refused.value.reason
        assert len(str(refused.value)) < 400


def test_a_file_of_another_format_or_with_other_newlines_is_refused_with_that_reason() -> None:
    assert "a record of format 2; this program reads format 1" in str(error_of("acquire record 2\n"))
    assert "CR LF" in str(error_of(small_record().text().replace("\n", "\r\n")))


def test_size_and_number_of_lines_are_bounded() -> None:
    text = small_record().text()
    for data in (text + "x" * MAX_BYTES, (text + "x" * MAX_BYTES).encode(), "é" * MAX_BYTES, b"\n" * (MAX_BYTES + 1)):
        assert error_of(data).line is None
        assert str(MAX_BYTES) in str(error_of(data))
    assert error_of("acquire record 1\n" + "\n" * (MAX_BYTES - 17)).line == MAX_LINES + 1


def test_the_largest_files_are_refused_quickly() -> None:
    head = small_record().text().split("0 place")[0]
    for tail in ("0 buy\n", "= 3 turn 1\n", "* draw 0 ??\n", "over stall\n", "0 dispose hold 1 sell 1 trade 1\n", "\u202e\n"):
        data = (head.encode() + tail.encode() * 200_000)[:MAX_BYTES]
        with pytest.raises(RecordError):
            read_record(data)
        sealed = resealed((head.encode() + tail.encode() * 20_000)[:400_000].decode(errors="ignore"))
        with pytest.raises(RecordError):
            read_record(sealed)


def test_text_that_is_no_unicode_is_refused() -> None:
    assert error_of("acquire record 1\nseat \ud800\n").line == 2
    name = small_record().text().encode().replace(b"Anna", b"An\xffa")
    assert error_of(name).line == 7
    lines = name.split(b"\n")
    header = next(at for at, line in enumerate(lines) if line.startswith(b"= "))
    assert error_of(b"\n".join(lines[:header])).line == header


def test_hidden_tiles_have_their_place_in_open_games_too() -> None:
    game = Game("classic", 2)
    for line in ("* start 0 8I", "* start 1 4I"):
        game.play(line)
    for seat in (1, 0):
        for _ in range(6):
            game.apply(DrawTile(seat, None))
    game.play("1 place 5E")
    record = read_record(game.record().text())
    assert record.game().snapshot() == game.snapshot()
    with pytest.raises(ValueError, match="only a sealed game has views"):
        record.view(0)


# --- files ------------------------------------------------------------------------------------------------------------

def test_a_file_is_loaded_and_a_large_one_is_not_read_to_its_end(tmp_path: Path) -> None:
    text = some_texts()[7]
    path = tmp_path / "game.acquire"
    path.write_bytes(text.encode())
    assert load_record(path) == read_record(text)
    path.write_bytes(text.encode()[:-40])
    with pytest.raises(RecordError, match="cut off"):
        load_record(str(path))
    assert load_record(path, tolerate_truncation=True).players == read_record(text).players
    with open(path, "wb") as file:
        file.truncate(1 << 26)
    with pytest.raises(RecordError, match=f"a file of more than {MAX_BYTES} bytes"):
        load_record(path)
    with pytest.raises(FileNotFoundError):
        load_record(tmp_path / "absent")
