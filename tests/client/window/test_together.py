"""Finding a table and sitting down at it: the list, the codes, a table of one's own."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from acquire_client.matches import near_tables
from acquire_client.matches.waiting_table import WaitingTable
from acquire_client.view_model.presets import presets_text
from acquire_client.view_model.table_presets import TABLE_PRESETS
from acquire_client.window.navigation import Navigation
from acquire_client.window.scenes import together
from acquire_client.window.scenes.lobby import LobbyScene
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.scenes.together import GONE_MS, LOOK_MS, TogetherScene
from acquire_client.window.widgets.button import Button
from acquire_core import RULESETS
from acquire_net import (
    IDENTITY_FILE,
    FoundTable,
    Host,
    Join,
    NetworkFinding,
    Resume,
    TableAddress,
    TableStage,
    events,
    fingerprint_text,
    own_identity,
    rules_lines,
)
from acquire_net.crypto.signing import fingerprint_of
from tests.support.evenings import ReportedEvening, lobby, member

from .driver import Window
from .online_screens import CODE, GivenTables, found_table

BEN, CLEO = found_table("Ben"), found_table("Cleo", taken=2, rules="tycoon-2023")
Seated = list[tuple[Host | Join | Resume, str]]


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> Seated:
    """Where the window sits down, instead of doing it."""
    found: Seated = []
    monkeypatch.setattr(Navigation, "sit_down_online", lambda self, how, name, typed="": found.append((how, name)))
    return found


@pytest.fixture
def near(window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Window]:
    """Return a window with these tables near it, shown from the title by its key."""
    def show(*tables: object, findings: list[NetworkFinding] | None = None, **settings: object) -> Window:
        monkeypatch.setattr(near_tables, "TableSearch", lambda on_change: GivenTables(tables))  # type: ignore[arg-type]
        monkeypatch.setattr(together, "diagnose", lambda: findings or [])
        sitting = window(**{"name": "Annabel", **settings})
        sitting.key("p")
        scene(sitting)._on_tables()
        sitting.turn()
        return sitting

    return show


def scene(sitting: Window) -> TogetherScene:
    assert isinstance(sitting.top, TogetherScene)
    return sitting.top


def press_enter_on(sitting: Window, row: str, left: FoundTable) -> None:
    """Press Enter on a row of the list just after all tables but one have left it."""
    top = scene(sitting)
    assert top.focus_manager.focus_on(row)
    top.search = GivenTables((left,))
    top._on_tables()
    sitting.key(pygame.K_RETURN)


def joined(seated: Seated) -> tuple[str, bytes | None, str]:
    (how, name), = seated
    assert isinstance(how, Join)
    return how.place.host, how.place.fingerprint, name


def test_a_click_on_a_table_sits_down_there(near: Callable[..., Window], seated: Seated) -> None:
    sitting = near(BEN, CLEO)
    sitting.click("table 2")
    assert joined(seated) == ("192.168.0.9", CLEO.fingerprint, "Annabel")


def test_a_number_key_sits_down_at_that_table(near: Callable[..., Window], seated: Seated) -> None:
    sitting = near(BEN, CLEO)
    sitting.top.focus_manager.focus = None  # letters and figures go to the name as long as it has the focus
    sitting.key("1")
    assert joined(seated)[1] == BEN.fingerprint


def test_keys_of_the_list_are_not_typed_into_a_name(near: Callable[..., Window], seated: Seated) -> None:
    """The list is empty at first; the key of a table that appears leads there."""
    sitting = near()
    scene = sitting.top
    assert isinstance(scene, TogetherScene)
    name = scene.name
    scene.search.tables = (BEN,)  # type: ignore[attr-defined]
    scene._on_tables()
    sitting.type("1")
    sitting.key("1")
    assert joined(seated)[1] == BEN.fingerprint and scene.name == name


def kind_of(sitting: Window, name: str) -> tuple[str, str]:
    button = sitting.widget(name)
    assert isinstance(button, Button)
    return button.kind, button.hint


def test_enter_joins_the_first_table_with_a_free_seat_as_its_button_says(near: Callable[..., Window], seated: Seated) -> None:
    sitting = near(found_table("Ann", taken=4), BEN, CLEO)
    sitting.now_ms += GONE_MS
    shown = {table.name: number for number, table in enumerate(scene(sitting).tables, 1)}
    assert kind_of(sitting, f"table {shown['Ben']}") == ("primary", "Enter") and kind_of(sitting, "host") == ("plain", "")
    assert kind_of(sitting, f"table {shown['Cleo']}") == ("plain", str(shown["Cleo"]))
    sitting.key(pygame.K_RETURN)
    assert joined(seated)[1] == BEN.fingerprint


def test_enter_does_nothing_for_a_moment_when_a_table_has_come(near: Callable[..., Window], seated: Seated) -> None:
    sitting = near()
    assert kind_of(sitting, "host") == ("primary", "Enter")
    scene(sitting).search = GivenTables((BEN,))
    scene(sitting)._on_tables()
    sitting.key(pygame.K_RETURN)
    assert not seated
    sitting.now_ms += GONE_MS
    sitting.key(pygame.K_RETURN)
    assert joined(seated)[1] == BEN.fingerprint


def test_enter_opens_a_table_where_none_is_free_or_something_was_chosen_for_it(near: Callable[..., Window],
                                                                               seated: Seated) -> None:
    sitting = near(found_table("Ann", taken=4), found_table("Dan", stage=TableStage.SHOWN))
    assert kind_of(sitting, "host") == ("primary", "Enter")
    sitting = near(BEN)
    scene(sitting)._set_seats(1)
    sitting.turn()
    assert kind_of(sitting, "host") == ("primary", "Enter") and kind_of(sitting, "table 1") == ("plain", "1")
    sitting.now_ms += GONE_MS
    sitting.key(pygame.K_RETURN)
    (how, name), = seated
    assert isinstance(how, Host) and name == "Annabel" and how.offer.places == 3


def test_enter_for_a_table_that_has_just_gone_opens_no_other_one(near: Callable[..., Window], seated: Seated) -> None:
    sitting = near(BEN, CLEO)
    press_enter_on(sitting, "table 1", left=CLEO)
    assert not seated
    assert sitting.app.notices.current is not None and "Ben" in sitting.app.notices.current.text
    sitting.now_ms += GONE_MS
    sitting.key(pygame.K_RETURN)
    assert joined(seated)[1] == CLEO.fingerprint


def test_the_focus_stays_with_its_table(near: Callable[..., Window], seated: Seated) -> None:
    sitting = near(BEN, CLEO)
    press_enter_on(sitting, "table 2", left=CLEO)
    assert joined(seated)[1] == CLEO.fingerprint


@pytest.mark.parametrize("typed", ["code", "lower", "split"])
def test_four_characters_pick_a_table_of_the_list(near: Callable[..., Window], seated: Seated, typed: str) -> None:
    sitting = near(BEN, CLEO)
    code = CLEO.table_code
    sitting.top.focus_manager.focus = "code"
    sitting.type({"code": code, "lower": code.lower(), "split": f"{code[:2]}-{code[2:]}"}[typed])
    sitting.key(pygame.K_RETURN)
    assert joined(seated)[1] == CLEO.fingerprint


def test_the_main_button_joins_as_soon_as_a_code_is_typed(near: Callable[..., Window], seated: Seated) -> None:
    sitting = near(BEN, CLEO)
    assert (sitting.widget("table 1").kind, sitting.widget("join").kind) == ("primary", "plain")  # type: ignore[attr-defined]
    sitting.top.focus_manager.focus = "code"
    sitting.type(CLEO.table_code)
    join = sitting.widget("join")
    assert (sitting.widget("host").kind, join.kind, join.hint) == ("plain", "primary", "Enter")  # type: ignore[attr-defined]
    sitting.top.focus_manager.focus = "seats"
    sitting.key(pygame.K_RETURN)
    assert joined(seated)[1] == CLEO.fingerprint, "wherever the focus is"


def test_enter_on_open_a_table_opens_one_although_a_code_is_typed(near: Callable[..., Window], seated: Seated) -> None:
    sitting = near(BEN, CLEO)
    sitting.top.focus_manager.focus = "code"
    sitting.type(CLEO.table_code)
    while sitting.top.focus_manager.focus != "host":
        sitting.key(pygame.K_TAB)
    sitting.key(pygame.K_RETURN)
    assert isinstance(seated[0][0], Host)


def test_a_code_that_two_tables_have_does_not_choose(near: Callable[..., Window], seated: Seated) -> None:
    sitting = near(BEN, found_table("Mallory", table_id=BEN.table_id))
    sitting.top.focus_manager.focus = "code"
    sitting.type(BEN.table_code)
    sitting.key(pygame.K_RETURN)
    assert not seated
    assert f"Several tables have the code {BEN.table_code}. Choose one in the list." in sitting.written()


@pytest.mark.parametrize(("typed", "said"), [
    ("K7QM", "No table with the code K7QM was found on this network."),
    (CODE[:-1] + "R", "This leads to no table: this join code does not fit its own check"),
    ("nobody at all", "This leads to no table: "),
])
def test_a_code_that_leads_nowhere_is_explained(near: Callable[..., Window], seated: Seated, typed: str, said: str) -> None:
    sitting = near(BEN)
    sitting.top.focus_manager.focus = "code"
    sitting.type(typed)
    sitting.key(pygame.K_RETURN)
    assert not seated and any(text.startswith(said) for text in sitting.written())
    spoken, = (node for node in sitting.top.accessible_content().parts if node.key == "complaint")
    assert spoken.name.startswith(said), "it is read out"
    sitting.now_ms += 60_000
    sitting.turn()
    assert any(text.startswith(said) for text in sitting.written()), "it stays while the code does"
    sitting.key(pygame.K_BACKSPACE)
    assert not any(text.startswith(said) for text in sitting.written())


@pytest.mark.parametrize(("typed", "said"), [
    ("zz9!q", "Zeichen 4, '!', kommt in Beitrittscodes nicht vor."),
    ("K7QMU", "Zeichen 5, 'U', kommt in Beitrittscodes nicht vor: vielleicht ist es ein V."),
    (CODE[:-1] + "R", "dieser Beitrittscode passt nicht zu seiner Prüfziffer"),
])
def test_in_german_a_wrong_code_is_explained_in_german(near: Callable[..., Window], typed: str, said: str) -> None:
    sitting = near(language="de")
    sitting.top.focus_manager.focus = "code"
    sitting.type(typed)
    sitting.key(pygame.K_RETURN)
    spoken, = (node for node in sitting.top.accessible_content().parts if node.key == "complaint")
    assert said in spoken.name


@pytest.mark.parametrize("typed", [CODE, "192.168.0.7:47108"])
def test_a_long_code_and_an_address_lead_to_a_table_anywhere(near: Callable[..., Window], seated: Seated, typed: str) -> None:
    sitting = near()
    sitting.top.focus_manager.focus = "code"
    sitting.type(typed)
    sitting.click("join")
    assert joined(seated)[0] == TableAddress.read(typed).host


def test_what_is_chosen_is_what_is_offered(near: Callable[..., Window], seated: Seated) -> None:
    sitting = near()
    for choice, times in (("seats", 2), ("edition", 1), ("clock", 2)):
        for _ in range(times):
            sitting.top.focus_manager.focus = choice
            sitting.key(pygame.K_RIGHT)
    sitting.click("host")
    (how, _), = seated
    assert isinstance(how, Host) and how.offer.places == 5
    assert dict(how.offer.options) == {"clock": "60", "bank": "3"} and "wikipedia-2008" in " ".join(how.offer.rules)


def test_own_rules_that_were_kept_are_offered_and_chosen_where_they_were_played_last(near: Callable[..., Window],
                                                                                   seated: Seated) -> None:
    own = RULESETS["classic"].replace(max_buy=4, teams=True)
    sitting = near(presets=presets_text([own]))
    for _ in range(len(RULESETS) + len(TABLE_PRESETS)):
        sitting.top.focus_manager.focus = "edition"
        sitting.key(pygame.K_RIGHT)
    assert "Own rules 1" in sitting.written() and "Shares a turn: 4" in sitting.widget("edition").tip
    sitting.click("host")
    (how, _), = seated
    assert isinstance(how, Host) and how.offer.rules == rules_lines(own) and how.offer.places == 4, "teams need four"
    again = near(presets=presets_text([own]), rules="classic", options="max_buy=4,teams=yes")
    again.click("host")
    how = seated[-1][0]
    assert isinstance(how, Host) and how.offer.rules == rules_lines(own)
    plain = near(rules="classic", options="max_buy=4,teams=yes")
    plain.click("host")
    how = seated[-1][0]
    assert isinstance(how, Host) and how.offer.rules == rules_lines(RULESETS["classic"]), "they have no name"


def test_the_name_is_kept_and_one_that_cannot_be_is_refused(near: Callable[..., Window], seated: Seated) -> None:
    sitting = near(name="")
    field = sitting.top.focus_manager
    field.focus = "name"
    sitting.key("a", pygame.KMOD_CTRL)
    sitting.key(pygame.K_BACKSPACE)
    sitting.key(pygame.K_RETURN)
    said = sitting.app.notices.texts
    assert not seated and any("This cannot be your name" in text for text in said), said
    sitting.type("Zoe")
    sitting.key(pygame.K_RETURN)
    assert seated[0][1] == "Zoe" and sitting.app.settings.name == "Zoe"


def test_news_of_tables_do_not_disturb_who_types(near: Callable[..., Window]) -> None:
    sitting = near(name="Anna")
    top = scene(sitting)
    top.focus_manager.focus = "name"

    def news() -> None:
        top.search = GivenTables((BEN, CLEO) if not top.tables else ())
        top._on_tables()

    for key in (pygame.K_HOME, pygame.K_RIGHT):
        sitting.key(key)
        news()
    sitting.type("l")
    assert top.name == "Alnna", "the cursor stays where it was"
    sitting.key("a", pygame.KMOD_CTRL)
    news()
    sitting.type("Zoe")
    assert top.name == "Zoe", "all of it is still chosen"
    top.name = "Zoe-Marie"
    news()
    sitting.type("!")
    assert top.name == "Zoe-Marie!", "where the text is another one, the cursor stands behind it"


def test_an_empty_list_is_explained_after_a_while(near: Callable[..., Window]) -> None:
    finding = NetworkFinding("beacon on eth0", False, "not heard", "a firewall", "eth0")
    sitting = near(findings=[finding])
    assert "Looking for tables on this network …" in sitting.written()
    sitting.now_ms += LOOK_MS + 1
    sitting.turn()
    assert sitting.app.workers.settle()
    sitting.turn()
    written = " ".join(sitting.written())
    assert "No table was found on this network." in written and "eth0" in written
    scene(sitting)._on_tables()
    assert sitting.top.focus_manager.widget_named("findings") is not None


def test_what_blocks_nothing_is_not_looked_for(near: Callable[..., Window]) -> None:
    sitting = near(BEN, findings=[NetworkFinding("mDNS", False, "does not start")])
    sitting.now_ms += 10 * LOOK_MS
    sitting.turn()
    assert scene(sitting).findings is None


def test_leaving_ends_the_search(near: Callable[..., Window]) -> None:
    sitting = near(BEN)
    search = scene(sitting).search
    sitting.key(pygame.K_ESCAPE)
    assert sitting.app.workers.settle() and search.is_closed  # type: ignore[attr-defined]


def test_a_new_table_comes_below_the_others(near: Callable[..., Window], seated: Seated) -> None:
    """A stranger chooses its name, and could put its table under the pointer of a person who clicks."""
    sitting = near(BEN)
    scene(sitting).search.tables = (BEN, found_table("Aaron"))  # type: ignore[attr-defined]
    scene(sitting)._on_tables()
    assert [table.name for table in scene(sitting).tables] == ["Ben", "Aaron"]
    sitting.click("table 1")
    assert joined(seated)[1] == BEN.fingerprint


# --- a table that does not answer ---

def on_the_way(window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> tuple[Window, ReportedEvening]:
    """Join a table by a code that was typed; nobody there answers yet."""
    monkeypatch.setattr(TogetherScene.__init__, "__defaults__", (lambda on_change: GivenTables((BEN,)),))
    sitting, table = window(), ReportedEvening()
    table.evening.place, table.evening.typed_code = TableAddress.read(CODE), CODE
    sitting.app.evening = table.evening
    sitting.app.replace(LobbyScene(sitting.app, table.evening))
    sitting.turn()
    return sitting, table


def test_a_table_that_cannot_be_reached_leads_back_to_its_code_with_the_reason(window: Callable[..., Window],
                                                                               monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, table = on_the_way(window, monkeypatch)
    stopped = events.PeerStopped("nobody can be reached at 192.0.2.1:9")
    table.report(stopped)
    sitting.app._on_evening(table.evening, stopped)
    sitting.turn()
    assert isinstance(sitting.top, TogetherScene) and sitting.top.code == CODE
    assert "Nobody can be reached at 192.0.2.1:9" in sitting.written() and sitting.app.evening is None
    assert sitting.top.focus_manager.focus == "code", "Enter tries it again and opens no table"


def test_giving_up_leads_back_to_the_code(window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, _ = on_the_way(window, monkeypatch)
    assert "This program connects to 192.168.0.7:47108." in sitting.written()
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, TogetherScene) and sitting.top.code == CODE and not sitting.top.complaint
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, TitleScene)


def test_a_table_that_has_answered_leads_to_the_title(window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, table = on_the_way(window, monkeypatch)
    stopped = events.PeerStopped("the disk is full")
    table.report(lobby(member(0, is_me=True)), stopped)
    sitting.app._on_evening(table.evening, stopped)
    sitting.turn()
    assert isinstance(sitting.top, TitleScene) and sitting.app.notices.texts == ["The disk is full"]


# --- the title, where a table waits ---

OTHERS = b"b" * 32, b"c" * 32
LOBBY_ID = b"the lobby of the table that waits"[:32]


def game_of_others(there: int) -> FoundTable:
    """Return the game as Ben announces it: so many of its seats are there."""
    found = found_table("Ben", stage=TableStage.PLAYING, taken=there, places=3, table_id=LOBBY_ID[:8])
    return replace(found, fingerprint=fingerprint_of(OTHERS[0]))


def test_the_title_says_who_is_at_the_table_that_waits(window: Callable[..., Window]) -> None:
    sitting, near = window(), GivenTables()
    sitting.app.replace(TitleScene(sitting.app, lambda on_change: near))
    sitting.turn()
    title = sitting.top
    assert isinstance(title, TitleScene) and title.search is None, "nobody looks for a table as long as none waits"
    title._offer_return(WaitingTable(Path("1.acqlog"), ("Ben", "Cleo"), 21, ("Ben",), False, LOBBY_ID, OTHERS))
    for there, said in ((0, "it waits for Ben"), (1, "1 of 2 are there"), (2, "everyone is there"), (0, "it waits for Ben")):
        near.tables = (game_of_others(there),) if there else ()
        title._on_tables()
        sitting.turn()
        assert f"with Ben and Cleo · turn 21 · {said}" in " ".join(sitting.written())
    sitting.key("p")
    assert not near.is_closed, "the title lies below the list of tables"
    sitting.app.leave_all()
    assert sitting.app.workers.settle() and near.is_closed


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
def test_large_text_leaves_room_for_who_waits(window: Callable[..., Window], size: tuple[int, int]) -> None:
    sitting = window(scale=2.0, width=size[0], height=size[1])
    title = sitting.top
    assert isinstance(title, TitleScene)
    title._offer_return(WaitingTable(Path("1.acqlog"), ("Ben", "Cleo"), 21, ("Ben",)))
    sitting.turn()
    assert "with Ben and Cleo · turn 21 · it waits for Ben" in sitting.written()
    last = sitting.widget("quit").box
    assert last.h >= 28 and last.bottom <= title.places.foot.y


def test_a_title_that_was_left_meanwhile_looks_for_nobody(window: Callable[..., Window]) -> None:
    sitting = window()
    title = TitleScene(sitting.app, lambda on_change: pytest.fail("it looks"))
    title.on_leave()
    title._offer_return(WaitingTable(Path("1.acqlog"), ("Ben",), 21, ("Ben",), False, LOBBY_ID, OTHERS[:1]))
    assert title.waiting_table is None


def test_the_page_says_as_whom_the_others_see_this_player(near: Callable[..., Window]) -> None:
    sitting = near()
    sitting.app.workers.settle()
    sitting.turn()
    key = fingerprint_text(own_identity(sitting.app.folders.data / IDENTITY_FILE).fingerprint)
    assert scene(sitting).own_fingerprint == key[:9] and f"Your key: {key[:9]}" in sitting.written()
    scene(sitting)._set_name("Ida")
    sitting.turn()
    assert "Ida" in sitting.written()
    assert [node.name for node in scene(sitting).accessible_parts()] == [f"The others see you as Ida. Your key: {key[:9]}"]


def test_a_key_that_cannot_be_used_is_not_shown(near: Callable[..., Window]) -> None:
    sitting = near()
    sitting.app.workers.settle()
    (sitting.app.folders.data / IDENTITY_FILE).write_text("nonsense")
    sitting.key(pygame.K_ESCAPE)
    sitting.key("p")
    sitting.app.workers.settle()
    sitting.turn()
    assert not scene(sitting).own_fingerprint
    assert "Annabel" in sitting.written()


def test_enter_waits_for_a_table_that_has_come_after_a_long_quiet(near: Callable[..., Window], seated: Seated) -> None:
    """The window sleeps until something happens, so the moment is that of the picture in which the table appears."""
    sitting = near(BEN)
    scene(sitting).search = GivenTables((CLEO,))
    sitting.now_ms += 10 * GONE_MS
    sitting.app.workers.post(scene(sitting)._on_tables)
    sitting.turn()
    sitting.key(pygame.K_RETURN)
    assert not seated
    sitting.now_ms += GONE_MS
    sitting.key(pygame.K_RETURN)
    assert joined(seated)[1] == CLEO.fingerprint
