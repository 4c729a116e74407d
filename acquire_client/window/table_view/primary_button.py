"""The primary button of a table, which is the Enter key: it confirms an answer, plays a hint, or shows the result.

While computer players think, a button in the same place skips the waiting.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from acquire_client.view_model.hints import Hint
from acquire_client.window.controller.deciders import Decider, act_text
from acquire_client.window.layout.box import Box
from acquire_client.window.widgets.button import Button

PRIMARY_NAMES = ("confirm", "result", "hurry")
"""How the button is called, by what it does."""


@dataclass(frozen=True, slots=True)
class PrimaryActs:
    """What the button does that is not the decider's business."""

    play_hint: Callable[[Hint], None]
    show_result: Callable[[], None]
    hurry_up: Callable[[], None]


def primary_button(place: Box, decider: Decider | None, hint: Hint | None, acts: PrimaryActs, translate: Callable[..., str], *,
                   has_ended: bool = False, is_thinking: bool = False) -> Button | None:
    """Return the button; None where there is nothing to confirm or to skip. The `hint` is the one that has the focus."""
    if decider is not None and hint is not None:
        return Button("confirm", place, act_text(hint.action, decider.asked.names), partial(acts.play_hint, hint), size=15,
                      hint="Enter", kind="primary")
    if decider is not None:
        label = decider.confirm_text()
        return Button("confirm", place, label, decider.confirm, size=15, hint="Enter", enabled=decider.can_confirm(),
                      kind="plain" if decider.confirm_is_quiet() else "primary") if label else None
    if has_ended:
        return Button("result", place, translate("Result"), acts.show_result, kind="primary", size=15, hint="Enter")
    if is_thinking:
        return Button("hurry", place, translate("Skip waiting"), acts.hurry_up, hint=translate("Space"), size=14, icon="skip")
    return None
