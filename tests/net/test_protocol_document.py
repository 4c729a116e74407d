"""docs/spec/protocol.md says what the code does: compare its tables of messages, limits, labels, steps and faults."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
from msgspec import inspect as types

import acquire_net.lobby
from acquire_net import protocol
from acquire_net.crypto import dleq, possession, remask, shuffle_proof
from acquire_net.crypto.group import FIELD, ORDER
from acquire_net.crypto.hashing import LABELS, PREFIX
from acquire_net.discovery.watch_card import WATCH_REQUEST
from acquire_net.lobby import chat, lobby, proposal_exchange, seating, table_spec
from acquire_net.lobby import messages as lobby_messages
from acquire_net.lobby.options import TABLE_OPTIONS
from acquire_net.lobby.phrase import WORDS_IN_A_PHRASE
from acquire_net.players.words import WORDS
from acquire_net.protocol import (
    agreement,
    bindings,
    claims,
    dealing,
    equivocation,
    messages,
    pace,
    redeal,
    replica,
    restart_answers,
    sealed_answers,
    shuffling,
    version,
    view_change,
)
from acquire_net.protocol import (
    log_types as pages,
)
from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.messages import BODIES, CONTENT_BELOW, SEALED_KINDS, Kind
from acquire_net.protocol.quorum import is_case, max_liars, missing_needs, quorum_of
from acquire_net.spectating import messages as spectating_messages
from acquire_net.table import journal
from tests.net.vector_files import base_of, vector
from tests.support.documents import code_words, in_the_source_tree, read, section, table_with
from tests.support.golden_table import GAMES, VECTORS

PROTOCOL = "docs/spec/protocol.md"
pytestmark = in_the_source_tree


def code(cell: str) -> str:
    return cell.strip("`")


# --- messages -----------------------------------------------------------------------------------------------------------------

def on_the_wire(kind: types.Type) -> str:
    """Return a field's type as the document writes it."""
    match kind:
        case types.Metadata(type=inner):
            return on_the_wire(inner)
        case types.IntType(ge=low, lt=int(high)):
            return f"{low}–{power(high)}"
        case types.IntType(ge=low, le=int(high)):
            return f"{low}–{high}"
        case types.BytesType(min_length=low, max_length=high):
            return f"bytes {span(low, high)}"
        case types.StrType(min_length=low, max_length=high):
            return f"text {span(low, high)}"
        case types.VarTupleType(item_type=inner, min_length=low, max_length=high):
            return f"list {span(low, high)} of {on_the_wire(inner)}"
        case types.TupleType(item_types=inner):
            return f"({', '.join(map(on_the_wire, inner))})"
        case types.StructType(cls=struct):
            return struct.__name__
        case types.EnumType():
            return "the kind"
        case types.UnionType(types=(inner, types.NoneType())):
            return f"{on_the_wire(inner)} or nil"
    raise AssertionError(f"no words for {kind}")


def power(value: int) -> str:
    """Return the highest value below this."""
    return f"2^{value.bit_length() - 1}−1" if value > 1 << 15 else str(value - 1)


def span(low: int | None, high: int | None) -> str:
    if high is None:
        return "any"  # as much as the message around it may hold
    return f"{high:,}" if low == high else f"{low or 0:,}–{high:,}"


def rows_of(name: str, struct: Any, first: int = 0) -> Iterator[tuple[str, str, str]]:
    """Name, field and type of each place of the array; `first` is where a tag stands before them."""
    found = types.type_info(struct)
    assert isinstance(found, types.StructType) and found.array_like and found.forbid_unknown_fields
    if not found.fields:
        yield name, "", "an empty array"
    for place, each in enumerate(found.fields, first):
        yield name if place == first else "", f"{each.name}", on_the_wire(each.type)


INNER = {Kind.DECIDE: (messages.Opening,), Kind.SYNC: (messages.SeatReport, messages.Lock)}
"""Structs that stand in messages, behind the first of these that holds them."""


