"""Every exception of the network package says by its base whose fault it is, and by its name that it is one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import acquire_net
from acquire_net.errors import AcquireNetError, LocalError, RemoteError, SetupError, StorageError
from acquire_net.protocol.codec import MalformedError, decode_frame
from tests.support.modules import modules_of

FAULTS = (LocalError, RemoteError, SetupError, StorageError)
SHOWN = {"Trouble", "Notice", "PeerStopped", "refuse_link", "_report_once", "_note", "_come_back_later", "_fail_with"}
"""What hands a text to a person, beside the errors of SHOWN_ERRORS."""
SHOWN_ERRORS = {"AddressError", "AdmissionError", "BeginError", "BundleError", "CardError", "DamagedJournalError",
                "DamagedSecretsError", "DiskError", "EvidenceError", "FingerprintError", "IdentityError",
                "InvalidJournalError", "JoinCodeError", "JournalInUseError", "NoAnswerError", "NotATableError",
                "OtherVersionError", "PlayerNameError", "PortTakenError", "RefusedError", "ResumeError", "ResumeInfoError",
                "SecretLostError", "UnreachableError", "WatchError"}


def exceptions_of_the_package() -> dict[str, type[BaseException]]:
    found = {}
    for module in modules_of(acquire_net):
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, BaseException) and value.__module__.startswith("acquire_net."):
                found[f"{value.__module__}.{value.__name__}"] = value
    return found


def test_every_exception_has_one_fault_and_ends_in_error() -> None:
    found = exceptions_of_the_package()
    assert len(found) > 25
    for name, each in found.items():
        assert name.endswith("Error"), name
        assert each is AcquireNetError or sum(issubclass(each, fault) for fault in FAULTS) == 1, name


@pytest.mark.parametrize("frame", [b"", b"\x93", b"\xff" * 20])
def test_a_frame_that_cannot_be_read_is_kept_as_evidence(frame: bytes) -> None:
    with pytest.raises(MalformedError) as caught:
        decode_frame(frame)
    assert caught.value.evidence == frame and isinstance(caught.value, RemoteError)


def texts_without_a_pattern() -> Iterator[str]:
    """Yield the calls that hand a typed text to a person which is not a `Wording`, so that no client can translate it."""
    for path in sorted(Path(acquire_net.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            for text in node.args if called in SHOWN | SHOWN_ERRORS else ():
                is_typed = isinstance(text, ast.Constant) and isinstance(text.value, str) and " " in text.value
                if is_typed or isinstance(text, ast.JoinedStr):
                    yield f"{path.name}:{node.lineno}: {called}({ast.unparse(text)})"


def test_every_text_for_people_can_be_translated() -> None:
    assert {name.rpartition(".")[2] for name in exceptions_of_the_package()} >= SHOWN_ERRORS
    assert list(texts_without_a_pattern()) == []
