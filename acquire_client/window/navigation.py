"""The way from scene to scene: the one module that knows them all, by the register in `scenes` and by the port `network`.

Scenes ask the shell to show another scene, and the shell is a `Navigation`. So scenes do not import each other, and a new one is
a method here and a line in the protocol `Shell`.
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from acquire_client.files.log_file import start_log
from acquire_client.files.puzzle_book import own_puzzles, shipped_puzzles
from acquire_client.files.puzzle_scores import PuzzleScoresFile
from acquire_client.files.saves import RecordFolder, SaveError
from acquire_client.files.unfinished_games import ClaimedGame, UnfinishedGames
from acquire_client.language import message
from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.match import Match
from acquire_client.matches.players import BOT_NAMES, SeatsError
from acquire_client.matches.puzzle_match import PuzzleMatch
from acquire_client.view_model.puzzles import ANY, OWN, next_puzzle
from acquire_client.view_model.ready_games import person_name
from acquire_client.view_model.wording import text_in
from acquire_client.view_model.words import TableNames, capitalised, printable
from acquire_client.window import network, scenes
from acquire_client.window.controller.autosave import Autosave
from acquire_client.window.scenes.scene import DialogAnswer, FunctionKey, Scene, SealedStep, Shell
from acquire_client.window.table_view.motion import BOARD_IN_MS
from acquire_core import Ruleset
from acquire_core.puzzles import Puzzle, PuzzleError
from acquire_core.record import Record

if TYPE_CHECKING:
    from acquire_client.matches.evening import TablePeer
    from acquire_client.view_model.trouble_pages import TroubleStory
    from acquire_client.window.controller.game_review import GameReview
    from acquire_client.window.controller.journal_check import JournalCheck
    from acquire_client.window.scenes.table import TableScene
    from acquire_client.window.widgets.lines import ListLine

GOODBYE_S = 6.0
"""How long to wait for the peers of tables that were left, all of them together: they may help others to complete their logs."""
COMPUTER_LOOK_S, COMPUTER_LOOKS = 0.5, 20
"""Between two looks whether a closed window has ended its computer players, and how often: longer than it waits for them."""


class Navigation(Shell):
    """The part of the shell that constructs scenes; the stack that they lie in is the window's."""

    now_ms: int
    scenes: list[Scene]
    _last_level = "casual"
    """The level of the computer player that was added last."""
    evening: network.Evening | None = None
    """The table over the network to which this program belongs now."""
    computers: network.ComputerPlayers | None = None
    """The computer players that this program has brought to tables."""
    waiting: network.Evening | None = None
    """The table at which this program waits for the next game while the person watches this one."""
    _has_announced_next_game = False
    is_kiosk = False
    """True if this is a television that shows tables and takes no orders."""
    stopping: list[TablePeer]
    """Peers of tables that were left, which may still say goodbye; those that have ended go when the next one comes."""

    def push(self, scene: Scene) -> None:
        """Put a scene on top of the others."""
        raise NotImplementedError

    def replace(self, scene: Scene) -> None:
        """Put a scene in the place of all that are there."""
        raise NotImplementedError

    def leave_all(self) -> None:
        """Take all scenes away."""
        raise NotImplementedError

    def begin_fade(self, length_ms: int) -> None:
        """Let what is shown now give way slowly to what follows. Nothing waits for it."""
        raise NotImplementedError

    def leave_safely(self, leave: Callable[[], None]) -> None:
        """Leave all scenes by `leave`, unless one of them holds a game that would be lost: that one asks first."""
        if not any(scene.asks_before_loss(leave) for scene in reversed(self.scenes)):
            leave()

    # --- in the place of all scenes ---

    def show_menu(self) -> None:
        self.leave_safely(self._show_title_scene)

    def _show_title_scene(self) -> None:
        self.leave_all()  # before the title looks for a game that was interrupted
        self.end_evening()
        self.push(scenes.TitleScene(self))

    def show_first_scene(self, is_first_start: bool) -> None:
        """Show the title; the first time with the questions of a first start over it."""
        self.show_menu()
        if is_first_start:
            self.push(scenes.FirstStart(self))

    def play(self, match: Match, folder: RecordFolder | None = None) -> None:
        self.leave_safely(lambda: self._sit_down_at(match, folder))

    def _sit_down_at(self, match: Match, folder: RecordFolder | None, game: ClaimedGame | None = None) -> None:
        table = scenes.TableScene if match.people else scenes.WatchComputersScene
        self.sit_down(table(self, match, Autosave(self, folder or RecordFolder(self.records), game)))

    def continue_game(self, path: Path) -> None:
        self.leave_safely(lambda: self._continue_claimed(path))

    def _continue_claimed(self, path: Path) -> None:
        game: ClaimedGame | None = None
        try:
            claimed = UnfinishedGames(self.records).claim(path)
            if claimed is None:
                self.show_notice(self.translate("This game is open in another window, or it is over."))
                return
            game, record = claimed
            match = LocalMatch.resume(record)
        except (SaveError, MatchError, SeatsError) as error:
            if game is not None:
                game.release()
            self.show_notice(error.in_language(self.words), bad=True)
            return
        self._sit_down_at(match, None, game)

    def sit_down(self, table: TableScene) -> None:
        if not table.is_over_network:
            self.end_evening()
        self.replace(table)
        table.now_ms = self.now_ms
        table.update(self.now_ms)  # the next key of the same batch is for the seat that is asked now

    def show_tutorial(self) -> None:
        self.leave_safely(lambda: self.sit_down(scenes.TutorialScene(self)))

    def show_puzzles(self) -> None:
        if isinstance(self.scenes[-1], scenes.TitleScene):
            self.push(scenes.PuzzlesPage(self))
        else:
            self.leave_safely(self._go_back_to_puzzles)

    def _go_back_to_puzzles(self) -> None:
        self._show_title_scene()
        self.push(scenes.PuzzlesPage(self))

    def play_puzzle(self, puzzle: Puzzle, day: datetime.date | None = None, theme: str = ANY) -> None:
        person = person_name(self.settings.name, self.settings.seats, self.translate("Player"))
        try:
            match = PuzzleMatch(puzzle, person)
        except PuzzleError as wrong:
            self.show_notice(self.translate("This puzzle cannot be set up: {why}.", why=wrong), bad=True)
            return
        self.leave_safely(lambda: self.sit_down(scenes.PuzzleScene(self, match, day, theme)))

    def play_next_puzzle(self, theme: str, after: Puzzle | None = None) -> None:
        puzzles = own_puzzles(self.folders.data) if theme == OWN else shipped_puzzles()
        puzzle = next_puzzle(puzzles, theme, PuzzleScoresFile(self.folders.data).load().answered, after)
        if puzzle is not None:
            self.play_puzzle(puzzle, theme=theme)

    # --- a table over the network ---

    def sit_down_online(self, how: network.Host | network.Join | network.Resume, name: str, typed: str = "") -> None:
        self.end_evening()
        try:
            relay = self.settings.relay if self.settings.uses_relay else ""
            friends_only = self.settings.friends_only and isinstance(how, network.Host)
            config = network.own_peer_config(self.folders, name, relay=relay, friends_only=friends_only)
        except network.IdentityError as trouble:
            self.show_notice(text_in(self.words, str(trouble)), bad=True)
            return
        start_log(self.folders)
        evening = network.Evening(lambda on_event: network.Peer(config, how, on_event), self.workers.post)
        evening.run_job = self.workers.start
        evening.place, evening.typed_code = how.place if isinstance(how, network.Join) else None, typed
        self.evening = evening
        evening.friends_only, evening.relay = friends_only, relay
        evening.listeners.append(lambda event: self._on_evening(evening, event))
        self.replace(scenes.LobbyScene(self, evening))

        def begin(_: object) -> None:
            if evening is self.evening:
                evening.start()

        # The peer of the table that was left may still hold its port, and the journal to which this one returns.
        self.workers.start(self.wait_for_goodbyes, begin)
        if isinstance(how, network.Resume):
            self.own_computers().keep_running()
            self._return_computers(evening, how.journal.name)

    def _return_computers(self, evening: network.Evening, journal: str, looks: int = COMPUTER_LOOKS) -> None:
        """Let the computer players of this table return. Those that a closed window still runs are ended by it: look again."""
        has_some_elsewhere = self.own_computers().has_some_elsewhere(journal)
        self.own_computers().return_missing(journal)

        def look_again(_: object) -> None:
            if evening is self.evening:
                self._return_computers(evening, journal, looks - 1)

        if has_some_elsewhere and looks:
            self.workers.start(lambda: time.sleep(COMPUTER_LOOK_S), look_again)

    def watch_online(self, place: network.TableAddress, name: str = "") -> None:
        start_log(self.folders)
        evening = network.Evening(lambda on_event: network.Spectator(place, on_event), self.workers.post)
        evening.watches = True
        self.waiting, self.evening = self.evening, evening
        self._has_announced_next_game = False
        evening.listeners.append(lambda event: self._on_evening(evening, event))
        if not self.is_kiosk:
            self.push(scenes.WatchWait(self, evening, printable(name)))
        evening.start()

    def stop_watching(self) -> bool:
        self._end_watching()
        if isinstance(self.scenes[-1], scenes.WatchWait):
            self.pop()
        elif self.is_kiosk:
            self.show_kiosk(scenes.AGAIN_MS)
        elif self.evening is not None:
            self.show_lobby()
        else:
            self._show_title_scene()
        return self.evening is not None

    def show_kiosk(self, pause_ms: int = 0) -> None:
        """Show tables on a television from now on; the first game is chosen after a pause."""
        self.is_kiosk = True
        self.replace(scenes.KioskScene(self, pause_ms))

    def _end_watching(self) -> None:
        """Let the program that watches end. The table at which this one waits meanwhile is the one to which it belongs again."""
        watched, self.evening, self.waiting = self.evening, self.waiting, None
        self._stop_peer(watched)

    def _on_waiting(self, evening: network.Evening, event: network.events.PeerEvent) -> None:
        """Take news of the table at which this program waits for the next game while the person watches."""
        match event:
            case network.events.Begun():
                self._end_watching()  # the person has a seat in this one
            case network.events.PeerStopped():
                self.waiting = None
            case network.events.LobbySnapshot() if (evening.stage is network.EveningStage.LOBBY and evening.game_runs is None
                                                    and not self._has_announced_next_game):
                self._has_announced_next_game = True
                self.show_notice(self.translate("The next game gathers at this table: stop watching to take part."))

    def _on_evening(self, evening: network.Evening, event: network.events.PeerEvent) -> None:
        """Show the scene to which the table has come, and tell the news."""
        if evening is self.waiting:
            self._on_waiting(evening, event)
        if evening is not self.evening:
            return
        story = None if self.is_kiosk else network.trouble_story(event, evening, self.words)
        news = network.news_text(event, evening, self.words) if story is None else None
        if news is not None and not self._is_shown_anyway(event, evening):
            self.show_notice(news[0], bad=news[1])
        if isinstance(event, network.events.Played) and event.asked and evening.stand_in is None:
            self.ask_for_attention(self.translate("It is your turn."))
        match event:
            case network.events.Begun(seat=seat, resumed=resumed):
                if resumed or seat is None:
                    self.show_online_table()
                else:
                    self.replace(scenes.SetupScene(self, evening))
            case network.events.Regroup():
                pages = [scene for scene in self.scenes if isinstance(scene, scenes.TroublePage)]
                self.show_lobby()
                for page in pages:  # which may say why
                    self.push(page)
            case network.events.SeatLost(seat) if evening.match is not None and seat == evening.match.seat:
                if evening.match.game.turn:  # before, the lobby follows
                    self._show_title_scene()
                    if story is None and news is not None:
                        self._show_that_it_is_out(evening, news[0])
            case network.events.PeerStopped(text):
                if evening.watches:
                    self.stop_watching()
                else:
                    self.evening = None
                    self._release_computers(evening)
                    self._show_title_scene()
                if text and story is None:
                    sentence = capitalised(text_in(self.words, text))
                    if evening.never_arrived:
                        self.show_together(evening.typed_code, sentence)
                    else:
                        self.show_notice(sentence, bad=True)
        if story is not None:
            self.show_trouble(evening, story)

    def show_trouble(self, evening: network.Evening, story: TroubleStory) -> None:
        """Show a page of trouble at the table of this evening, which may be left by now."""
        seat, match = story.without, evening.match
        name = "" if seat is None or match is None else match.names.seat(seat)

        def go_on() -> None:
            if story.votes and seat is not None:
                evening.vote_without(seat, True)

        self.push(scenes.TroublePage(self, story, name, go_on, self.leave_table if evening is self.evening else None))

    def _show_that_it_is_out(self, evening: network.Evening, why: str) -> None:
        """Say why the others play on without the person here, and where the rest of the game can be watched."""
        texts = [why, self.translate("Your tiles are back in the bag.")]
        answers = [DialogAnswer(message("Close"), kind="primary")]
        if evening.begun is not None and dict(evening.begun.options).get("spectators") != "no":
            texts.append(self.translate("You can watch the rest of the game: it is in the list of tables."))
            answers.insert(0, DialogAnswer(message("Play together"), self.show_together))
        self.show_dialog(message("You are out of the game"), lambda: " ".join(texts), tuple(answers), lambda key: None)

    def _is_shown_anyway(self, event: network.events.PeerEvent, evening: network.Evening) -> bool:
        """Return True for a line of a chat that is on the screen, and for what ends the game for the person here."""
        if isinstance(event, network.events.SeatLost) and evening.match is not None and event.seat == evening.match.seat:
            return bool(evening.match.game.turn)
        top = self.scenes[-1] if self.scenes else None
        shows_it = isinstance(top, scenes.LobbyScene) or (isinstance(top, scenes.OnlineTableScene) and top.shows_chat)
        return isinstance(event, network.events.Said) and shows_it

    def show_online_table(self) -> None:
        evening = self.evening
        if evening is not None and evening.match is not None:
            watched = scenes.KioskTableScene if self.is_kiosk else scenes.WatchTableScene
            is_set_up = isinstance(self.scenes[-1], scenes.SetupScene) if self.scenes else False
            self.sit_down((watched if evening.match.seat is None else scenes.OnlineTableScene)(self, evening))
            if is_set_up:
                self.begin_fade(BOARD_IN_MS)

    def show_lobby(self) -> None:
        if self.evening is not None:
            self.replace(scenes.LobbyScene(self, self.evening))

    def leave_table(self) -> None:
        left = self.evening
        self._show_title_scene()
        if left is not None and left.never_arrived:
            self.show_together(left.typed_code)

    def end_evening(self) -> None:
        """Let the peer end in good order, in its own thread; its computer players too, unless others play on with them."""
        evenings = self.evening, self.waiting
        self.evening = self.waiting = None
        for evening in evenings:
            self._stop_peer(evening)

    def _stop_peer(self, evening: network.Evening | None) -> None:
        if evening is not None and not evening.watches:
            self._release_computers(evening)
        if evening is not None and evening.is_started and evening.stage is not network.EveningStage.STOPPED:
            evening.peer.stop()
            self.stopping = [*(each for each in self.stopping if not each.wait_until_stopped(0)), evening.peer]

    def is_on_top(self, scene: Scene) -> bool:
        return bool(self.scenes) and self.scenes[-1] is scene

    def _release_computers(self, evening: network.Evening) -> None:
        """Let the own computer players leave this table; those that are in a game finish it, for the others and for a return."""
        if self.computers is None:
            return
        plays = evening.stage in (network.EveningStage.PLAYING, network.EveningStage.STOPPED)
        if evening.match is not None and plays and evening.ended is None:
            self.computers.finish_games()
        else:
            self.computers.dismiss_all()

    def close_computers(self) -> None:
        """End the computer players with this program."""
        if self.computers is not None:
            self.computers.close()

    # --- computer players at a table over the network ---

    def own_computers(self) -> network.ComputerPlayers:
        """Return the computer players of this program. Raises IdentityError."""
        if self.computers is None:
            mark = network.fingerprint_text(network.identity_of(self.folders).fingerprint)
            self.computers = network.ComputerPlayers(self.folders, mark, lambda player, why: self.workers.post(
                lambda: self._on_computer_stopped(player.name, why)))
        return self.computers

    def _on_computer_stopped(self, name: str, why: str) -> None:
        self.show_notice(self.translate("The computer player {name} has stopped: {why}.", name=name,
                                        why=text_in(self.words, why).removesuffix(".")), bad=True)
        for scene in self.scenes:
            if isinstance(scene, scenes.LobbyScene):
                scene.on_restyle()  # its seat is free again

    def show_add_computer(self, evening: network.Evening) -> None:
        lobby = evening.lobby
        taken = {*(each.name for each in lobby.members), *self.coming_computers(lobby)} if lobby is not None else set()
        name = next((each for each in (*BOT_NAMES, "Gus", "Hal") if each not in taken), "")
        self.push(scenes.AddComputerPage(self, name, self._last_level,
                                         lambda name, level: self.add_computer(evening, name, level)))

    def add_computer(self, evening: network.Evening, name: str, level: str) -> None:
        """Start a computer player and let it sit down at the table of this evening."""
        if evening.listening is None:
            return
        self._last_level = level
        try:
            own = network.identity_of(self.folders)
            place = network.TableAddress("127.0.0.1", evening.listening.port, own.fingerprint).code()
            player = self.own_computers().add_player(name, level, place)
        except (network.ComputerPlayerError, network.IdentityError) as trouble:
            self.show_notice(self.translate("The computer player cannot come: {why}.", why=text_in(self.words, str(trouble))),
                             bad=True)
            return
        evening.peer.accept_player(player.identity)  # a table for friends lets it in
        self.scenes[-1].on_restyle()

    def is_own_computer(self, identity: bytes) -> bool:
        return self.computers is not None and self.computers.player_of(identity) is not None

    def coming_computers(self, lobby: network.events.LobbySnapshot) -> tuple[str, ...]:
        there = [each.identity for each in lobby.members]
        return () if self.computers is None else tuple(each.name for each in self.computers.on_the_way(there))

    def remove_computer(self, identity: bytes) -> None:
        player = self.computers.player_of(identity) if self.computers is not None else None
        if player is not None and self.computers is not None:
            self.computers.dismiss_player(player)

    def show_table_options(self, evening: network.Evening) -> None:
        self.push(scenes.TableOptionsPage(self, evening))

    def show_qr(self, code: str) -> None:
        self.push(scenes.QrPage(self, code))

    def wait_for_goodbyes(self) -> None:
        ends_s = time.monotonic() + GOODBYE_S
        for peer in tuple(self.stopping):
            peer.wait_until_stopped(max(0.0, ends_s - time.monotonic()))

    # --- on top of the others ---

    def show_new_game(self) -> None:
        self.push(scenes.GameCards(self))

    def show_custom_game(self) -> None:
        self.push(scenes.NewGameScene(self))

    def show_editions(self, edition: str, choose: Callable[[str], None]) -> None:
        self.push(scenes.EditionCards(self, edition, choose))

    def show_house_rules(self, ruleset: Ruleset, change: Callable[[Ruleset], None]) -> None:
        self.push(scenes.HouseRules(self, ruleset, change))

    def show_together(self, typed: str = "", complaint: str = "") -> None:
        scene = scenes.TogetherScene(self)
        scene.code, scene.complaint = typed, complaint
        self.push(scene)
        if typed:
            scene.ready()
            scene.focus_manager.focus = "code"
        if complaint:
            self.play_sound("error")

    def show_over_days(self, offer: network.Offer, found: Callable[[network.Offer], None]) -> None:
        self.push(scenes.OverDaysPage(self, offer, found))

    def show_days(self, options: tuple[network.OptionLine, ...]) -> None:
        self.push(scenes.DaysPage(self, options))

    def show_waiting_tables(self, tables: Sequence[network.WaitingTable]) -> None:
        self.push(scenes.WaitingTablesPage(self, tables))

    def show_seats(self, evening: network.Evening) -> None:
        self.push(scenes.SeatsPage(self, evening))

    def show_letters(self, evening: network.Evening, path: Path | None = None) -> None:
        page = scenes.LettersPage(self, evening)
        self.push(page)
        if path is not None:
            page.read_file(path)

    def show_saved_games(self) -> None:
        self.push(scenes.SavedGamesPage(self))

    def show_settings(self) -> None:
        self.push(scenes.SettingsPage(self))

    def show_help(self, ruleset: Ruleset) -> None:
        self.push(scenes.HelpPage(self, ruleset))

    def show_prices(self, ruleset: Ruleset, sizes: Mapping[str, int]) -> None:
        self.push(scenes.PricesPage(self, ruleset, sizes))

    def show_lines(self, title: str, lines: Sequence[str | ListLine]) -> None:
        self.push(scenes.LinesPage(self, title, lines))

    def show_chart(self, record: Record, names: TableNames) -> None:
        self.push(scenes.ChartPage(self, record, names))

    def show_replay(self, record: Record, save: Callable[[], None] | None = None, own: Sequence[int] | None = None) -> None:
        self.push(scenes.ReplayScene(self, record, save, own=own))

    def show_review(self, record: Record, save: Callable[[], None] | None = None, review: GameReview | None = None,
                    own: Sequence[int] | None = None) -> None:
        scene = scenes.ReplayScene(self, record, save, review, own)
        scene.open_review()
        self.push(scene)

    def show_result(self, match: Match, again: Callable[[], None], save: Callable[[], None], function_key: FunctionKey) -> None:
        self.push(scenes.GameOver(self, match, again, save, function_key))

    def show_online_result(self, evening: network.Evening, again: Callable[[], None], save: Callable[[], None],
                           function_key: FunctionKey, keep: Callable[[Record], None]) -> None:
        self.push(scenes.OnlineGameOver(self, evening, again, save, function_key, keep))

    def show_certificate(self, evening: network.Evening, check: JournalCheck | None) -> None:
        self.push(scenes.CertificatePage(self, evening, check))

    def show_kiosk_result(self, match: Match) -> None:
        self.push(scenes.KioskResult(self, match))

    def hand_over(self, name: str, since: Callable[[], Sequence[str]], sit: Callable[[], None], function_key: FunctionKey,
                  step: SealedStep | None = None) -> None:
        self.push(scenes.HandOver(self, name, since, sit, function_key, step))

    def show_statistics(self) -> None:
        self.push(scenes.StatisticsPage(self))

    def ask_where_to_save(self, save: Callable[[Path], Path], then: Callable[[], None]) -> None:
        self.push(scenes.SaveElsewhere(self, save, then))

    def show_dialog(self, title: str, text: Callable[[], str], answers: tuple[DialogAnswer, ...],
                    function_key: FunctionKey, holds: Callable[[], bool] = lambda: True) -> None:
        self.push(scenes.Dialog(self, title, text, answers, function_key, holds))
