"""The rating table as arithmetic: each game once, people by keys, and what ties, teams, lies and two results come to."""

import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from acquire_client.tools.ladder import TWO_RESULTS, Ladder, make_ladder
from acquire_client.tools.ladder_cache import FIRST_LINE, MAX_CACHE_BYTES, CacheError, LadderCache, own_secret
from acquire_client.tools.ladder_files import FileFinding, FileVerdict, SeatFinding, game_files, judge, placed, refused
from acquire_client.tools.ladder_page import ladder_page
from acquire_core.rating import plackett_luce
from tests.client.command_line import SEATS, played

ANN, BEN, CLEO, DAN = (f"key:{letter * 64}" for letter in "abcd")
NAMES = {ANN: "Ann", BEN: "Ben", CLEO: "Cleo", DAN: "Dan"}


def game(number: int, ranks: dict[str, int], *, teams: bool = False, cheats: tuple[int, ...] = (),
         **changes: object) -> FileFinding:
    """Return what the journal of a game proves, players in the order of their seats."""
    seats = tuple(SeatFinding(who, NAMES.get(who, "Computer")) for who in ranks)
    finding = FileFinding(FileVerdict.FINISHED, "", True, f"game {number}", f"moves {number}", "classic", seats)
    sides = {seat: (rank, 1000 * (10 - rank)) for seat, rank in enumerate(ranks.values())}
    return replace(placed(finding, dict(list(sides.items())[:2]) if teams else sides, cheats), **changes)  # type: ignore[arg-type]


def ladder_of(*findings: FileFinding) -> Ladder:
    return make_ladder((Path(f"{number}.acqlog"), finding) for number, finding in enumerate(findings))


def test_players_stand_in_the_order_of_their_ratings_which_are_those_of_the_arena() -> None:
    games = [game(number, {ANN: 1, BEN: 2, CLEO: 3} if number % 3 else {CLEO: 1, BEN: 2, ANN: 3}) for number in range(12)]
    ladder = ladder_of(*games)
    assert [row.who for row in ladder.players] == [ANN, BEN, CLEO]
    known = plackett_luce(each.finishing_order for each in ladder.games)
    assert {row.who: row.rating.points for row in ladder.players} == pytest.approx(known)
    ann = ladder.players[0]
    assert (ann.games, ann.wins, ann.even_share, ann.mean_place) == (12, 8, pytest.approx(1 / 3), pytest.approx(20 / 12))
    assert ann.rating.low < ann.rating.points < ann.rating.high and ann.interval[0] < 8 / 12 < ann.interval[1]


def test_one_game_in_several_journals_counts_once() -> None:
    one = game(1, {ANN: 1, BEN: 2})
    cut = replace(one, verdict=FileVerdict.UNFINISHED, reason="it was cut off", ranks=(), dollars=(), sides=())
    ladder = ladder_of(one, one, cut)
    assert len(ladder.games) == 1 and ladder.players[0].games == 1 and ladder.repeated == 2 and ladder.unfinished == []


def test_the_record_of_a_game_that_a_journal_proves_adds_nothing() -> None:
    record = replace(game(1, {"name:Ann": 1, "name:Ben": 2}), is_journal=False, game="moves 1")
    assert [row.who for row in ladder_of(record).players] == ["name:Ann", "name:Ben"]
    ladder = ladder_of(game(1, {ANN: 1, BEN: 2}), record)
    assert [row.who for row in ladder.players] == [ANN, BEN] and ladder.repeated == 1


def test_two_results_of_one_table_count_neither() -> None:
    ladder = ladder_of(game(1, {ANN: 1, BEN: 2}), game(1, {ANN: 2, BEN: 1}, moves="other moves"), game(2, {ANN: 1, BEN: 2}))
    assert [note.reason for note in ladder.refused] == [TWO_RESULTS, TWO_RESULTS] and len(ladder.games) == 1


