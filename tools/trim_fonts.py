"""Cut from the program's fonts what the program does not draw: `python -m tools.trim_fonts FOLDER`.

FOLDER holds Inter-Regular.otf and Inter-SemiBold.otf as their authors release them, in the version that
acquire_client/window/assets/Inter-LICENSE.txt names. What stays is the characters that
acquire_client/window/assets/fonts.py says the fonts have, with their accents, kerning and the forms that a text gets by itself;
icons, phonetic letters and the forms that a text has to ask for go. Every text looks as before, and a wheel is 90 kB smaller.

It needs fonttools.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from acquire_client.window.assets import fonts

FEATURES = ("calt", "ccmp", "dnom", "frac", "kern", "locl", "mark", "mkmk", "numr")
"""What a text gets without asking: forms that depend on neighbours, accents, fractions, kerning, forms of a language."""


def trim(source: Path, target: Path) -> str:
    """Write the part of a font that is needed, and return a line about its size."""
    subset = importlib.import_module("fontTools.subset")
    options = subset.Options(layout_features=list(FEATURES), name_IDs=["*"], notdef_outline=True)
    font = subset.load_font(str(source), options)
    wanted = [code for code in font.getBestCmap() if fonts.in_own_font(chr(code))]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    subset.save_font(font, str(target), options)
    return f"{target.name}: {len(wanted):,} characters, {target.stat().st_size:,} bytes"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.trim_fonts",
                                     description="Cut from the fonts what the program does not draw.")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the fonts lie as they are released")
    folder = parser.parse_args(arguments).folder
    for name in fonts.FILES.values():
        print(trim(folder / name, Path(fonts.__file__).parent / name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
