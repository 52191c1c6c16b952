"""Asks CPython's argparse what x is for each paragraph of argparse.txt.

    python3 ask_argparse.py

writes the answers behind them.
"""

import argparse
import pathlib

path = pathlib.Path(__file__).with_name("argparse.txt")
paragraphs = []
for paragraph in path.read_text(encoding="utf-8").strip().split("\n\n"):
    asked = paragraph.split("\n# → ")[0]
    if asked.startswith("#"):
        paragraphs.append(asked)
        continue
    command, *program = asked.splitlines()
    parser = argparse.ArgumentParser()
    names = {"add": parser.add_argument}
    exec("\n".join(program[:-1]), names)
    names["a"] = parser.parse_args(command[1:].split())
    exec(program[-1], names)
    paragraphs.append(f"{asked}\n# → {names['x']!r}")
path.write_text("\n\n".join(paragraphs) + "\n", encoding="utf-8")
