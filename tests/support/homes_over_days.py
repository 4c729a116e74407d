"""Several installations on one disk that have begun a table over days, whose mailbox nobody can reach."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from acquire_core import RULESETS, Ruleset
from acquire_net import IDENTITY_FILE, own_identity, read_letters, resume_info_path, rules_lines
from acquire_net.crypto.curve import curve_keys
from acquire_net.lobby.options import days_options
from acquire_net.lobby.table_spec import SeatAt, SignedTable, TableSpec
from acquire_net.mailbox.by_hand import TableByHand
from acquire_net.mailbox.letters import letter_text
from acquire_net.table.resume_info import ResumeInfo
from acquire_net.table.resuming import ResumeFile, begin_seat

NAMES = ("Ada", "Bo", "Cleo")


class Homes:
    """Installations at one table over days, without a mailbox; nobody has heard anything yet."""

    def __init__(self, folder: Path, names: tuple[str, ...] = NAMES, rules: Ruleset = RULESETS["classic"]) -> None:
        self.folder = folder
        self.keys = [curve_keys(secrets.token_bytes) for _ in names]
        self.signers = []
        for name in names:
            (folder / name / "data").mkdir(parents=True)
            self.signers.append(own_identity(folder / name / "data" / IDENTITY_FILE).key)
        seats = tuple(SeatAt(signer.public, keys.public, secrets.token_bytes(32), name)
                      for signer, keys, name in zip(self.signers, self.keys, names, strict=True))
        options = tuple(sorted(days_options("127.0.0.1:9").items()))
        self.signed_table = SignedTable(TableSpec(seats, rules_lines(rules), options, 0))
        for signer in self.signers:
            self.signed_table.sign(signer)
        for name, signer, keys in zip(names, self.signers, self.keys, strict=True):
            file = ResumeFile(self.journal(name), self.signed_table.table, {}, 1)
            seat = begin_seat(file, self.journal(name).parent, self.signed_table, signer, 0)
            seat.take_output()  # it reaches the disk, and nobody hears it
            seat.close()
            ResumeInfo(keys.secret, keys.public, 0, {}).write(resume_info_path(self.journal(name)))

    def journal(self, name: str) -> Path:
        return self.folder / name / "data" / "tables" / f"{self.signed_table.tid[:16].hex()}.acqlog"

    @contextmanager
    def visit(self, name: str) -> Iterator[TableByHand]:
        """Open the table of a player by hand, as the command `acquire mail` does."""
        signer = self.signers[[seat.name for seat in self.signed_table.table.seats].index(name)]
        with closing(TableByHand.open(self.journal(name), signer)) as table:
            yield table

    def play_until_asked(self) -> tuple[str, dict[str, str]]:
        """Let all read and write letters until a person is asked; return who, and the letters of each that stand then."""
        names = [seat.name for seat in self.signed_table.table.seats]
        texts: dict[str, str] = {}
        for turn in range(60):
            name = names[turn % len(names)]
            with self.visit(name) as table:
                others = "".join(text for writer, text in texts.items() if writer != name)
                if others:
                    letters, _ = read_letters(others.encode())
                    table.take_letters([letter for letter in letters if letter.to == table.seat])
                texts[name] = "".join(letter_text(letter) for letter in table.write_letters().values())
                if table.answers():
                    return name, texts
        raise AssertionError("nobody was asked")
