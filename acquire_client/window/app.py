"""The window: the stack of scenes, the loop of events, and the surface that everything is drawn on.

The loop naps until something happens: an event, a finished piece of work, or the moment that a scene has named. It draws only
when something has changed. Scenes see the window through `Shell` (scenes/scene.py).
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace

import pygame

from acquire_client.commands.end_signals import ended_by_signals
from acquire_client.files.folders import Folders, folders
from acquire_client.files.settings import ANIMATIONS, KioskSettings, Settings, SettingsFile
from acquire_client.language import Words
from acquire_client.theme import look_with
from acquire_client.window import network, scenes
from acquire_client.window.assets.fonts import Fonts
from acquire_client.window.assets.painter import Painter
from acquire_client.window.assets.shapes import window_icon
from acquire_client.window.attention import mark_taskbar, notify_desktop
from acquire_client.window.layout.box import SMALLEST, Box
from acquire_client.window.layout.scale import fitting_unit
from acquire_client.window.navigation import Navigation
from acquire_client.window.notices import NoticeQueue, WindowNotice
from acquire_client.window.scenes.scene import Scene
from acquire_client.window.screen_reader.adapter import NEEDS_HIDDEN_WINDOW, open_adapter
from acquire_client.window.screen_reader.reader import ScreenReader
from acquire_client.window.sdl import BLIND_DRIVERS, chosen_driver, prepare
from acquire_client.window.sound import Sounds
from acquire_client.window.table_view.motion import DIALOG_IN_MS, DIALOG_OUT_MS, FRAME_MS, Fade
from acquire_client.window.widgets.drawn import draw_tip
from acquire_client.window.widgets.key_repeats import KeyRepeats
from acquire_client.window.widgets.notice_strip import draw_notice
from acquire_client.workers import Workers

NO_DISPLAY = 2
NAP_S, SHORT_NAP_S = 0.02, 0.004
"""How long the loop sleeps between two looks at the events: usually, and while a person is busy with the window. SDL's own wait
looks every millisecond: 2 to 4 % of a core."""
BUSY_MS = 3000
"""So long after a key or a click a person counts as busy: the next one often follows."""
TITLE = "Acquire"
BLINK_MS = 800
BLINKING = "●"

# What says that nobody can see the window, and that it is seen again.
_HIDING = (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
_SHOWING = (pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWMAXIMIZED, pygame.WINDOWEXPOSED, pygame.WINDOWFOCUSGAINED)
# What says that the picture on the screen may be spoiled.
_EXPOSING = (pygame.VIDEOEXPOSE, pygame.VIDEORESIZE, pygame.ACTIVEEVENT)


class NoDisplayError(Exception):
    """There is nothing to show a window on; the message is for people."""


class App(Navigation):
    """One window. `run` returns when the last scene has gone."""

    def __init__(self, file: SettingsFile, places: Folders) -> None:
        self.file = file
        self.settings = file.load()
        self.folders, self.records = places, places.records
        self.stopping = []
        self.words = Words(self.settings.language)
        self.sounds = Sounds(self.settings.volume, self.settings.turn_volume)
        self.scenes: list[Scene] = []
        self.now_ms = _now_ms()
        self.drawn = 0
        """Pictures drawn so far."""
        self._fonts = Fonts()
        self.notices = NoticeQueue()
        self._fade: tuple[Fade, pygame.Surface] | None = None
        """How far the last picture has gone, and that picture, while a dialog comes or goes."""
        self._tip: tuple[str, Box] | None = None
        """The tooltip that is shown."""
        self._asked_on_closing: Scene | None = None
        """The question that stands since the window was to be closed."""
        self.is_hand = False
        """Whether the pointer is a hand now."""
        self._text_box: Box | None = None
        """The field that text is typed into."""
        self._dirty = True
        self._title = self._asked_for = ""
        self._focused = self._is_seen = True
        self._has_asked_for_attention = False
        """True from a notification until the window has the focus again: one is enough."""
        self.reader: ScreenReader | None = None
        """None without the extra that gives the window to a screen reader."""
        self._pressed_ms = -BUSY_MS
        """When a key or a button of the mouse was pressed last."""
        self._had_input = False
        """Whether anything but a motion of the mouse was handled since the last picture."""
        self._open()
        self._woken = threading.Event()
        self.workers = Workers(self._woken.set)
        self.sounds.start = self.workers.start
        if file.complaint is not None:
            self.show_notice(file.complaint.in_language(self.words), bad=True)

    # --- the window itself ---

    def _open(self) -> None:
        prepare(self.settings.video, keep_window=NEEDS_HIDDEN_WINDOW)
        try:
            pygame.display.init()
            pygame.font.init()
        except pygame.error as error:
            raise NoDisplayError(str(error)) from None
        driver = pygame.display.get_driver()
        if driver in BLIND_DRIVERS and chosen_driver() != driver:
            pygame.display.quit()
            raise NoDisplayError(f"SDL found only its driver '{driver}'")
        try:
            pygame.display.set_icon(window_icon())
            if NEEDS_HIDDEN_WINDOW and self.settings.video != "accelerated":
                pygame.display.set_mode(self._wanted_size(), pygame.RESIZABLE | pygame.HIDDEN)
                self._open_reader(driver)
            self._set_mode()
            if not NEEDS_HIDDEN_WINDOW:
                self._open_reader(driver)
        except pygame.error as error:
            raise NoDisplayError(str(error)) from None
        pygame.key.set_repeat(350, 40)
        pygame.key.stop_text_input()
        self.set_title("")

    def _open_reader(self, driver: str) -> None:
        adapter = None if driver in BLIND_DRIVERS else open_adapter(pygame.display.get_wm_info().get("window"))
        self.reader = None if adapter is None else ScreenReader(adapter)

    def _set_mode(self) -> None:
        if self.settings.fullscreen:
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            pygame.display.set_mode(self._wanted_size(), pygame.RESIZABLE)
        self._measure_window()

    def _wanted_size(self) -> tuple[int, int]:
        """Return the size of the settings, or that of the largest screen where it is smaller: buttons would lie outside."""
        w, h = self.settings.width, self.settings.height
        if pygame.display.get_driver() in BLIND_DRIVERS:
            return w, h
        screens = pygame.display.get_desktop_sizes()
        return min(w, max(screen[0] for screen in screens)), min(h, max(screen[1] for screen in screens))

    def _measure_window(self) -> None:
        """Find the size that scenes are laid out for. A window below the smallest size shows a shrunk picture."""
        self._screen = pygame.display.get_surface()
        w, h = self._screen.get_size()
        self._shrunk = max(1.0, SMALLEST[0] / max(1, w), SMALLEST[1] / max(1, h))
        self.size = (round(w * self._shrunk), round(h * self._shrunk))
        self._canvas = self._screen if self._shrunk == 1.0 else pygame.Surface(self.size).convert()
        self._painter = Painter(self._canvas, look_with(self.settings.look, self.settings.palette),
                                fitting_unit(*self.size, self.settings.scale), self._fonts, self.settings.labels)
        self._fade, self._dirty = None, True

    @property
    def painter(self) -> Painter:
        return self._painter

    def resize_window(self, w: int, h: int) -> None:
        """Take another size, as if a person had dragged the edge of the window."""
        self.settings = replace(self.settings, width=w, height=h, fullscreen=False)
        self._set_mode()

    # --- what scenes may ask for ---

    def translate(self, text: str, **values: object) -> str:
        return self.words.translate(text, **values)

    def push(self, scene: Scene) -> None:
        if scene.overlay:
            self.begin_fade(DIALOG_IN_MS)
        self.scenes.append(scene)
        self._dirty = True

    def begin_fade(self, length_ms: int) -> None:
        factor = ANIMATIONS[self.settings.animation]
        if factor and self.drawn:
            self._fade = Fade(self.now_ms, length_ms * factor), self._canvas.copy()

    def replace(self, scene: Scene) -> None:
        self.leave_all()
        self.scenes = [scene]
        self._dirty = True

    def leave_all(self) -> None:
        """Take all scenes away, the topmost first. One that fails is gone too, so that those below it are left by the next call;
        one in which Ctrl+C or a signal came is left again, for it may have kept nothing yet."""
        self._fade = None
        while self.scenes:
            try:
                self.scenes[-1].on_leave()
            except Exception:
                self.scenes.pop()
                raise
            self.scenes.pop()

    def pop(self) -> None:
        if self.scenes:
            if self.scenes[-1].overlay:
                self.begin_fade(DIALOG_OUT_MS)
            self.scenes.pop().on_leave()
        if self.scenes:
            self.scenes[-1].now_ms = self.now_ms  # it stood still below, and what was answered above it happens now
            self.scenes[-1].on_return()
        self._dirty = True

    def change_settings(self, settings: Settings) -> None:
        before, self.settings = self.settings, settings
        self.words = Words(settings.language)
        self.sounds.volume, self.sounds.turn_volume = settings.volume, settings.turn_volume
        if settings.fullscreen != before.fullscreen:
            self._set_mode()
        self._measure_window()
        for scene in self.scenes:
            scene.on_restyle()
        if not self.file.save(settings) and self.file.complaint is not None:
            self.show_notice(self.file.complaint.in_language(self.words), bad=True)

    def play_sound(self, name: str) -> None:
        self.sounds.play(name)

    def show_notice(self, text: str, bad: bool = False) -> None:
        self.notices.add(WindowNotice(text, bad), self.now_ms)
        self._dirty = True

    def ask_for_attention(self, text: str) -> None:
        if self._focused or self._has_asked_for_attention or not self.settings.notifies:
            return
        self._has_asked_for_attention = True
        driver = pygame.display.get_driver()
        if driver in BLIND_DRIVERS:
            return
        mark_taskbar(pygame.display.get_wm_info().get("window", 0), driver)
        self.workers.start(lambda: notify_desktop(TITLE, text), lambda _: None)

    def set_title(self, title: str) -> None:
        self._asked_for = title
        self._show_title()

    def _show_title(self) -> None:
        """Show the title, which blinks while a person is asked and looks at another window."""
        wanted = self._wanted_title
        if self._is_blinking and self.now_ms // BLINK_MS % 2:
            wanted = f"{BLINKING} {wanted}"
        if wanted != self._title:
            self._title = wanted
            pygame.display.set_caption(wanted)

    @property
    def _wanted_title(self) -> str:
        shown = self._shown_title or self._asked_for
        return f"{shown} - {TITLE}" if shown else TITLE

    @property
    def _shown_title(self) -> str:
        """Return what the scene that fills the window is called there, also while something lies over it."""
        return next((scene.window_title() for scene in reversed(self.scenes) if not scene.overlay), "")

    @property
    def _is_blinking(self) -> bool:
        return bool(self._asked_for) and not self._focused

    def quit(self) -> None:
        self.leave_all()

    # --- the loop ---

    def run(self) -> None:
        repeats = KeyRepeats()
        if self.scenes:
            self.run_once(())
            self.workers.start(_load_the_rest, lambda _: None)
        while self.scenes:
            self.run_once(repeats.without_repeats(self._wait_for_events()))
        self._remember_size()
        self.take_away()
        self.workers.close()

    def take_away(self) -> None:
        """Take the window from the screen, when all that a person could lose is on the disk.

        What still has to end in good order, computer players and the peers of tables that were left, ends behind it, and nobody
        looks at a window that stands still.
        """
        self.reader = None  # before its window goes
        pygame.display.quit()

    def _wait_for_events(self) -> list[pygame.event.Event]:
        """Return what has happened, after waiting for it as long as nothing is to be drawn."""
        if self._dirty and self._is_seen:
            return list(pygame.event.get())
        waits = [self.scenes[-1].wait_ms(self.now_ms), self.scenes[-1].focus_manager.tip_due_ms(self.now_ms),
                 *(scene.wait_behind_ms(self.now_ms) for scene in self._scenes_seen[:-1])]
        if self.notices.due_ms is not None:
            waits.append(self.notices.due_ms - self.now_ms)
        if self._fade is not None:
            waits.append(FRAME_MS)
        if self._is_blinking:
            waits.append(BLINK_MS - self.now_ms % BLINK_MS)
        if self.reader is not None:
            waits.append(self.reader.due_ms(self.now_ms))
        due = min((self.now_ms + wait for wait in waits if wait is not None), default=None)
        while True:
            events = list(pygame.event.get())
            is_due = due is not None and _now_ms() >= due
            if events or self._woken.wait(self._nap_s(due)) or is_due or (self.reader is not None and self.reader.has_news):
                self._woken.clear()
                return events

    def _nap_s(self, due_ms: int | None) -> float:
        """Return how long to sleep until the next look at the events: not beyond the moment at which a picture is due."""
        now_ms = _now_ms()
        nap_s = SHORT_NAP_S if now_ms - self._pressed_ms < BUSY_MS else NAP_S
        return nap_s if due_ms is None else min(nap_s, max(0.001, (due_ms - now_ms) / 1000))

    def run_once(self, events: Sequence[pygame.event.Event], now_ms: int | None = None) -> None:
        """Go once round the loop: handle events, take results, let time pass, draw if something has changed."""
        self.now_ms = _now_ms() if now_ms is None else now_ms
        for event in events:
            if not self.scenes:
                return
            self._handle_event(event)
        self._do_reader_requests()
        for scene in self._scenes_seen if self.scenes else ():
            scene.now_ms = self.now_ms  # a result that comes after a long sleep comes now
        if self.workers.deliver_results():
            self._dirty = True
        if not self.scenes:
            return
        self._show_title()
        for scene in self._scenes_seen[:-1]:
            scene.now_ms = self.now_ms
            if scene.update_behind(self.now_ms):
                self._dirty = True
        top = self.scenes[-1]
        top.now_ms = self.now_ms
        if top.update(self.now_ms) or top.focus_manager.due_tip(self.now_ms) != self._tip:
            self._dirty = True
        if self.notices.advance(self.now_ms):
            self._dirty = True
        if self._fade is not None:
            self._dirty = True
        if self._dirty and self._is_seen and self.scenes:
            self.draw()
            pygame.display.flip()
        self._show_cursor()
        self._take_text()
        self._show_to_reader()

    # --- the screen reader ---

    def _do_reader_requests(self) -> None:
        """Do what the screen reader asks for, as if by the keyboard."""
        if self.reader is None or not self.reader.has_news:
            return
        for request in self.reader.take_requests():
            if self.scenes:
                self._fade = None
                self.scenes[-1].now_ms = self.now_ms
                self.scenes[-1].act_for_reader(request.node, request.action, request.value)
        self._dirty = self._had_input = True

    def _note_picture(self) -> None:
        """Let the screen reader know of a picture that may show something new."""
        if self.reader is not None:
            top, manager = self.scenes[-1], self.scenes[-1].focus_manager
            self.reader.note_picture((top, manager.widgets, manager.focus, top.written, self.notices.current), self._had_input)
            self._had_input = False

    def _show_to_reader(self) -> None:
        if self.reader is None or not self.scenes or self.reader.due_ms(self.now_ms) != 0:
            return
        top, notice = self.scenes[-1], self.notices.current
        spoken = None if notice is None else (notice.text, notice.bad)
        self.reader.show(top, top.accessible_content(), self._wanted_title, spoken, self._shrunk, self.now_ms)

    def _show_cursor(self) -> None:
        """Show a hand over what can be pressed in the scene on top, and an arrow elsewhere."""
        is_hand = bool(self.scenes) and self.scenes[-1].focus_manager.can_press_here()
        if is_hand != self.is_hand:
            self.is_hand = is_hand
            with suppress(pygame.error):  # some drivers have no cursors
                pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_HAND if is_hand else pygame.SYSTEM_CURSOR_ARROW)

    def _take_text(self) -> None:
        """Let the system send text, and place its list of candidates, while a field of the scene on top has the focus.

        Scenes below have focus managers too, and build their widgets anew while they play on. So they must not decide it.
        """
        box = self.scenes[-1].focus_manager.text_box if self.scenes else None
        if box == self._text_box:
            return
        self._text_box = box
        if box is None:
            pygame.key.stop_text_input()
        else:
            pygame.key.start_text_input()
            pygame.key.set_text_input_rect(pygame.Rect([round(part / self._shrunk) for part in box]))

    def _handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self._close_window()
            return
        self._had_input = self._had_input or event.type != pygame.MOUSEMOTION
        if event.type in _HIDING or event.type in _SHOWING:
            self._is_seen = event.type in _SHOWING
            self._dirty = True
        if event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
            self._focused = event.type == pygame.WINDOWFOCUSGAINED
            self._has_asked_for_attention = self._has_asked_for_attention and not self._focused
            if self.reader is not None:
                self.reader.show_focus(self._focused)
            return
        if event.type == pygame.WINDOWMOVED and self.reader is not None:
            self.reader.show_place(Box(event.x, event.y, *self._screen.get_size()))
        if event.type in _EXPOSING:
            self._measure_window()
            return
        if self._shrunk != 1.0 and hasattr(event, "pos"):
            values = {**event.dict, "pos": tuple(round(at * self._shrunk) for at in event.pos)}
            event = pygame.event.Event(event.type, values)
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.change_settings(replace(self.settings, fullscreen=not self.settings.fullscreen))
            return
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._fade, self._pressed_ms = None, self.now_ms
        top = self.scenes[-1]
        top.now_ms = self.now_ms
        if top.handle_event(event) or event.type not in (pygame.MOUSEMOTION, pygame.KEYUP):
            self._dirty = True

    def _close_window(self) -> None:
        """Quit, unless a game would be lost by that: then its scene asks. Closing the window once more is an answer too."""
        top = self.scenes[-1]
        if top is self._asked_on_closing:
            self.quit()
            return
        self.leave_safely(self.quit)
        self._asked_on_closing = self.scenes[-1] if self.scenes else None

    @property
    def _scenes_seen(self) -> list[Scene]:
        """Return the topmost scene that covers the window, and those that lie over it."""
        first = max(number for number, scene in enumerate(self.scenes) if number == 0 or not scene.overlay)
        return self.scenes[first:]

    def prepare_picture(self) -> list[Scene]:
        """Count a picture, lay out its scenes and find its tooltip. Return the scenes, the one that covers the window first."""
        self._dirty = False
        self.drawn += 1
        shown = self._scenes_seen
        for scene in shown:
            scene.ready()
        self._tip = self.scenes[-1].focus_manager.due_tip(self.now_ms)
        return shown

    def draw(self) -> None:
        """Draw the whole picture, from the topmost scene that covers the window upwards."""
        for scene in self.prepare_picture():
            if scene is self.scenes[-1] and self.reader is not None and self.reader.is_active:
                self._painter.note_texts()
            scene.draw(scene.painter, scene is self.scenes[-1])
        self._note_picture()
        self._draw_fade()
        window = Box(0, 0, *self.size)
        if self._tip is not None:
            draw_tip(self._painter, *self._tip, window, self.scenes[-1].tip_free_boxes())
        notice = self.notices.current
        if notice is not None:
            pressable = [widget.box for widget in self.scenes[-1].focus_manager.widgets if not widget.gives_way]
            draw_notice(self._painter, window, pressable, notice.text, notice.bad)
        if self._canvas is not self._screen:
            pygame.transform.smoothscale(self._canvas, self._screen.get_size(), self._screen)

    def _draw_fade(self) -> None:
        if self._fade is None:
            return
        fade, before = self._fade
        gone = fade.share_gone(self.now_ms)
        if gone < 1:
            before.set_alpha(round(255 * (1 - gone)))
            self._canvas.blit(before, (0, 0))
        else:
            self._fade = None

    def _remember_size(self) -> None:
        if not self.settings.fullscreen and self._shrunk == 1.0:
            self.settings = replace(self.settings, width=self.size[0], height=self.size[1])
            self.file.save(self.settings)


def _load_the_rest() -> None:
    """Import what the first picture did without, before anybody asks for it."""
    scenes.load_all()
    network.load_all()


def _now_ms() -> int:
    """Return the time; pygame's own clock stands still until the whole of pygame is initialised, sound and all."""
    return round(time.monotonic() * 1000)


def open_window(kiosk: bool = False) -> int:
    """Show the window until it is closed; the exit code. With `kiosk` it shows the tables near here on a television."""
    places = folders()
    try:
        app = App((KioskSettings if kiosk else SettingsFile)(places.config), places)
    except NoDisplayError as error:
        print(f"acquire: there is no display: {error}. Try 'acquire text', which needs none.", file=sys.stderr)
        return NO_DISPLAY
    if kiosk:
        app.show_kiosk()
    else:
        app.show_first_scene(app.file.is_missing)
    with ended_by_signals(), ExitStack() as ending:
        # From the last to the first, and each also where the one before it fails or Ctrl+C or the system has ended the window: a
        # game that goes on is kept, and the others at a table hear a goodbye.
        for step in (pygame.quit, app.wait_for_goodbyes, app.close_computers, app.end_evening, app.take_away, app.leave_all):
            ending.callback(step)
        app.run()
    return 0
