"""Files by which a system starts `acquire keep` by itself: for systemd, launchd, and the task scheduler of Windows."""

from __future__ import annotations

import plistlib
import re
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

SYSTEMS = ("systemd", "launchd", "windows")
NAME = "acquire-keep"
LABEL = "org.acquire-p2p.keep"

SYSTEMD = """\
# Save this as ~/.config/systemd/user/{name}.service, and then:
#   systemctl --user enable --now {name}
#   loginctl enable-linger          # so that it also runs while you are not logged in
[Unit]
Description=Acquire: does what your seats owe at tables over days
Wants=network-online.target
After=network-online.target

[Service]
ExecStart={command}
{environment}Restart=on-failure
RestartSec=60
SuccessExitStatus=130 143

[Install]
WantedBy=default.target
"""

WINDOWS = """\
<!-- Save this as {name}.xml, and then: schtasks /Create /TN "Acquire keep" /XML {name}.xml -->
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
  </Settings>
  <Actions><Exec><Command>{program}</Command><Arguments>{arguments}</Arguments></Exec></Actions>
</Task>
"""


class ServiceError(Exception):
    """There is no such file here; the message is for people."""


def service_file(system: str, program: str, arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the file for one of SYSTEMS. Raises ServiceError for what it cannot hold."""
    if any("\n" in word or "\0" in word for word in (program, *arguments, *environment.values())):
        raise ServiceError("a service file cannot hold a path or a command of several lines")
    if system == "systemd":
        lines = "".join(f"Environment={quote_for_systemd(f'{name}={value}', of_command=False)}\n"
                        for name, value in environment.items())
        return SYSTEMD.format(name=NAME, command=" ".join(map(quote_for_systemd, (program, *arguments))), environment=lines)
    if system == "launchd":
        body = {"Label": LABEL, "ProgramArguments": [program, *arguments], "EnvironmentVariables": dict(environment),
                "RunAtLoad": True, "KeepAlive": {"SuccessfulExit": False}, "ThrottleInterval": 60}
        how = f"Save this as ~/Library/LaunchAgents/{LABEL}.plist, and then: launchctl load ~/Library/LaunchAgents/{LABEL}.plist"
        first, rest = plistlib.dumps(body, sort_keys=False).decode().split("\n", 1)
        return f"{first}\n<!-- {how} -->\n{rest}"
    if environment:  # a task has none of its own
        program, arguments = "cmd", ("/c", " && ".join([*(f'set "{name}={value}"' for name, value in environment.items()),
                                                       " ".join(map(quote_for_windows, (program, *arguments)))]))
        return WINDOWS.format(name=NAME, program=program, arguments=escape(" ".join(arguments)))
    return WINDOWS.format(name=NAME, program=escape(program), arguments=escape(" ".join(map(quote_for_windows, arguments))))


def quote_for_systemd(word: str, of_command: bool = True) -> str:
    """Return a word in double quotes as systemd reads it: it knows % in every line, and $ in commands.

    >>> print(quote_for_systemd("/home/100 %/$HOME"), quote_for_systemd('A="$x"', of_command=False))
    "/home/100 %%/$$HOME" "A=\\"$x\\""
    """
    quoted = re.sub(r'(["\\])', r"\\\1", word).replace("%", "%%")
    return f'"{quoted.replace("$", "$$") if of_command else quoted}"'


def quote_for_windows(word: str) -> str:
    """Return a word as programs of Windows take their command line apart.

    >>> print(quote_for_windows("keep"), quote_for_windows('C:\\\\My "games"\\\\'))
    keep "C:\\My \\"games\\"\\\\"
    """
    if re.fullmatch(r"[\w.:\\/=-]+", word):
        return word
    return '"' + re.sub(r'(\\*)("|$)', lambda found: found[1] * 2 + ("\\" + found[2] if found[2] else ""), word) + '"'
