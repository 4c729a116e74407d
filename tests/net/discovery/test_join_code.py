"""Join codes as people type them, and addresses."""

import ipaddress
import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from acquire_net.discovery.join_code import CODE_CHARACTERS, SHORT_CODE_CHARACTERS, JoinCode, JoinCodeError, _remainder_of
from acquire_net.links.addresses import Address, AddressError, parse_address
from acquire_net.players.base32 import ALPHABET, from_base32, in_groups, to_base32

CODE = JoinCode("192.168.0.7", 47108, bytes.fromhex("0123456789abcdef0123"))
OLD_CODE = JoinCode("192.168.0.7", 47108, bytes.fromhex("0123456789"))

HOSTS = st.builds(lambda number: str(ipaddress.IPv4Address(number)), st.integers(1 << 24, (224 << 24) - 1))
MARKS = st.binary(min_size=10, max_size=10) | st.binary(min_size=5, max_size=5)
CODES = st.builds(JoinCode, HOSTS, st.integers(1, 65535), MARKS, st.booleans())


def letters_of(code: JoinCode) -> str:
    return code.format().removeprefix("R-").replace("-", "")


def parsed_or_none(text: str) -> JoinCode | None:
    try:
        return JoinCode.parse(text)
    except JoinCodeError:
        return None


@given(CODES)
@example(CODE)
def test_a_code_comes_back(code: JoinCode) -> None:
    assert JoinCode.parse(code.format()) == code
    assert len(letters_of(code)) == (CODE_CHARACTERS if len(code.fingerprint) == 10 else SHORT_CODE_CHARACTERS)
    assert code.format().startswith("R-") == code.relay or letters_of(code)[0] == "R"


@given(CODES, st.randoms(use_true_random=False))
def test_however_it_is_typed_it_is_the_same(code: JoinCode, rng) -> None:  # type: ignore[no-untyped-def]
    def typed(letter: str) -> str:
        letter = {"0": rng.choice("0Oo"), "1": rng.choice("1IiLl")}.get(letter, letter)
        return rng.choice([letter, letter.lower()]) + rng.choice(["", "", " ", "-", "\u2013", "\n"])

    text = ("r" if code.relay else "") + "".join(map(typed, letters_of(code)))
    assert JoinCode.parse(text) == code


@pytest.mark.parametrize("relay", [False, True])
def test_every_wrong_character_and_every_exchange_is_noticed(relay: bool) -> None:
    """What the check makes of a mistake does not depend on the code, only on the difference; two codes are tried all the same."""
    for code in (JoinCode("10.77.0.255", 1, bytes(10), relay), JoinCode("192.168.178.34", 65535, b"\xff\x10\x9c\x00\x37", relay)):
        mark, letters = "R-" if relay else "", letters_of(code)
        for place, letter in itertools.product(range(len(letters)), ALPHABET):
            if letter != letters[place]:
                assert parsed_or_none(mark + letters[:place] + letter + letters[place + 1:]) is None, (place, letter)
        for one, other in itertools.combinations(range(len(letters)), 2):
            swapped = list(letters)
            swapped[one], swapped[other] = letters[other], letters[one]
            assert letters[one] == letters[other] or parsed_or_none(mark + "".join(swapped)) is None, (one, other)


def test_no_difference_of_one_or_two_exchanged_characters_passes_the_check() -> None:
    """The same for all codes at once: the check of a difference is never nothing."""
    for place, difference in itertools.product(range(CODE_CHARACTERS), range(1, 32)):
        assert _remainder_of(difference << 5 * place)
    for one, other in itertools.combinations(range(CODE_CHARACTERS), 2):
        assert all(_remainder_of(difference << 5 * one ^ difference << 5 * other) for difference in range(1, 32))


@given(CODES)
def test_a_lost_or_added_mark_of_a_relay_is_noticed(code: JoinCode) -> None:
    letters = letters_of(code)
    assert parsed_or_none(letters if code.relay else "R" + letters) is None


def test_of_other_mistakes_one_in_128_passes() -> None:
    code = letters_of(CODE)
    double = [code[:4] + one + code[5:9] + other + code[10:] for one in ALPHABET for other in ALPHABET
              if one != code[4] and other != code[9]]
    passed = sum(parsed_or_none(text) is not None for text in double)
    assert passed <= 2 * len(double) / 128


