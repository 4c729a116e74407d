"""How fast the engine is, as a table; `--save FILE` keeps the figures as JSON, to be compared with later ones.

    python benchmarks/speed.py --all --save build/speed.json

The measuring itself belongs to the command `acquire bench` and lives in acquire_client/tools/bench.py.
"""

import argparse
import json
from pathlib import Path

from acquire_client.commands.bench import as_dict, configure, measure_all, show
from acquire_client.terminal.console import make_console


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the engine is.")
    configure(parser)
    parser.add_argument("--save", metavar="FILE", type=Path, help="write the figures to a file as JSON")
    args = parser.parse_args()
    found, tables = measure_all(args.rules, args.players, args.seconds, args.all)
    text = json.dumps(as_dict(found, tables), indent=2)
    if args.json:
        print(text)
    else:
        show(make_console(), found, tables)
    if args.save:
        args.save.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
