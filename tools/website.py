"""Build the documents as a site: `python -m tools.website [FOLDER]`, with Sphinx, strictly, and with every link checked.

The documents stay as they are, for people who read them in the repository. Here they are laid out as pages, with a contents page,
and links to files that are not pages become plain words. Every Markdown file in `docs/` must have its place in CONTENTS.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

from tools.trees import ROOT

TITLE = "Acquire without a host"

CONTENTS: dict[str, tuple[str, ...]] = {
    "To play": (
        "README.md", "docs/players/install.md", "docs/players/first-game.md", "docs/players/rules.md", "docs/players/network.md",
