"""Every proof: the honest one is accepted; one for another statement or context, a damaged or a hostile one never is."""

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import nacl.bindings as sodium
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.crypto import dleq, shuffle_proof
from acquire_net.crypto import group as group_module
from acquire_net.crypto.cpu import multiscalar
from acquire_net.crypto.group import FIELD, MANY_POINTS, ORDER, Edwards25519, EncodingError, Group, scalar_bytes
from acquire_net.crypto.hashing import digest
from acquire_net.crypto.mock import TransparentGroup
from tests.net.crypto.bad_points import BAD_POINTS_OF_THE_MOCK, BAD_SCALARS, points_that_nobody_may_send
from tests.net.crypto.cases import CASES, Case, dleq_case, places, possession_case, remask_case, shuffle_case, with_point
from tests.net.crypto.cheats import to_verify
from tests.net.crypto.seeded import SeededEntropy
from tests.support.counts import Count
from tests.support.few_cases import few_cases

REAL, PLAIN, MOCK = Edwards25519(), Edwards25519(compiled=False), TransparentGroup()
IDS = {REAL: "edwards25519", PLAIN: "PyNaCl alone", MOCK: "transparent"}
GROUPS = pytest.mark.parametrize("group", IDS, ids=IDS.values())
KINDS = pytest.mark.parametrize("kind", CASES)

NO_POINTS = list(points_that_nobody_may_send().values())
BAD_POINTS = {REAL: NO_POINTS, PLAIN: NO_POINTS, MOCK: list(BAD_POINTS_OF_THE_MOCK.values())}
ORDER_2 = FIELD - 1
NOT_BYTES: list[Any] = [None, 7, "x" * 32, [1] * 32, bytearray(32)]

groups = st.sampled_from(list(IDS))
seeds = st.integers(0, 1 << 32)


# --- the honest ones --------------------------------------------------------------------------------------------------

@given(groups, st.integers(0, 12), seeds, st.booleans())
def test_an_honest_shuffle_is_accepted(group: Group, count: int, seed: int, from_start: bool) -> None:
    case = shuffle_case(group, count, seed, from_start=from_start)
    assert len(case.proof) == shuffle_proof.proof_bytes(count)
    assert case.verify()


@given(groups, st.integers(1, 12), seeds)
def test_honest_shares_are_accepted(group: Group, count: int, seed: int) -> None:
    assert dleq_case(group, count, seed).verify()


@given(groups, seeds)
def test_an_honest_remask_and_an_honest_key_are_accepted(group: Group, seed: int) -> None:
    assert remask_case(group, seed).verify()
    assert possession_case(group, seed).verify()


def relay(group: Group, count: int, shuffles: int, seed: object = 0) -> list[shuffle_proof.ToVerify]:
    """Return one shuffle after the other, from the start deck on."""
    entropy = SeededEntropy("relay", count, shuffles, seed)
    key, deck, proofs = group.times_base(group.random_scalar(entropy)), shuffle_proof.start_deck(group, count), []
    for number in range(shuffles):
        ctx, shuffled = b"shuffle %d" % number, shuffle_proof.shuffle_deck(group, key=key, deck=deck, entropy=entropy)
        proof = shuffle_proof.prove(group, ctx, key=key, deck=deck, shuffled=shuffled, entropy=entropy)
        proofs.append(shuffle_proof.ToVerify(ctx, key, deck, shuffled.deck, proof))
        deck = shuffled.deck
    return proofs


def holds(group: Group, one: shuffle_proof.ToVerify) -> bool:
    return shuffle_proof.verify(group, one.ctx, key=one.key, deck=one.deck, shuffled_deck=one.shuffled_deck, proof=one.proof)


@given(groups, st.integers(0, 6), st.integers(0, 5), seeds)
def test_honest_shuffles_are_accepted_together(group: Group, count: int, shuffles: int, seed: int) -> None:
    proofs = relay(group, count, shuffles, seed)
    assert all(holds(group, one) for one in proofs)
    assert shuffle_proof.verify_together(group, proofs)


