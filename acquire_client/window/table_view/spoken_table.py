"""The table for a screen reader: the question with its facts, the board, the sheet, and a merger while one is settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from acquire_client.view_model.board import BoardPicture
from acquire_client.view_model.merger_stage import MergerStage, StageHolder, equation_text, priced_bonus_note
from acquire_client.view_model.words import TableNames, chain_title
from acquire_client.window.controller.deciders import Decider, PickDecider
from acquire_client.window.controller.table_controller import TableSnapshot
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.table import TableLayout
from acquire_client.window.screen_reader.nodes import AccessibleNode, Speech, label_node
from acquire_client.window.screen_reader.page_nodes import list_node
from acquire_client.window.screen_reader.table_nodes import BoardSpeech, board_node, sheet_node
from acquire_client.window.table_view.stage_view import StageAsked, answer_text, foot_texts, who_text


@dataclass(frozen=True, slots=True)
class SpokenQuestion:
    """What is asked, or done by others. The facts with which a question began are read out with it, because a platform may read
    two texts in any order; `facts` are those of now, which are read out when they change, unless they are the focused name."""

    question: str
    first_facts: str
    facts: str
    focused_name: str
    tab: str
    """What stands above the question of the only person at this computer, in English; empty above all others."""
    decider: Decider | None
    beside: str = ""
    """What stands at the end of the line of the question, such as a clock. It is never read out by itself."""


def question_nodes(asked: SpokenQuestion, places: TableLayout, names: TableNames) -> tuple[AccessibleNode, ...]:
    """Return question and facts. They are read out where a person is asked; what computer players do is in the log."""
    speech = Speech.OFF if asked.decider is None else Speech.POLITE
    question = f"{names.translate(asked.tab).capitalize()}: {asked.question}" if asked.tab else asked.question
    if asked.first_facts and asked.decider is not None:
        question = f"{question}{'' if question.endswith('?') else '.'} {asked.first_facts}"
    beside = (label_node("beside", asked.beside, places.question),) if asked.beside else ()
    if asked.facts == asked.first_facts and asked.decider is not None:
        both = Box(places.question.x, places.question.y, places.question.w, places.facts.bottom - places.question.y)
        return label_node("question", question, both, speech), *beside
    node = label_node("question", question, places.question, speech)
    if not asked.facts:
        return node, *beside
    facts_speech = Speech.OFF if asked.facts == asked.focused_name else speech
    return node, *beside, label_node("facts", asked.facts, places.facts, facts_speech)


def table_nodes(snapshot: TableSnapshot, board: BoardPicture, cards: Mapping[str, str], decider: Decider | None, placed_by: str,
                stage: MergerStage | None, asked: StageAsked, places: TableLayout, unit: Unit,
                names: TableNames) -> tuple[AccessibleNode, ...]:
    """Return board, sheet, and the merger where a chain of the `stage` is settled."""
    seen, is_picking = snapshot.seen, isinstance(decider, PickDecider)
    own = {effect.tile: effect.text for effect in snapshot.effects}
    if snapshot.is_placing:
        pressable = [effect.tile for effect in snapshot.effects if effect.allowed]
    else:
        pressable = list(decider.pickable_squares()) if decider is not None else []
    safe = [chain for chain, size in seen.sizes.items() if size >= seen.ruleset.safe_size]
    speech = BoardSpeech(own, placed_by, safe, pressable, decider.cursor if isinstance(decider, PickDecider) else None, "board",
                         is_picking, snapshot.dead, snapshot.recent)
    parts = (board_node(places.board, places.squares, board, speech, names.translate),
             sheet_node(places.sheet, snapshot.sheet, unit, names.translate, cards, pressable=True))
    if stage is None or not stage.chains:
        return parts
    return *parts, stage_node(places.side, stage, asked, names)


def stage_node(box: Box, stage: MergerStage, asked: StageAsked, names: TableNames) -> AccessibleNode:
    """Return a merger: its chains, who gets which bonus of the chain that is settled now and why, and who decides."""
    translate = names.translate
    lines = [translate("{chain} survives.", chain=chain_title(stage.survivor.chain))] if stage.survivor is not None else []
    lines += [f"{chain_title(chain.chain)}: {equation_text(chain, names)}" for chain in stage.equation]
    now = stage.chains[-1]
    lines.append(f"{chain_title(now.chain)}{', ' if now.places else ': '}{priced_bonus_note(now, names)}")
    lines += [_holder_text(holder, names) for holder in now.holders]
    lines += filter(None, foot_texts(asked, names))
    return list_node("merger", translate("Merger by {name}", name=names.seat(stage.seat)), box, lines)


def _holder_text(holder: StageHolder, names: TableNames) -> str:
    parts = [who_text(holder, names), names.translate("{count:share|shares}", count=holder.shares)]
    if holder.dollars:
        parts.append(names.translate("+{amount:$}", amount=holder.dollars))
    return ", ".join(filter(None, (*parts, answer_text(holder, names))))