def messages_of_the_program() -> list[tuple[str, str, str]]:
    found = list(rows_of("Envelope", messages.Envelope))
    for kind, body in BODIES.items():
        found += rows_of(f"{kind.value} {kind.name}", body)
        for first, inner in INNER.items():
            if kind == first:
                found += [row for struct in inner for row in rows_of(struct.__name__, struct)]
    return found


def lobby_of_the_program() -> list[tuple[str, str, str]]:
    structs = (table_spec.SignedHello, table_spec.Hello, table_spec.TableSpec, table_spec.SeatAt)
    return [row for struct in structs for row in rows_of(struct.__name__, struct)]


def talk_of_the_program() -> list[tuple[str, str, str]]:
    found = [("1 HELLO", "", "")]
    kinds = lobby_messages.LobbyKind
    for kind, struct, inner in [
            (kinds.ROUND, lobby_messages.LobbyRound, lobby_messages.KnownPresence),
            (kinds.PRESENCE, lobby_messages.SignedPresence, lobby_messages.Presence),
            (kinds.PROPOSAL, lobby_messages.SignedProposal, lobby_messages.Proposal),
            (kinds.READY, lobby_messages.SignedReady, None),
            (kinds.SAY, lobby_messages.ChatMessage, None)]:
        found += rows_of(f"{kind.value} {kind.name}", struct)
        found += rows_of(inner.__name__, inner) if inner else ()
    return found


@pytest.mark.parametrize(("head", "rows"), [("message", messages_of_the_program()), ("before the game", lobby_of_the_program()),
                                            ("in the lobby", talk_of_the_program())], ids=["messages", "set-up", "lobby"])
def test_messages_have_these_fields_in_this_order(head: str, rows: list[tuple[str, str, str]]) -> None:
    documented = table_with(read(PROTOCOL), head, "field", "on the wire", "what it is")
    assert [(code(row[head]), code(row["field"]), row["on the wire"]) for row in documented] == rows
    assert all(row["what it is"] for row in documented if row["field"] not in ("`identity`", "`name`"))


def test_the_options_of_a_table_are_those_of_the_program() -> None:
    documented = table_with(read(PROTOCOL), "option", "values", "default", "what for")
    assert [(code(row["option"]), row["values"], code(row["default"])) for row in documented] == [
        (name, option.values_text, option.default) for name, option in TABLE_OPTIONS.items()]
    assert list(TABLE_OPTIONS) == sorted(TABLE_OPTIONS) and all(row["what for"] for row in documented)
    for name, option in TABLE_OPTIONS.items():
        option.check(name, option.default)


@pytest.mark.parametrize("fact", [
    f"Every {lobby.ROUND_MS} ms", f"for {seating.AWAY_ROUNDS} rounds",
    f"More than {chat.MAX_LINES} in {chat.LINES_MS // 1000} seconds", f"sends the last {chat.MAX_KEPT} again",
    f"more than {proposal_exchange.MAX_AHEAD:,} revisions ahead", f"There are at most {lobby_messages.MAX_LOBBY_PEERS}:",
])
def test_the_numbers_of_the_lobby_are_those_of_the_program(fact: str) -> None:
    assert fact in read(PROTOCOL).replace("\n", " ")


def test_messages_of_spectator_servers_have_these_fields_in_this_order() -> None:
    rows: list[tuple[str, str, str]] = []
    for number, (struct, _) in spectating_messages._KINDS.items():
        rows += rows_of(f"{number.value} {struct.__name__}", struct)
    rows += rows_of("SeatAddress", spectating_messages.SeatAddress)
    documented = table_with(read(PROTOCOL), "at a spectator server", "field", "on the wire", "what it is")
    assert [(code(row["at a spectator server"]), code(row["field"]), row["on the wire"]) for row in documented] == [
        (name, field, wire if field else "") for name, field, wire in rows]
    assert WATCH_REQUEST.decode() in read(PROTOCOL)


def test_the_border_between_contents_and_the_rest_is_documented() -> None:
    assert f"Kinds below {CONTENT_BELOW} are **contents**" in read(PROTOCOL)


# --- limits -------------------------------------------------------------------------------------------------------------------