@GROUPS
@pytest.mark.parametrize("false", range(3))
def test_together_as_by_themselves_no_damaged_proof_is_accepted(group: Group, false: int) -> None:
    """Any byte of one of three, changed: neither by itself nor beside two good ones."""
    proofs, rng = relay(group, 3, 3), random.Random(f"together {false}")
    proof = proofs[false].proof
    for place in range(0, len(proof), 32 if group is MOCK else 96):
        place += rng.randrange(32)
        damaged = proof[:place] + bytes([proof[place] ^ rng.randrange(1, 256)]) + proof[place + 1:]
        changed = [one._replace(proof=damaged) if at == false else one for at, one in enumerate(proofs)]
        assert not holds(group, changed[false])
        assert not shuffle_proof.verify_together(group, changed)


@GROUPS
def test_together_shuffles_of_other_decks_keys_and_contexts_are_refused(group: Group) -> None:
    first, second, third = relay(group, 3, 3)
    for changed in (second._replace(ctx=b"another"), second._replace(key=group.base), second._replace(deck=first.deck),
                    second._replace(shuffled_deck=third.shuffled_deck), second._replace(deck=second.deck[:2]),
                    second._replace(shuffled_deck=((group.identity, group.base), *second.shuffled_deck[1:])),
                    second._replace(proof=third.proof), second._replace(proof=second.proof[:-32])):
        assert not shuffle_proof.verify_together(group, [first, changed, third])


@GROUPS
@pytest.mark.parametrize("many", [MANY_POINTS, 0], ids=["each point", "subsets of points"])
def test_together_no_point_is_taken_that_is_none(group: Group, many: int, count: Count, monkeypatch: pytest.MonkeyPatch) -> None:
    """In any column of any proof, usually of the last; where it is multiplied, and where it would not have to be."""
    monkeypatch.setattr(group_module, "MANY_POINTS", many)
    proofs = relay(group, 3, 2)
    for number, one in list(enumerate(proofs))[-count(1, 2):]:
        for offset, bad in enumerate(BAD_POINTS[group]):
            step = 7 - 2 * count(1, 3)  # usually each bad point in a fifth of the places, and another one in the next
            for place in range(offset % step * 32, (2 * 3 + shuffle_proof.FIRST_MOVES) * 32, step * 32):
                changed = one._replace(proof=one.proof[:place] + bad + one.proof[place + 32:])
                assert not shuffle_proof.verify_together(group, [changed if at == number else it for at, it in enumerate(proofs)])
            for place in range(offset % step, 6, step):
                deck = with_point(one.shuffled_deck, place, bad)
                assert not shuffle_proof.verify_together(group, [one._replace(shuffled_deck=deck)])
                if bad != group.identity:  # which may be a first component
                    assert not shuffle_proof.verify_together(group, [one._replace(deck=with_point(one.deck, place, bad))])
            assert not shuffle_proof.verify_together(group, [one._replace(key=bad)])