@pytest.mark.parametrize(("text", "says"), [
    ("", "has 27 characters.*this one has 0"), ("R2M00-1XR0G-0J6HB-7H5", "this one has 18"),
    ("R2M00-1XR0G-0J6HB-7H5QQ0", "this one has 21"), ("R2M00-1XR0G-0J6HB-7H6NW-VVR14-E", "this one has 26"),
    ("x" * 81, "this text has 81"), ("R2M00-1XR0G-0J6HB-7H6NW-VVR14-EX", "a character is mistyped, or two changed places"),
    ("R2M00-1XR0G-0J6HB-7H5!", "character 19, '!', does not occur in join codes"),
    ("R2M00-1XR0G-0J6HB-UH5Q", "character 16, 'U', does not occur in join codes: perhaps it is a V"),
    ("\u202eR2M00-1XR0G-0J6HB-7H5", r"character 1, '\\u202e'"), ("R2M00-1XR0G-0J6HB-7H5\u0661", r"character 19, '\\u0661'"),
    ("R2M00-1XR0G-0J6HB-7H5R", "a character is mistyped, or two changed places"),
    ("2RM00-1XR0G-0J6HB-7H5Q", "a character is mistyped, or two changed places"),
])
def test_each_mistake_has_its_sentence(text: str, says: str) -> None:
    assert JoinCode.parse("R2M00-1XR0G-0J6HB-7H5Q") == OLD_CODE
    assert JoinCode.parse("R2M00-1XR0G-0J6HB-7H6NW-VVR14-EZ") == CODE
    with pytest.raises(JoinCodeError, match=says):
        JoinCode.parse(text)


@pytest.mark.parametrize(("host", "port", "mark", "says"), [
    ("192.168.0.7", 0, bytes(5), "no port 0"), ("192.168.0.7", 65536, bytes(5), "no port 65536"),
    ("0.0.0.0", 1, bytes(5), "not the address of a machine"), ("239.1.2.3", 1, bytes(5), "not the address of a machine"),
    ("255.255.255.255", 1, bytes(5), "not the address of a machine"), ("fd00::2", 1, bytes(5), "only hold an IPv4 address"),
    ("den.local", 1, bytes(5), "only hold an IPv4 address"), ("192.168.0.7", 1, bytes(4), "10 bytes"),
])
def test_what_cannot_be_is_no_code(host: str, port: int, mark: bytes, says: str) -> None:
    with pytest.raises(JoinCodeError, match=says):
        JoinCode(host, port, mark)


@pytest.mark.parametrize(("host", "port", "says"), [
    ("192.168.0.7", 0, "no port 0"), ("0.0.0.0", 5, "not the address"), ("224.0.0.251", 5, "not the address"),
    ("250.0.0.1", 5, "not the address"),
])
def test_a_well_checked_code_of_an_impossible_place_is_refused(host: str, port: int, says: str) -> None:
    bits = (int(ipaddress.IPv4Address(host)) << 16 | port) << 40
    letters = to_base32(bits << 7 | _remainder_of(bits << 7), SHORT_CODE_CHARACTERS)
    with pytest.raises(JoinCodeError, match=says):
        JoinCode.parse(in_groups(letters))


@given(st.text(max_size=100))
def test_no_text_does_harm(text: str) -> None:
    parsed_or_none(text)
    try:
        address = parse_address(text)
    except AddressError:
        return
    assert parse_address(str(address)) == address


@given(st.integers(0, (1 << 40) - 1))
def test_base32_comes_back(number: int) -> None:
    assert from_base32(to_base32(number, 8)) == number


@pytest.mark.parametrize(("text", "address"), [
    ("192.168.0.7:5", Address("192.168.0.7", 5)), ("192.168.0.7", Address("192.168.0.7", 47108)), ("den", Address("den", 47108)),
    (" den.local:65535 ", Address("den.local", 65535)), ("[fd00::2]:7", Address("fd00::2", 7)), ("[fd00::2]", Address("fd00::2")),
    ("fd00::2", Address("fd00::2")), ("[fe80::1%eth0]:9", Address("fe80::1%eth0", 9)),
    ("play_er-1.example.org:1", Address("play_er-1.example.org", 1)),
])
def test_addresses(text: str, address: Address) -> None:
    assert parse_address(text) == address
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(("text", "says"), [
    ("", "an address is host:port"), ("   ", "an address is host:port"), ("a" * 400, "an address is host:port"),
    ("den:0", "not a port"), ("den:65536", "not a port"), ("den:", "not a port"), ("den:٣", "not a port"),
    ("den:+5", "not a port"),
    (":5", "not a name or an address"), ("den den:5", "not a name or an address"), ("1.2.3:5", "not a name or an address"),
    ("1.2.3.400", "not a name"),
    ("den\x1b[31m:5", r"\\x1b"), ("-den", "not a name"), ("a..b", "not a name"), ("[fd00::2", "written .address.:port"),
    ("[fd00::2]5", "written .address.:port"), ("[den]:5", "not an IPv6"), ("a:b:c", "written .address.:port"),
    ("d\u0435n", "not a name"),
])
def test_a_bad_address_has_its_sentence(text: str, says: str) -> None:
    with pytest.raises(AddressError, match=says):
        parse_address(text)