def modules() -> list[Any]:
    names = [module.name for package in (acquire_net.lobby, protocol)
             for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")]
    names += [f"acquire_net.{name}" for name in ("players.names", "spectating.messages", "table.journal", "table.bundles")]
    return [importlib.import_module(name) for name in names]


def limits_of_the_program() -> dict[str, int]:
    """Return every MAX_… and MOST_… that a module defines, imported ones left out."""
    found: dict[str, int] = {}
    for module in modules():
        for node in ast.parse(inspect.getsource(module)).body:
            if (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
                    and node.targets[0].id.startswith(("MAX_", "MOST_"))):
                name = node.targets[0].id
                value = getattr(module, name)
                assert found.setdefault(name, value) == value, f"two different {name}"
    return found


def test_the_limits_are_those_of_the_program() -> None:
    rows = table_with(read(PROTOCOL), "limit", "value", "why")
    documented = {code(row["limit"]): int(row["value"].replace(",", "")) for row in rows}
    assert documented == limits_of_the_program()
    assert all(row["why"] for row in rows) and len(documented) == len(rows)


def test_the_times_are_those_of_the_program() -> None:
    rows = table_with(read(PROTOCOL), "time", "default", "what for")
    documented = {code(row["time"]): row["default"].replace(",", "") for row in rows}
    words = {"True": "yes", "False": "no"}
    assert documented == {each.name: words.get(str(each.default), str(each.default)) for each in fields(Timing)}


# --- agreement ----------------------------------------------------------------------------------------------------------------

def numbers_in(row: dict[str, str]) -> dict[int, int]:
    """Return the cells of a table whose head are numbers of seats; a dash for none."""
    return {int(seats): int(cell) for seats, cell in row.items() if seats.isdigit() and cell != "–"}


def test_the_quorums_are_those_of_the_program() -> None:
    rows = table_with(read(PROTOCOL), "seats that are not excused", *map(str, range(1, 7)))
    needed, silent, liars, of_majority, liars_of_majority = map(numbers_in, rows)
    seats = range(1, 7)
    assert needed == {m: quorum_of(m) for m in seats}
    assert silent == {m: m - quorum_of(m) for m in seats}
    assert liars == {m: max_liars(m) for m in seats if m > 1}
    assert of_majority == {m: quorum_of(m, majority=True) for m in seats}
    assert liars_of_majority == {m: max_liars(m, majority=True) for m in seats if m > 1}


def test_the_claims_of_a_case_are_those_of_the_program() -> None:
    rows = table_with(read(PROTOCOL), "live seats", "other seats", "missing needs", "unwanted needs")
    for row in rows:
        others, missing, unwanted = (int(row[name]) for name in ("other seats", "missing needs", "unwanted needs"))
        assert int(row["live seats"]) == others + 1 and missing == missing_needs(others)
        assert is_case(others, missing, missing) and not is_case(others, missing - 1, missing - 1)
        assert is_case(others, 0, unwanted) and not is_case(others, 0, unwanted - 1)
    assert [row["live seats"] for row in rows] == ["3", "4", "5", "6"]
    assert not is_case(1, 1, 1), "with two seats nobody is voted out"


@pytest.mark.parametrize("fact", [
    f"for {claims.FRESH_MS // 1000} s from its arrival", f"at most one change in {claims.GAP_MS // 1000} s",
    f"sooner than {claims.MIN_ARRIVAL_GAP_MS // 1000} s after", f"again after {claims.RENEW_MS // 1000} s",
    f"lasts {pace.FIRST_MS // 1000} s · 2^min(k − 1, {pace.MAX_DOUBLINGS})", f"at most once in {pace.RENEW_MS // 1000} s",
    f"at least {pace.JUMP_MS // 1000} s after", f"waits {view_change.LEADER_WAITS_MS} ms",
    f"{restart_answers.ROUNDS_TO_WAKE} `status_ms`", f"{restart_answers.ROUNDS_TO_BE_HEARD} `status_ms`",
])
def test_the_numbers_of_the_agreement_are_those_of_the_program(fact: str) -> None:
    assert fact in read(PROTOCOL).replace("\n", " ")


def test_kinds_of_some_tables_only_are_documented() -> None:
    kinds = " and ".join(str(int(kind)) for kind in sorted(SEALED_KINDS))
    assert f"Kinds {kinds} are messages only at tables" in read(PROTOCOL).replace("\n", " ")


# --- labels -------------------------------------------------------------------------------------------------------------------

def test_the_labels_are_those_of_the_program() -> None:
    rows = table_with(read(PROTOCOL), "label", "what is hashed", "bytes of each field")
    assert [(label_in(row), row["what is hashed"]) for row in rows] == list(LABELS.items())
    assert f"`{PREFIX}…`" in read(PROTOCOL)


def label_in(row: dict[str, str]) -> str:
    """Return a label of the table, where `gen/N` stands for all numbers."""
    return code(row["label"]).removesuffix("N")


def fits(documented: str, sizes: list[int]) -> bool:
    """Return True if fields of these sizes are what `64, 4, any, 65 each` says; `each` repeats, and `any` is of any length."""
    pattern = ""
    for part in filter(None, documented.split(", ")):
        word, _, each = part.partition(" ")
        one = r"\d+," if word in ("any", "n") else f"{word.replace('–', '')},"
        if "–" in word:
            low, high = word.split("–")
            one = f"(?:{'|'.join(map(str, range(int(low), int(high) + 1)))}),"
        pattern += f"(?:{one}){'*' if each else ''}"
    return re.fullmatch(pattern, "".join(f"{size}," for size in sizes)) is not None


def test_the_sizes_of_hashed_fields_are_those_of_the_golden_hashes() -> None:
    rows = table_with(read(PROTOCOL), "label", "what is hashed", "bytes of each field")
    documented = {label_in(row): row["bytes of each field"].split("; or ") for row in rows}
    for each in vector("hashes")["hashes"]:
        sizes = [len(field) // 2 for field in each["fields"]]
        shapes = documented[base_of(each["label"])]
        assert any(fits("" if one == "none" else one, sizes) for one in shapes), (each["label"], sizes)


@pytest.mark.parametrize(("documented", "sizes", "right"), [
    ("64, 4", [64, 4], True), ("64, 4", [64], False), ("4, 2 each", [4], True), ("4, 2 each", [4, 2, 2], True),
    ("4, 2 each", [4, 3], False), ("any", [17], True), ("1–3", [2], True), ("1–3", [4], False), ("", [], True), ("", [1], False),
])
def test_sizes_are_compared(documented: str, sizes: list[int], right: bool) -> None:
    assert fits(documented, sizes) == right


# --- steps --------------------------------------------------------------------------------------------------------------------

def steps_of_the_program() -> dict[str, Any]:
    found = {name: value for module in (dealing, sealed_answers, shuffling, redeal) for name, value in vars(module).items()
             if inspect.isclass(value) and hasattr(value, "relay") and hasattr(value, "kind")}
    return dict(sorted(found.items()))


def documented_steps() -> list[dict[str, str]]:
    return table_with(read(PROTOCOL), "step", "kind", "shape", "authors", "event", "what follows")


def test_the_steps_are_those_of_the_program() -> None:
    def shape(step: Any) -> str:
        return "relay" if step.relay else "decision" if step is dealing.DecideAction else "gather"

    documented = {code(row["step"]): (code(row["kind"]), row["shape"]) for row in documented_steps()}
    assert documented == {name: (step.kind.name, shape(step)) for name, step in steps_of_the_program().items()}


def test_the_events_are_those_of_the_golden_games() -> None:
    begins = {code(row["step"]): code_words(row["event"]) for row in documented_steps()}
    for game in GAMES:
        for block in vector(game)["blocks"]:
            if block["step"] != "view":
                event = bytes.fromhex(block["event"])
                assert any(event.startswith(word.encode()) for word in begins[block["step"]]), block


# --- faults -------------------------------------------------------------------------------------------------------------------

def words_of(node: ast.expr) -> str:
    """Return the beginning of a text that does not depend on anything."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            return text
        case ast.Call(func=ast.Name(id="Wording"), args=[pattern, *_]):
            return words_of(pattern).partition("{")[0]
        case ast.Name(id=name) if name.isupper():
            return next((str(getattr(module, name)) for module in (pages, equivocation, replica) if hasattr(module, name)), "")
    return ""


def faults_of_the_program() -> set[str]:
    """Return what an author is convicted with, as far as it is always the same: the reasons in `convict_seat(…)`,
    `_convict(…)`, `raise InvalidContributionError(…)` and `raise ProposalError(…)`, and in the functions that return one."""
    found = set(equivocation._TWICE.values())
    for module in modules():
        tree = ast.parse(inspect.getsource(module))
        named = [(node.targets[0].id, words_of(node.value)) for node in ast.walk(tree)
                 if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)]
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in ("convict_seat", "_convict", "Charge"):
                    reason = node.args[1]
                    found |= {words_of(reason)} | {words for name, words in named if name == getattr(reason, "id", None)}
                elif name in ("InvalidContributionError", "ProposalError"):
                    found.add(words_of(node.args[0]))
    for function in [equivocation._contradiction_in, equivocation._wrong_report, equivocation._forgotten_lock,
                     equivocation._after_goodbye, agreement.ViewAgreement.fault_of, pages.out_of_turn]:
        found |= returned_by(function)
    return {words.strip(": ") for words in found} - {""}


def returned_by(function: Any) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(inspect.cleandoc("\n" + inspect.getsource(function)))):
        if isinstance(node, ast.Return) and node.value is not None:
            value = node.value
            found |= {words_of(one) for one in ([value.body, value.orelse] if isinstance(value, ast.IfExp) else [value])}
    return found


def test_the_faults_are_those_of_the_program() -> None:
    rows = table_with(read(PROTOCOL), "reason", "message", "evidence")
    assert {code(row["reason"]) for row in rows} == faults_of_the_program()


# --- constants ----------------------------------------------------------------------------------------------------------------

def test_the_words_of_the_phrase_are_those_of_the_program() -> None:
    [block] = [block for block in re.findall(r"^```\n(.*?)^```", read(PROTOCOL), re.M | re.S) if "zipper" in block]
    assert block.split() == WORDS and WORDS_IN_A_PHRASE == 6


def test_the_entries_of_a_journal_are_those_of_the_program() -> None:
    documented = table_with(read(PROTOCOL), "entry", "field", "on the wire", "what it is")
    structs = (journal._Opening, journal._Frame, journal._Acks)
    rows: list[tuple[str, str, str]] = []
    for number, struct in enumerate(structs):
        found = types.type_info(struct)
        assert isinstance(found, types.StructType) and found.tag == number
        rows += rows_of(str(number), struct, first=1)
    assert [(row["entry"], code(row["field"]), row["on the wire"]) for row in documented] == rows


@pytest.mark.parametrize("fact", [
    f"ACQ-MP/{version.PROTOCOL}", f"q = 2²⁵² + {ORDER - 2**252}", "p = 2²⁵⁵ − 19", f"`{journal.FIRST_LINE.decode()[:-1]}`",
    f"{dleq.PROOF_BYTES} bytes: k, s", f"{possession.PROOF_BYTES} bytes: k, s", f"{remask.PROOF_BYTES} bytes: k, s_x, s_r",
    f"{shuffle_proof.proof_bytes(108):,} bytes", f"first {bindings.FIRST_BLOCK_WITH_SID} blocks",
])
def test_the_constants_are_those_of_the_program(fact: str) -> None:
    assert FIELD == 2**255 - 19
    assert fact in read(PROTOCOL).replace("\n", " ")


def test_every_section_that_a_docstring_names_is_there() -> None:
    text = read(PROTOCOL)
    for number in range(15):
        assert re.search(rf"^## {number}\. ", text, re.M), f"no section {number}"
    for module in modules():
        for cited in re.findall(r"(?:sections?|PROTOCOL\.md) 2\.(\d+)", inspect.getsource(module)):
            assert int(cited) <= 12


def test_the_files_of_vectors_are_documented() -> None:
    words = section(read(PROTOCOL), "Vectors")
    assert {path.name for path in VECTORS.iterdir()} <= {
        name for word in code_words(words) for name in (word, *(word.replace("*", game) for game in GAMES))}
