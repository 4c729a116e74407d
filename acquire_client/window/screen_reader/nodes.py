"""A node of the tree that a screen reader gets: what it is, what it is called, where it is, and what can be done with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from acquire_client.window.layout.box import Box


class NodeRole(Enum):
    """What a node is. The values are the names of AccessKit's roles."""

    WINDOW = "WINDOW"
    DIALOG = "DIALOG"
    GROUP = "GROUP"
    LABEL = "LABEL"
    ALERT = "ALERT"
    BUTTON = "BUTTON"
    MAIN_BUTTON = "DEFAULT_BUTTON"
    SWITCH = "SWITCH"
    CHOICE = "COMBO_BOX"
    SEGMENTS = "RADIO_GROUP"
    SEGMENT = "RADIO_BUTTON"
    SLIDER = "SLIDER"
    COUNTER = "SPIN_BUTTON"
    TEXT_INPUT = "TEXT_INPUT"
    LIST = "LIST"
    LIST_ITEM = "LIST_ITEM"
    TABLE = "TABLE"
    GRID = "GRID"
    ROW = "ROW"
    ROW_HEADER = "ROW_HEADER"
    COLUMN_HEADER = "COLUMN_HEADER"
    CELL = "CELL"


class NodeAction(Enum):
    """What a screen reader may ask for. The values are the names of AccessKit's actions."""

    FOCUS = "FOCUS"
    PRESS = "CLICK"
    LESS = "DECREMENT"
    MORE = "INCREMENT"
    SET_VALUE = "SET_VALUE"


class Speech(Enum):
    """Whether a text is read out as soon as it appears or changes, and whether it may interrupt."""

    OFF = "OFF"
    POLITE = "POLITE"
    ASSERTIVE = "ASSERTIVE"


@dataclass(frozen=True, slots=True)
class NumberRange:
    """A number that can be changed in steps."""

    now: int
    low: int
    high: int
    step: int = 1


@dataclass(frozen=True, slots=True)
class AccessibleNode:
    """`key` differs from those of the siblings and stays the same while the thing is there.

    `widget` is the name of the widget that the node stands for, empty for what is only read. `value` is what it holds now.
    `less_key` and `more_key` are the keys that change the widget, 0 for none. A node without a box cannot be seen now.
    """

    key: str
    role: NodeRole
    name: str = ""
    box: Box | None = None
    children: tuple[AccessibleNode, ...] = ()
    widget: str = ""
    value: str = ""
    description: str = ""
    shortcut: str = ""
    takes_focus: bool = False
    can_press: bool = False
    enabled: bool = True
    on: bool | None = None
    """Whether a switch is on; None where there is nothing to switch."""
    chosen: bool | None = None
    """Whether one of several is the chosen one; None where nothing is chosen."""
    number: NumberRange | None = None
    less_key: int = 0
    more_key: int = 0
    cursor: int | None = None
    """Where the next letter goes in a text that is typed."""
    speech: Speech = Speech.OFF
    modal: bool = False

    def walk(self) -> Iterator[AccessibleNode]:
        """Return the node and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def supports(self, action: NodeAction) -> bool:
        """Return True if the action means something here and now."""
        if not self.enabled:
            return False
        match action:
            case NodeAction.FOCUS:
                return self.takes_focus
            case NodeAction.PRESS:
                return self.can_press
            case NodeAction.LESS:
                return bool(self.less_key)
            case NodeAction.MORE:
                return bool(self.more_key)
            case NodeAction.SET_VALUE:
                return self.cursor is not None or (self.number is not None and bool(self.more_key))


@dataclass(frozen=True, slots=True)
class ReaderRequest:
    """What a screen reader asks for, of the node with this number."""

    action: NodeAction
    number: int
    value: str | float | None = None


def label_node(key: str, text: str, box: Box | None, speech: Speech = Speech.OFF) -> AccessibleNode:
    """Return a text that is only read."""
    return AccessibleNode(key, NodeRole.LABEL, text, box, speech=speech)