@pytest.mark.parametrize("number", few_cases(pytest.mark.more_cases, range(0, 4 * 60, 24), lambda number: number % 144 == 72))
def test_together_one_point_among_hundreds_is_noticed(number: int) -> None:
    """A point of order 2 added to one of 480, in a deck, a commitment or a link."""
    proofs, torsion = relay(REAL, 60, 2), (ORDER_2).to_bytes(32, "little")
    assert shuffle_proof.verify_together(Edwards25519(), proofs)
    one, place = proofs[-1], number % 120
    if number < 120:
        deck = one.shuffled_deck
        changed = one._replace(shuffled_deck=with_point(deck, place, REAL.add(deck[place // 2][place % 2], torsion)))
    else:
        point = REAL.add(one.proof[32 * place:32 * place + 32], torsion)
        changed = one._replace(proof=one.proof[:32 * place] + point + one.proof[32 * place + 32:])
    assert not shuffle_proof.verify_together(Edwards25519(), [*proofs[:-1], changed])


def test_points_that_were_checked_together_need_no_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    proofs, group, seen = relay(REAL, 60, 2), Edwards25519(), list[int]()
    subsets = multiscalar.subsets_in_subgroup
    monkeypatch.setattr(multiscalar, "subsets_in_subgroup",
                        lambda bits, *points: seen.append(sum(map(len, points))) or subsets(bits, *points))
    monkeypatch.setattr(multiscalar, "valid_point", lambda data: data == proofs[0].key)
    for _ in range(2):
        assert shuffle_proof.verify_together(group, proofs)
    assert seen == [60 * 10]  # three decks, with the tiles of the first alone as points, and two proofs
    for point in (*proofs[0].shuffled_deck[3], proofs[1].proof[:32]):
        assert group.decode_point(point) == point
    with pytest.raises(EncodingError):
        group.decode_point(group.base)


@GROUPS
def test_all_that_is_believed_was_decoded(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both decks, commitments, links; and first moves where nobody computes them again."""
    first, second = relay(group, 3, 2)
    decoded: list[bytes] = []
    monkeypatch.setattr(group, "all_decoded", lambda data, identity_ok=False: decoded.append(data))

    def columns(one: shuffle_proof.ToVerify) -> set[bytes]:
        decks = [b"".join(pair[component] for pair in deck) for deck in (one.deck, one.shuffled_deck) for component in range(2)]
        return {*decks, one.proof[:96], one.proof[96:192]}

    assert holds(group, second) and {*decoded} == columns(second)
    decoded.clear()
    monkeypatch.setattr(group, "check_subgroup", lambda columns, seed: decoded.extend(column.data for column in columns))
    assert shuffle_proof.verify_together(group, [first, second])
    assert {*decoded} == columns(first) | columns(second) | {one.proof[192:384] for one in (first, second)}
    case = dleq_case(group, 3)
    decoded.clear()
    assert case.verify()
    assert {*decoded} == {b"".join(case.public["bases"]), b"".join(case.public["images"])}


@GROUPS
def test_weights_of_proofs_that_are_looked_at_together_come_from_all_that_is_said(
    group: Group, monkeypatch: pytest.MonkeyPatch,
) -> None:
    hashed: list[tuple[str, tuple[bytes, ...]]] = []
    monkeypatch.setattr(shuffle_proof, "digest", lambda label, *fields: hashed.append((label, fields)) or digest(label, *fields))
    proofs = relay(group, 3, 2)
    hashed.clear()
    assert shuffle_proof.verify_together(group, proofs)
    [said] = [fields for label, fields in hashed if label == "together"]
    reader = shuffle_proof.ClaimReader(group)
    answers = [one.proof[-(shuffle_proof.ANSWERS + 3) * 32:] for one in proofs]
    assert said == tuple(scalar_bytes(reader.read(*one).k) + answer for one, answer in zip(proofs, answers, strict=True))


def test_what_is_no_deck_is_refused_and_not_an_error() -> None:
    [one] = relay(MOCK, 2, 1)
    nothings: list[Any] = [(1, 2), ((b"",), (b"",)), ((one.deck[0][0],) * 3,) * 2, (None, None), (("x" * 32,) * 2,) * 2]
    for deck in nothings:
        assert not holds(MOCK, one._replace(shuffled_deck=deck)) and not holds(MOCK, one._replace(deck=deck))
        assert not shuffle_proof.verify_together(MOCK, [one._replace(shuffled_deck=deck)])


def test_a_mistake_of_this_program_convicts_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is distinguished from a bad proof."""
    [one] = relay(MOCK, 2, 1)
    monkeypatch.setitem(shuffle_proof.EQUATIONS, "rows", lambda claim: [shuffle_proof.Term(claim.commitments, [1] * 3)])
    for look in (lambda: holds(MOCK, one), lambda: shuffle_proof.verify_together(MOCK, [one])):
        with pytest.raises((ValueError, IndexError)) as raised:
            look()
        assert not isinstance(raised.value, EncodingError)


def test_together_no_point_is_multiplied_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six shuffles: the generators once, each deck once, of each proof its commitments, links and first moves."""
    proofs, multiplied = relay(PLAIN, 5, 6), []
    monkeypatch.setattr(PLAIN, "multiply_point", lambda k, point: multiplied.append(point) or sodium_times(k, point))
    assert shuffle_proof.verify_together(PLAIN, proofs)
    assert len(multiplied) == len(set(multiplied))
    first_components_of_the_start_deck = 5
    generators, decks, of_each = 5 + 1, 7 * 10 - first_components_of_the_start_deck, 2 * 5 + shuffle_proof.FIRST_MOVES
    # And the key, and the sum of the generators.
    assert len(multiplied) == generators + decks + 6 * of_each + 2


def sodium_times(k: bytes, point: bytes) -> bytes:
    return sodium.crypto_scalarmult_ed25519_noclamp(k, point)


def test_a_whole_deck_is_shuffled_proven_and_verified() -> None:
    case = shuffle_case(REAL, 108)
    assert len(case.proof) == 10_720
    assert case.verify()
    assert not case.but(ctx=b"another").verify()


@GROUPS
def test_a_proof_has_the_size_that_is_written_down(group: Group) -> None:
    sizes = {"possession": 64, "one share": 64, "five shares": 64, "remask": 96, "shuffle of five": 3 * 5 * 32 + 352}
    assert {kind: len(CASES[kind](group).proof) for kind in sizes} == sizes


def test_a_prover_uses_nothing_of_variable_time_but_for_public_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the bases of shares are added up that way, with weights that everybody computes."""
    used: list[tuple[str, list[int]]] = []
    proving = []

    def watched(name: str) -> Callable[..., Any]:
        function = getattr(Edwards25519, name)

        def noted(self: Edwards25519, scalars: Any, *points: Any) -> Any:
            if proving:
                used.append((proving[-1], list(scalars)))
            return function(self, scalars, *points)

        return noted

    for name in ("combine_points", "combine_tables"):
        monkeypatch.setattr(Edwards25519, name, watched(name))
    for kind, make in CASES.items():
        proving.append(kind)
        case = make(REAL)
        proving.clear()
        for of, scalars in used:
            assert of == kind
            assert scalars == dleq._draw_weights(case.ctx, dleq_statement(case), 5)
        used.clear()
        assert case.verify()


def dleq_statement(case: Case) -> tuple[bytes, ...]:
    return (case.public["key"], b"".join(case.public["bases"]), b"".join(case.public["images"]))


# --- what a shuffle does ----------------------------------------------------------------------------------------------

@GROUPS
def test_a_shuffle_keeps_every_tile_and_follows_its_permutation(group: Group) -> None:
    entropy, count = SeededEntropy("opened"), 7
    secret = group.random_scalar(entropy)
    key, deck = group.times_base(secret), shuffle_proof.start_deck(group, count)
    opened = list(range(count))
    for _ in range(3):
        shuffled = shuffle_proof.shuffle_deck(group, key=key, deck=deck, entropy=entropy)
        opened = [opened[j] for j in shuffled.prepared.permutation]
        assert not {*deck} & {*shuffled.deck}
        deck = shuffled.deck
        tiles = [group.subtract_points(b, group.multiply_point(secret, a)) for a, b in deck]
        assert tiles == [shuffle_proof.tile_points(group, count)[tile] for tile in opened]


@GROUPS
def test_what_was_prepared_serves_one_shuffle_of_its_size(group: Group) -> None:
    entropy = SeededEntropy("prepared")
    deck, key = shuffle_proof.start_deck(group, 4), group.base
    prepared = shuffle_proof.prepare(group, 4, entropy)
    with pytest.raises(ValueError, match="one shuffle"):
        shuffle_proof.shuffle_deck(group, key=key, deck=deck[:3], entropy=entropy, prepared=prepared)
    shuffled = shuffle_proof.shuffle_deck(group, key=key, deck=deck, entropy=entropy, prepared=prepared)
    with pytest.raises(ValueError, match="one shuffle"):
        shuffle_proof.shuffle_deck(group, key=key, deck=deck, entropy=entropy, prepared=prepared)
    proof = shuffle_proof.prove(group, b"c", key=key, deck=deck, shuffled=shuffled, entropy=entropy)
    assert shuffle_proof.verify(group, b"c", key=key, deck=deck, shuffled_deck=shuffled.deck, proof=proof)


@GROUPS
def test_a_second_proof_of_the_same_shuffle_uses_new_numbers(group: Group) -> None:
    """Two answers with one nonce would give the permutation away, and so would two chains with one mask."""
    entropy, count = SeededEntropy("twice"), 5
    deck, key = shuffle_proof.start_deck(group, count), group.base
    shuffled = shuffle_proof.shuffle_deck(group, key=key, deck=deck, entropy=entropy)
    contexts = (b"1", b"2", b"2")
    proofs = [shuffle_proof.prove(group, ctx, key=key, deck=deck, shuffled=shuffled, entropy=entropy) for ctx in contexts]
    for ctx, proof in zip(contexts, proofs, strict=True):
        assert shuffle_proof.verify(group, ctx, key=key, deck=deck, shuffled_deck=shuffled.deck, proof=proof)
    after_commitments = [{proof[i:i + 32] for i in range(32 * count, len(proof), 32)} for proof in proofs]
    assert not after_commitments[0] & after_commitments[1]
    assert not after_commitments[1] & after_commitments[2]


@GROUPS
def test_a_proof_after_a_restart_has_new_numbers(group: Group) -> None:
    """What was drawn for a shuffle was kept, its nonces were not: one of the two proofs may have been sent already."""
    entropy, count = SeededEntropy("restored"), 5
    deck, key = shuffle_proof.start_deck(group, count), group.base
    shuffled = shuffle_proof.shuffle_deck(group, key=key, deck=deck, entropy=entropy)
    drawn = shuffled.prepared
    restored = shuffle_proof.restore_shuffle(group, drawn.permutation, drawn.masks, drawn.commitment_masks)
    assert restored.commitments == drawn.commitments and restored.is_used and not restored.spares
    proofs = [shuffle_proof.prove(group, b"c", key=key, deck=deck, shuffled=made, entropy=entropy)
              for made in (shuffled, shuffle_proof.Shuffled(shuffled.deck, restored))]
    for proof in proofs:
        assert shuffle_proof.verify(group, b"c", key=key, deck=deck, shuffled_deck=shuffled.deck, proof=proof)
    after_commitments = [{proof[i:i + 32] for i in range(32 * count, len(proof), 32)} for proof in proofs]
    assert not after_commitments[0] & after_commitments[1]
    with pytest.raises(ValueError, match="one shuffle"):
        shuffle_proof.shuffle_deck(group, key=key, deck=deck, entropy=entropy, prepared=restored)


@GROUPS
def test_the_secrets_of_a_shuffle_are_not_printed(group: Group) -> None:
    deck = shuffle_proof.start_deck(group, 3)
    shuffled = shuffle_proof.shuffle_deck(group, key=group.base, deck=deck, entropy=SeededEntropy("repr"))
    for shown in (shuffled, shuffled.prepared, shuffled.prepared.spares[0]):
        assert "masks" not in repr(shown)
        assert "nonces" not in repr(shown)


def test_a_point_that_is_multiplied_anyway_is_not_decoded_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyNaCl's multiplication looks at every point, as the decoder does; to look at it once is enough."""
    asked: list[bytes] = []
    is_valid = sodium.crypto_core_ed25519_is_valid_point

    def noted(data: bytes) -> bool:
        asked.append(data)
        return is_valid(data)

    case = shuffle_case(PLAIN, 4)
    assert case.verify(), "and the generators are there"
    group = Edwards25519(compiled=False)
    monkeypatch.setattr(sodium, "crypto_core_ed25519_is_valid_point", noted)
    assert case.but(group=group).verify()
    assert asked == [case.public["key"]]
    assert not case.but(group=Edwards25519(compiled=False), key=group.base).verify()


@pytest.mark.parametrize("number", [0, ORDER, 1, -1, 7, ORDER - 1])
def test_what_no_multiplication_has_looked_at_is_decoded_in_the_end(number: int) -> None:
    """Multiplying by zero does not check a point, and adding does not check its subgroup."""
    for data in (data for data in points_that_nobody_may_send().values() if len(data) == 32):
        group = Edwards25519(compiled=False)
        with suppress(EncodingError):
            group.combine_tables([number, 2], group.points_to_sum(data), group.make_table([group.base]))
        with pytest.raises(EncodingError):
            group.all_decoded(data)


@GROUPS
def test_the_identity_among_the_decoded_points_does_not_let_it_into_a_new_deck(group: Group) -> None:
    """The start deck is full of it. Here the shuffler masks with zero, and everybody sees which tile lies where."""
    entropy, deck = SeededEntropy("unmasked"), shuffle_proof.start_deck(group, 3)
    prepared = shuffle_proof.prepare(group, 3, entropy)
    prepared.masks = [bytes(32)] * 3
    prepared.mask_points = [group.identity] * 3
    shuffled = shuffle_proof.shuffle_deck(group, key=group.base, deck=deck, entropy=entropy, prepared=prepared)
    proof = shuffle_proof.prove(group, b"c", key=group.base, deck=deck, shuffled=shuffled, entropy=entropy)
    public = dict(key=group.base, deck=deck, shuffled_deck=shuffled.deck)
    assert {*shuffled.deck} == {*deck}
    assert shuffle_case(group, 3).verify()  # where the start deck is decoded, and summed
    with pytest.raises(EncodingError):
        group.decode_point(group.identity)
    assert not shuffle_proof.verify(group, b"c", **public, proof=proof)


# --- another statement ------------------------------------------------------------------------------------------------

@GROUPS
@KINDS
def test_a_proof_is_bound_to_its_context(group: Group, kind: str) -> None:
    case = CASES[kind](group)
    assert case.verify()
    assert not case.but(ctx=case.ctx + b"\0").verify()
    assert not case.but(ctx=b"").verify()


@GROUPS
@KINDS
def test_a_proof_is_bound_to_every_point_of_its_statement(group: Group, kind: str) -> None:
    case = CASES[kind](group)
    for name, place, point in places(case):
        for other in (group.add(point, group.base), shuffle_proof.tile_points(group, 60)[59]):
            assert not case.but(**{name: with_point(case.public[name], place, other)}).verify(), (name, place)


@GROUPS
@KINDS
def test_a_proof_does_not_verify_in_the_place_of_another_one(group: Group, kind: str) -> None:
    cases = {name: make(group) for name, make in CASES.items()}
    for name, other in cases.items():
        assert (name == kind) == cases[kind].but(proof=other.proof, ctx=other.ctx).verify() or other == cases[kind]


@GROUPS
def test_shares_do_not_change_places(group: Group) -> None:
    case = dleq_case(group, 5)
    images = list(case.public["images"])
    images[1], images[2] = images[2], images[1]
    assert not case.but(images=images).verify()
    bases = list(case.public["bases"])
    bases[1], bases[2] = bases[2], bases[1]
    assert not case.but(bases=bases).verify()
    for fewer in (4, 0):
        assert not case.but(images=case.public["images"][:fewer]).verify()
        assert not case.but(bases=case.public["bases"][:fewer]).verify()
        assert not case.but(bases=case.public["bases"][:fewer], images=case.public["images"][:fewer]).verify()


@GROUPS
def test_there_must_be_something_to_prove(group: Group) -> None:
    for bases, images in (([], []), ([group.base], []), ([], [group.base])):
        with pytest.raises(ValueError, match="bases and"):
            dleq.prove(group, b"c", secret=group.base, key=group.base, bases=bases, images=images, entropy=SeededEntropy())


@GROUPS
def test_a_remasked_slot_is_a_pair(group: Group) -> None:
    case = remask_case(group)
    first, second = case.public["remasked"]
    for other in ((first,), (first, second, second), (), (second, first)):
        assert not case.but(remasked=other).verify()


@GROUPS
def test_decks_of_another_size_are_refused(group: Group) -> None:
    case = shuffle_case(group, 5)
    for name in ("deck", "shuffled_deck"):
        deck = case.public[name]
        for other in (deck[:4], deck[:0], (*deck, deck[0]), deck[::-1]):
            assert not case.but(**{name: other}).verify()
    shorter = {name: case.public[name][:4] for name in ("deck", "shuffled_deck")}
    assert not case.but(**shorter).verify()
    assert not case.but(shuffled_deck=tuple((a, b, a) for a, b in case.public["shuffled_deck"])).verify()
    assert not case.but(shuffled_deck=tuple((a,) for a, b in case.public["shuffled_deck"])).verify()


# --- damaged and hostile bytes ----------------------------------------------------------------------------------------

@GROUPS
@KINDS
def test_a_bad_encoding_anywhere_in_a_statement_is_refused(group: Group, kind: str, count: Count) -> None:
    case, step = CASES[kind](group), 7 - 2 * count(1, 3)
    wrong = [*BAD_POINTS[group], *NOT_BYTES]
    step = min(step, len(list(places(case))))  # so that each bad encoding stands somewhere
    for number, (name, place, point) in enumerate(places(case)):
        for bad in wrong[number % step::step]:
            if bad != point:  # the start deck's first components are the identity
                assert not case.but(**{name: with_point(case.public[name], place, bad)}).verify(), (name, place, bad)


@GROUPS
@KINDS
def test_a_bad_encoding_anywhere_in_a_proof_is_refused(group: Group, kind: str, count: Count) -> None:
    case, step = CASES[kind](group), 1 if count(1, 2) == 2 else 9
    # Whatever a cell is to be, bytes that are bad for either are wrong there: a proof that uses them is not the honest one.
    bad = [data for data in [*BAD_POINTS[group], *BAD_SCALARS.values()] if len(data) == 32]
    step = min(step, len(case.proof) // 32)  # so that each of them is tried somewhere
    for start in range(0, len(case.proof), 32):
        for cell in bad[start // 32 % step::step]:
            assert not case.but(proof=case.proof[:start] + cell + case.proof[start + 32:]).verify(), (start, cell)


@GROUPS
@KINDS
def test_a_proof_of_another_length_or_type_is_refused(group: Group, kind: str) -> None:
    case = CASES[kind](group)
    for proof in (b"", case.proof[:-1], case.proof[:-32], case.proof + b"\0", case.proof + bytes(32), case.proof * 2, *NOT_BYTES):
        assert not case.but(proof=proof).verify()


@GROUPS
@KINDS
def test_a_scalar_of_a_proof_has_one_encoding(group: Group, kind: str) -> None:
    """Adding the order to any answer changes no equation: only the decoder can refuse it."""
    case = CASES[kind](group)
    for start in range(0, len(case.proof), 32):
        number = int.from_bytes(case.proof[start:start + 32], "little")
        for more in (group.order, 8 * group.order):
            if number + more < 1 << 256:
                proof = case.proof[:start] + (number + more).to_bytes(32, "little") + case.proof[start + 32:]
                assert not case.but(proof=proof).verify()


def flipped(data: bytes, place: int, pattern: int) -> bytes:
    return data[:place] + bytes([data[place] ^ pattern]) + data[place + 1:]


def damaged(case: Case, place: int, pattern: int) -> Case:
    """Change one byte of the message: the proof is its first part, the points of the statement the second."""
    if place < len(case.proof):
        return case.but(proof=flipped(case.proof, place, pattern))
    name, index, point = list(places(case))[(place - len(case.proof)) // 32]
    return case.but(**{name: with_point(case.public[name], index, flipped(point, (place - len(case.proof)) % 32, pattern))})


def test_no_message_with_a_changed_byte_is_accepted(count: Count) -> None:
    chance = random.Random(1)
    cases = [make(REAL) for make in CASES.values()]
    for _ in range(count(100, 2000)):
        case = chance.choice(cases)
        place = chance.randrange(len(case.proof) + 32 * len(list(places(case))))
        pattern = chance.randrange(1, 256)
        assert not damaged(case, place, pattern).verify(), (place, pattern)


def test_no_shuffle_of_a_whole_deck_with_a_changed_byte_is_accepted(count: Count) -> None:
    chance = random.Random(2)
    for group, tries in ((MOCK, count(50, 2000)), (REAL, count(5, 200))):
        case = shuffle_case(group, 108)
        for _ in range(tries):
            place, pattern = chance.randrange(len(case.proof)), chance.randrange(1, 256)
            assert not damaged(case, place, pattern).verify(), (place, pattern)


@pytest.mark.campaign
@pytest.mark.parametrize("pattern", [0x01, 0x80, 0xFF])
def test_no_byte_of_a_message_may_change(pattern: int) -> None:
    """10,720 bytes of proof and 6,912 of deck; every byte of the shorter ones too."""
    for case in [*(make(REAL) for make in CASES.values()), shuffle_case(REAL, 108)]:
        for place in range(len(case.proof) + 32 * len(list(places(case)))):
            changed = damaged(case, place, pattern)
            assert not changed.verify(), (case.module, place)
            if case.module is shuffle_proof and (pattern == 0xFF or len(case.proof) < 1000):
                assert not shuffle_proof.verify_together(REAL, [to_verify(changed)]), place


@GROUPS
@KINDS
def test_random_bytes_are_no_proof(group: Group, kind: str, count: Count) -> None:
    case, chance = CASES[kind](group), random.Random(kind)
    cells = [case.proof[i:i + 32] for i in range(0, len(case.proof), 32)]
    materials: list[Callable[[], bytes]] = [
        lambda: chance.randbytes(32), lambda: chance.choice(cells), lambda: chance.choice(BAD_POINTS[group])[:32],
        lambda: chance.choice(list(BAD_SCALARS.values()))[:32], lambda: bytes(32), lambda: group.base,
        lambda: chance.randrange(group.order).to_bytes(32, "little"),
    ]
    for _ in range(count(40, 1500)):
        few = chance.sample(materials, chance.randint(1, 3))
        proof = b"".join(chance.choice(few)() for _ in cells)
        assert proof == case.proof or not case.but(proof=proof).verify()
