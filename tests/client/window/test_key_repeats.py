"""A key that is held down acts again only where it moves, erases or counts."""

import pygame
import pytest

from acquire_client.window.widgets.key_repeats import KeyRepeats


def key(kind: int, which: int) -> pygame.event.Event:
    return pygame.event.Event(kind, key=which, mod=0, unicode="", scancode=0)


def presses(repeats: KeyRepeats, *events: pygame.event.Event) -> list[int]:
    return [event.key for event in repeats.without_repeats(events) if event.type == pygame.KEYDOWN]


@pytest.mark.parametrize(("which", "times"), [(pygame.K_RETURN, 1), (pygame.K_TAB, 1), (pygame.K_1, 1), (pygame.K_p, 1),
                                             (pygame.K_LEFT, 3), (pygame.K_BACKSPACE, 3), (pygame.K_PLUS, 3)])
def test_a_held_key_acts_once_unless_it_moves_erases_or_counts(which: int, times: int) -> None:
    repeats = KeyRepeats()
    down = key(pygame.KEYDOWN, which)
    assert presses(repeats, down, down) + presses(repeats, down) == [which] * times


def test_each_press_of_a_key_counts() -> None:
    repeats = KeyRepeats()
    down, up = key(pygame.KEYDOWN, pygame.K_RETURN), key(pygame.KEYUP, pygame.K_RETURN)
    assert presses(repeats, down, up, down, down, up) + presses(repeats, down) == [pygame.K_RETURN] * 3


def test_two_keys_at_once_both_count() -> None:
    one, other = key(pygame.KEYDOWN, pygame.K_a), key(pygame.KEYDOWN, pygame.K_b)
    assert presses(KeyRepeats(), one, other, one, other) == [pygame.K_a, pygame.K_b]


def test_a_key_that_went_up_elsewhere_counts_again() -> None:
    """A window that loses the focus does not see the key go up."""
    repeats = KeyRepeats()
    down = key(pygame.KEYDOWN, pygame.K_RETURN)
    lost = pygame.event.Event(pygame.WINDOWFOCUSLOST)
    assert presses(repeats, down, lost, down) == [pygame.K_RETURN] * 2
