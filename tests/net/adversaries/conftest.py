"""What the tests of liars share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from acquire_net.crypto import dleq, possession, remask, shuffle_proof
from acquire_net.crypto.group import Group


@pytest.fixture
def proofs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the name of each kind of proof that is checked, as often as it is."""
    checked: list[str] = []
    for module in (dleq, possession, remask, shuffle_proof):

        def counted(*args: object, _verify: Callable[..., bool] = module.verify, _name: str = module.__name__.rsplit(".", 1)[1],
                    **named: object) -> bool:
            checked.append(_name)
            return _verify(*args, **named)

        monkeypatch.setattr(module, "verify", counted)
    together = shuffle_proof.verify_together

    def counted_together(group: Group, proofs: Sequence[shuffle_proof.ToVerify]) -> bool:
        checked.append(f"{len(proofs)} of shuffle_proof together")
        return together(group, proofs)

    monkeypatch.setattr(shuffle_proof, "verify_together", counted_together)
    return checked
