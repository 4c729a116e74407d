"""Check a commit message, as the hook `commit-msg` does: `python tools/commit_message.py FILE`.

    Report undecodable shares in one loop        imperative, a capital first, no full stop, at most 72 characters
                                                 an empty line
    Why, in lines of at most 130 characters.     what changed can be read in the diff
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

USAGE = "usage: python tools/commit_message.py FILE"
MAX_SUBJECT = 72
MAX_BODY_LINE = 130
WRITTEN_BY_GIT = ("Merge ", "Revert \"", "fixup! ", "squash! ", "amend! ")
CUT_HERE = "# ------------------------ >8 ------------------------"

# Verbs that look like the past, the third person or the gerund, and are none of these.
IMPERATIVE = set("""bring bless cross discuss dismiss embed exceed express feed focus guess need pass press proceed process
    seed shed speed spring stress string suppress wed bias canvas compress access address miss alias""".split())
NOT_A_VERB = set("""a an the this that these those it its there here now all some no not new old more less every each
    when where who whoever what whatever while if only also and but or in on at by for from to with of as""".split())


def complaints_about(message: str) -> Iterator[str]:
    """Yield what is wrong with the message; nothing where it is good."""
    text = message.partition(CUT_HERE)[0]
    lines = [line.rstrip() for line in text.split("\n") if not line.startswith("#")]
    while lines and not lines[-1]:
        lines.pop()
    subject = lines[0] if lines else ""
    if subject.startswith(WRITTEN_BY_GIT):
        return
    yield from wrong_subject(subject)
    if len(lines) > 1 and lines[1]:
        yield "the second line must be empty"
    for number, line in enumerate(lines[1:], 2):
        if len(line) > MAX_BODY_LINE and " " in line.strip():
            yield f"line {number} has {len(line)} characters; {MAX_BODY_LINE} are the limit"


def wrong_subject(subject: str) -> Iterator[str]:
    if not subject.strip():
        yield "the subject is empty"
        return
    if len(subject) > MAX_SUBJECT:
        yield f"the subject has {len(subject)} characters; {MAX_SUBJECT} are the limit"
    if subject.endswith("."):
        yield "the subject must not end with a full stop"
    first = re.split(r"[\s,:;]", subject)[0]
    if not first[:1].isupper():
        yield "the subject must begin with a capital letter"
    word = first.lower()
    if subject[len(first):len(first) + 1] == ":":
        yield f"the subject must not have a prefix such as {first}:"
    elif word in NOT_A_VERB or (word not in IMPERATIVE and re.search(r"(ed|ing|[^s]s)$", word)):
        yield f"the subject must begin with an imperative (Add, Fix, Say), not with {first!r}"


def main(arguments: list[str]) -> int:
    if arguments in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    if len(arguments) != 1:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        message = Path(arguments[0]).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        print(f"{arguments[0]} cannot be read: {error}\n{USAGE}", file=sys.stderr)
        return 2
    found = list(complaints_about(message))
    for complaint in found:
        print(f"commit message: {complaint}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