def test_a_name_that_another_person_has_taken_changes_nothing() -> None:
    false_ann = replace(game(2, {BEN: 2, CLEO: 1}), seats=(SeatFinding(BEN, "Ann"), SeatFinding(CLEO, "Cleo")))
    rows = {row.who: row for row in ladder_of(game(1, {ANN: 1, BEN: 2}), game(3, {ANN: 1, BEN: 2}), false_ann).players}
    assert rows[ANN].games == 2 and rows[BEN].games == 3
    assert rows[BEN].name == "Ben" and rows[BEN].other_names == ["Ann"]


def test_a_shared_first_place_is_half_a_win_each() -> None:
    ladder = ladder_of(game(1, {ANN: 1, BEN: 1, CLEO: 3}))
    wins = {row.who: row.wins for row in ladder.players}
    assert wins == {ANN: 0.5, BEN: 0.5, CLEO: 0} and ladder.players[0].rating == ladder.players[1].rating
    pair = ladder.between(BEN, ANN)
    assert pair is not None and (pair.level, pair.first_ahead, pair.second_ahead) == (1, 0, 0)


def test_partners_share_their_place_and_are_no_opponents() -> None:
    ladder = ladder_of(game(1, {ANN: 1, BEN: 2, CLEO: 0, DAN: 0}, teams=True))
    assert {row.who: (row.wins, row.places) for row in ladder.players} == {
        ANN: (0.5, 1), CLEO: (0.5, 1), BEN: (0, 2), DAN: (0, 2)}
    assert ladder.between(ANN, CLEO) is None and ladder.between(BEN, DAN) is None
    pair = ladder.between(BEN, CLEO)
    assert pair is not None and (pair.first_ahead, pair.second_ahead) == (0, 1)


def test_a_convicted_player_comes_last_whatever_the_result_says() -> None:
    assert game(1, {ANN: 1, BEN: 2, CLEO: 3}, cheats=(0,)).ranks == (3, 1, 2)
    assert game(1, {ANN: 1, BEN: 2, CLEO: 0, DAN: 0}, teams=True, cheats=(2,)).ranks == (2, 1, 2, 1)


def test_a_lie_that_only_one_journal_proves_counts() -> None:
    ladder = ladder_of(game(1, {ANN: 1, BEN: 2}), game(1, {ANN: 1, BEN: 2}, cheats=(0,)))
    assert [row.who for row in ladder.players] == [BEN, ANN]


def test_two_seats_of_one_level_are_rated_as_one_and_do_not_meet() -> None:
    ladder = ladder_of(game(1, {ANN: 1, "level:club": 2}), replace(
        game(2, {ANN: 1, BEN: 2, CLEO: 3}), seats=(SeatFinding(ANN, "Ann"), *(SeatFinding("level:club", "Bot"),) * 2)))
    club = next(row for row in ladder.players if row.who == "level:club")
    assert club.games == 3 and club.title == "Level 3, Club" and club.level == 3 and list(ladder.pairs) == [(ANN, "level:club")]


def test_seats_are_counted_by_the_size_of_the_table() -> None:
    ladder = ladder_of(game(1, {ANN: 1, BEN: 2}), game(2, {BEN: 2, ANN: 1}), game(3, {ANN: 3, BEN: 1, CLEO: 2}))
    assert [(row.players, row.seat, row.games, row.wins) for row in ladder.seats] == [
        (2, 0, 2, 1), (2, 1, 2, 1), (3, 0, 1, 0), (3, 1, 1, 1), (3, 2, 1, 0)]


def test_what_is_refused_or_not_over_counts_nothing() -> None:
    ladder = ladder_of(refused("forged", True), FileFinding(FileVerdict.UNFINISHED, "not over", True, "x"))
    assert ladder.games == [] and ladder.players == [] and ladder.seats == []
    assert [note.reason for note in ladder.refused] == ["forged"] and [note.reason for note in ladder.unfinished] == ["not over"]


# --- records ----------------------------------------------------------------------------------------------------------

