"""Every exception of the network package says by its base whose fault it is, and by its name that it is one."""

from __future__ import annotations

import pytest

import acquire_net
from acquire_net.errors import AcquireNetError, LocalError, RemoteError, SetupError, StorageError
from acquire_net.protocol.codec import MalformedError, decode_frame
from tests.support.modules import modules_of

FAULTS = (LocalError, RemoteError, SetupError, StorageError)


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
