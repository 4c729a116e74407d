"""Files by which systems start `acquire keep`: each is read by what would read it, and starts exactly what was meant."""

import plistlib
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from acquire_client.tools.service_files import SYSTEMS, ServiceError, quote_for_systemd, quote_for_windows, service_file

PROGRAM = "/home/anna/Spiele & 100 %/acquire"
WORDS = ("keep", "--every", "30", "--notify", "mail -s 'Your <turn>' \"$USER\"")
HOME = {"ACQUIRE_HOME": "/home/anna/My \"games\" & more"}


def test_launchd_reads_what_was_meant() -> None:
    read = plistlib.loads(service_file("launchd", PROGRAM, WORDS, HOME).encode())
    assert read["ProgramArguments"] == [PROGRAM, *WORDS] and read["EnvironmentVariables"] == HOME and read["RunAtLoad"]


def test_the_task_scheduler_reads_what_was_meant() -> None:
    task = ElementTree.fromstring(service_file("windows", r"C:\Program Files\acquire.exe", ("keep", "--notify", "a & b"), {}))
    space = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"
    assert task.findtext(f".//{space}Command") == r"C:\Program Files\acquire.exe"
    assert task.findtext(f".//{space}Arguments") == 'keep --notify "a & b"'
    with_home = ElementTree.fromstring(service_file("windows", r"C:\acquire.exe", ("keep",), {"ACQUIRE_HOME": r"D:\games"}))
    assert with_home.findtext(f".//{space}Arguments") == r'/c set "ACQUIRE_HOME=D:\games" && C:\acquire.exe keep'


def test_systemd_reads_what_was_meant(tmp_path: Path) -> None:
    text = service_file("systemd", PROGRAM, WORDS, HOME)
    [start] = [line for line in text.splitlines() if line.startswith("ExecStart=")]
    assert start.startswith('ExecStart="/home/anna/Spiele & 100 %%/acquire" "keep" "--every" "30"') and "$$USER" in start
    assert f"Environment={quote_for_systemd('ACQUIRE_HOME=' + HOME['ACQUIRE_HOME'], of_command=False)}" in text
    if (analyze := shutil.which("systemd-analyze")) is not None:
        unit = tmp_path / "acquire-keep.service"
        unit.write_text(service_file("systemd", "/bin/true", WORDS, HOME))
        done = subprocess.run([analyze, "verify", "--user", str(unit)], capture_output=True, text=True, check=False)
        assert "acquire-keep" not in done.stderr, done.stderr


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_file_cannot_hold_is_refused(system: str) -> None:
    for program, words, home in ((PROGRAM, ("keep", "a\nb"), {}), ("a\nb", ("keep",), {}), (PROGRAM, ("keep",), {"A": "\0"})):
        with pytest.raises(ServiceError, match="several lines"):
            service_file(system, program, words, home)


@pytest.mark.parametrize(("word", "quoted"), [("keep", "keep"), ("a b", '"a b"'), ("", '""'), ('"', '"\\""'),
                                              ("a b\\", '"a b\\\\"'), ('\\"', '"\\\\\\""')])
def test_words_for_windows(word: str, quoted: str) -> None:
    assert quote_for_windows(word) == quoted
