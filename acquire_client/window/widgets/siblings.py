"""Widgets that belong together write in one size: the largest at which the text of each of them fits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence

from acquire_client.window.assets.painter import Painter
from acquire_client.window.widgets.widget import Widget

Groups = Mapping[Hashable, Sequence[Widget]]
"""Widgets by their `sibling_key`."""


def level_siblings(widgets: Sequence[Widget], painter: Painter, levelled: Groups | None = None) -> Groups:
    """Give the texts of widgets with one `sibling_key` one size; one that is alone has the size that fits. Return the groups;
    those that are the same in `levelled` are not measured again."""
    before, groups = levelled or {}, defaultdict[Hashable, list[Widget]](list)
    for widget in widgets:
        if (key := widget.sibling_key()) is not None:
            groups[key].append(widget)
    changed = [group for key, group in groups.items() if before.get(key) != group]
    for group in changed:
        for widget in group:
            widget.label_pixels, widget.note_pixels, widget.shows_icon = 0, 0, True
        if len(group) > 1:
            if not all(widget.has_room_for_icon(painter) for widget in group):
                for widget in group:
                    widget.shows_icon = False
            fitting = [widget.fit_texts(painter) for widget in group]
            label, note = (_shared_size(sizes, group[0].min_shared_size) for sizes in zip(*fitting, strict=True))
            for widget, (own_label, own_note) in zip(group, fitting, strict=True):
                widget.label_pixels, widget.note_pixels = min(own_label, label), min(own_note, note)
    return groups


def _shared_size(fitting: Sequence[int], min_share: float) -> int:
    sizes = [pixels for pixels in fitting if pixels]
    return max(min(sizes), round(max(sizes) * min_share)) if sizes else 0