def test_a_record_is_played_again_and_its_computer_players_go_by_level() -> None:
    finished = played()
    finding = judge(finished.record([("Ada", "person"), ("Bo", "bot-strong-builder"), ("Cy", "program")]).text().encode())
    assert finding.verdict is FileVerdict.FINISHED
    assert [seat.who for seat in finding.seats] == ["name:Ada", "level:strong", "program:Cy"]
    assert {(rank, seat, money) for seat, (rank, money) in enumerate(zip(finding.ranks, finding.dollars, strict=True))} == {
        *finished.standings()}


def test_a_changed_or_unfinished_record_counts_nothing() -> None:
    text = played().record(SEATS).text()
    assert judge(text.replace("place", "plaqe", 1).encode()).verdict is FileVerdict.REFUSED
    assert judge(text[:len(text) // 2].encode()).verdict is FileVerdict.REFUSED
    begun = played().record(SEATS)
    unfinished = judge(replace(begun, actions=begun.actions[:40]).text().encode())
    assert unfinished.verdict is FileVerdict.UNFINISHED and "not over" in unfinished.reason


@pytest.mark.parametrize("data", [b"", b"acquire journal 3\n", b"acquire record 1\n", b"acquire journal 2\n\0\0", b"\x00" * 99,
                                  b"acquire journal 3\n" + b"\xff" * 4000])
def test_what_is_not_a_game_is_refused_with_a_reason(data: bytes) -> None:
    finding = judge(data)
    assert finding.verdict is FileVerdict.REFUSED and finding.reason and "cannot be verified" not in finding.reason


def test_files_are_found_below_the_folder_and_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    import os

    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "renamed.txt").write_bytes(b"acquire journal 3\n")
    (tmp_path / "a" / "notes.txt").write_text("acquire")
    (tmp_path / "empty.acqlog").touch()
    (tmp_path / "gone.acqlog").symlink_to(tmp_path / "nowhere")
    (tmp_path / "round").symlink_to(tmp_path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.acqlog")
    found = game_files(tmp_path)
    assert {path.name for path in found.paths} == {"renamed.txt", "empty.acqlog"} and found.others >= 1
    assert {path.name for path, _ in found.unreadable} >= {"gone.acqlog"} and len(found.unreadable) <= 2
    assert game_files(tmp_path, max_files=1).are_too_many


# --- the cache --------------------------------------------------------------------------------------------------------

SECRET = bytes(range(32))


def written_cache(path: Path, secret: bytes = SECRET, version: str = "1") -> FileFinding:
    cache = LadderCache(path, secret, version)
    assert cache.open_for_writing()
    finding = game(1, {ANN: 1, BEN: 2}, cheats=(1,))
    cache.add("d" * 64, finding)
    cache.add("e" * 64, refused("forged\n\N{SNOWMAN}", True))
    cache.close()
    return finding


def test_findings_come_back_as_they_were(tmp_path: Path) -> None:
    finding = written_cache(tmp_path / "cache")
    cache = LadderCache(tmp_path / "cache", SECRET, "1")
    assert len(cache) == 2 and cache.get("d" * 64) == finding and cache.get("f" * 64) is None and cache.foreign_lines == 0


@pytest.mark.parametrize(("secret", "version"), [(bytes(32), "1"), (SECRET, "2")])
def test_the_cache_of_another_installation_or_version_is_worth_nothing(tmp_path: Path, secret: bytes, version: str) -> None:
    written_cache(tmp_path / "cache", secret, version)
    cache = LadderCache(tmp_path / "cache", SECRET, "1")
    assert len(cache) == 0 and cache.foreign_lines == 2
    assert cache.open_for_writing()
    cache.close()
    assert (tmp_path / "cache").read_bytes() == FIRST_LINE, "what cannot be trusted goes"


def test_a_changed_line_is_not_used_and_a_torn_one_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "cache"
    written_cache(path)
    first, good, other = path.read_bytes().splitlines(keepends=True)
    changed = good.replace(b'"ranks":[1,2]', b'"ranks":[2,1]')
    assert changed != good
    path.write_bytes(first + changed + b"\xff\xfe\n" + b"x" * 40_000 + b"\n" + other[:50])
    cache = LadderCache(path, SECRET, "1")
    assert len(cache) == 0 and cache.foreign_lines >= 4
    path.write_bytes(first + good + other[:50])
    cache = LadderCache(path, SECRET, "1")
    assert len(cache) == 1 and cache.open_for_writing()
    cache.add("e" * 64, refused("forged"))
    cache.close()
    assert len(LadderCache(path, SECRET, "1")) == 2


def test_a_line_under_another_digest_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "cache"
    written_cache(path)
    path.write_bytes(path.read_bytes().replace(b"d" * 64, b"c" * 64))
    assert LadderCache(path, SECRET, "1").get("c" * 64) is None


def test_another_file_is_not_taken_for_a_cache_and_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann\n")
    with pytest.raises(CacheError, match="name another file"):
        LadderCache(path, SECRET, "1")
    assert path.read_text() == "Dear Ann\n"
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(MAX_CACHE_BYTES + 1)
    with pytest.raises(CacheError, match="delete it"):
        LadderCache(large, SECRET, "1")
    with pytest.raises(CacheError, match="not a file"):
        LadderCache(tmp_path, SECRET, "1")


def test_two_programs_do_not_write_one_cache(tmp_path: Path) -> None:
    first, second = (LadderCache(tmp_path / "cache", SECRET, "1") for _ in range(2))
    assert first.open_for_writing() and not second.open_for_writing()
    second.add("a" * 64, refused("forged"))
    first.close()
    second.close()
    assert len(LadderCache(tmp_path / "cache", SECRET, "1")) == 0


def test_the_secret_is_made_once_and_is_the_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "ladder.key"
    secret = own_secret(path)
    assert len(secret) == 32 and own_secret(path) == secret and path.stat().st_mode & 0o077 == 0
    path.write_bytes(b"short")
    assert len(own_secret(path)) == 32


# --- the page ---------------------------------------------------------------------------------------------------------

class Tags(HTMLParser):
    """Which elements a page has, whether each is closed, and what it would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.loads: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.loads += [name for name, _ in attributes if name in ("src", "href", "srcset", "data") or name.startswith("on")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_the_page_stands_alone_and_hostile_names_are_text_in_it() -> None:
    name = "<script>alert('x')</script>\u202eAnn"
    hostile = replace(game(1, {ANN: 1, BEN: 2}), seats=(SeatFinding(ANN, name), SeatFinding(BEN, "Ben & Co")))
    ladder = ladder_of(hostile, game(2, {ANN: 1, CLEO: 2, "level:club": 3}))
    page = ladder_page(ladder, ladder.players, [("a<b>.acqlog", "it is 'forged' & <i>bad</i>")], [("c", "not over")], "<club>")
    tags = Tags()
    tags.feed(page)
    assert tags.open == [] and tags.loads == [] and "script" not in tags.seen and "i" in tags.seen
    words = "".join(tags.text)
    assert "<script>alert('x')</script>\\u202eAnn" in words and "Ben & Co" in words and "\u202e" not in page
    assert "a<b>.acqlog" in words and "it is 'forged' & <i>bad</i>" in words and "url(" not in page and "@import" not in page
    assert "default-src 'none'" in page


def test_a_page_without_a_game_says_so() -> None:
    page = ladder_page(ladder_of(), [], [], [], "club")
    assert "No game counts yet." in page and "<table" not in page


def test_values_of_the_cache_are_plain_json(tmp_path: Path) -> None:
    written_cache(tmp_path / "cache")
    for line in (tmp_path / "cache").read_text("ascii").splitlines()[1:]:
        assert json.loads(line.split(" ", 2)[2])["verdict"] in ("finished", "refused")
