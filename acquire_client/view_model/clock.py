"""What screens say of a clock: how much is left for a decision and in the bank, and what happens at zero."""

from __future__ import annotations

from acquire_client.language import ENGLISH, Words
from acquire_client.view_model.moves import move_text
from acquire_core.actions import Action


def minutes_text(ms: int) -> str:
    """Return a time as minutes and seconds; what is not used up is never shown as zero.

    >>> minutes_text(42_000), minutes_text(41_001), minutes_text(180_000), minutes_text(0)
    ('0:42', '0:42', '3:00', '0:00')
    """
    seconds = -(-max(0, ms) // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def own_clock(decision_ms: int, bank_ms: int, runs: bool = True, words: Words = ENGLISH) -> str:
    """Return what a person reads at their own question.

    >>> own_clock(40_000, 180_000)
    '0:40 left, then your bank of 3:00.'
    """
    left, bank = minutes_text(decision_ms), minutes_text(bank_ms)
    if decision_ms and bank_ms:
        text = words.translate("{left} left, then your bank of {bank}.", left=left, bank=bank)
    elif decision_ms:
        text = words.translate("{left} left. Your bank is empty; at zero your program answers.", left=left)
    elif bank_ms:
        text = words.translate("Your bank is running: {bank} left.", bank=bank)
    else:
        return words.translate("Your time is up: your program answers.")
    return text if runs else words.translate("{clock} The clock stands still.", clock=text)


def other_clock(name: str, decision_ms: int, bank_ms: int, runs: bool = True, words: Words = ENGLISH) -> str:
    """Return what the others read of a seat that decides.

    >>> other_clock("Bob", 42_000, 180_000)
    'Waiting for Bob: 0:42, then a bank of 3:00.'
    """
    left, bank = minutes_text(decision_ms), minutes_text(bank_ms)
    if decision_ms and bank_ms:
        text = words.translate("Waiting for {name}: {left}, then a bank of {bank}.", name=name, left=left, bank=bank)
    elif decision_ms:
        text = words.translate("Waiting for {name}: {left}.", name=name, left=left)
    elif bank_ms:
        text = words.translate("Waiting for {name}: {bank} in the bank.", name=name, bank=bank)
    else:
        return time_is_up(name, words)
    return text if runs else words.translate("{clock} The clock stands still.", clock=text)


def own_warning(left_ms: int, words: Words = ENGLISH) -> str:
    return words.translate("{count:second|seconds} left. At zero your program answers for you.", count=-(-left_ms // 1000))


def other_warning(name: str, left_ms: int, words: Words = ENGLISH) -> str:
    return words.translate("{name} has {count:second|seconds} left.", name=name, count=-(-left_ms // 1000))


def bank_begins(bank_ms: int, words: Words = ENGLISH) -> str:
    return words.translate("The time for this decision is used up. Your bank is running: {bank} left.",
                           bank=minutes_text(bank_ms))


def time_is_up(name: str, words: Words = ENGLISH) -> str:
    """Return what the others read when a clock comes to zero; what follows is a move like any other."""
    return words.translate("Time is up for {name}: the program of that seat answers.", name=name)


def answered_at_zero(action: Action, words: Words = ENGLISH) -> str:
    """Return what a person reads when their own program has answered.

    >>> from acquire_core.actions import Place
    >>> answered_at_zero(Place(0, "5C"))
    'Your time is up. Your program answered for you: place 5C.'
    """
    done = move_text(action, words) or words.translate("use no power")
    return words.translate("Your time is up. Your program answered for you: {done}.", done=done)


def bank_lines(names: list[str], bank_ms: list[int], words: Words = ENGLISH) -> str:
    """Return what each seat has in its bank.

    >>> bank_lines(["Ann", "Bob"], [180_000, 65_000])
    'In the banks: Ann 3:00, Bob 1:05.'
    """
    held = [f"{name} {minutes_text(ms)}" for name, ms in zip(names, bank_ms, strict=True)]
    return words.translate("In the banks: {held}.", held=", ".join(held))


def no_clock(words: Words = ENGLISH) -> str:
    return words.translate("No clock runs for a decision now.")
