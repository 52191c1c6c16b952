"""Asks CPython what x is at the end of each program of values.txt.

    python3 values.py

writes the answers behind the programs. A new program is a paragraph without an answer.
"""

import pathlib
import warnings

warnings.simplefilter("ignore", SyntaxWarning)
path = pathlib.Path(__file__).with_name("values.txt")
paragraphs = []
for paragraph in path.read_text(encoding="utf-8").strip().split("\n\n"):
    program = paragraph.split("\n# → ")[0]
    if all(line.startswith("#") for line in program.splitlines()):
        paragraphs.append(program)  # a heading
        continue
    names = {"__name__": "__main__"}
    exec(compile(program, "program", "exec"), names)
    paragraphs.append(f"{program}\n# → {names['x']!r}")
path.write_text("\n\n".join(paragraphs) + "\n", encoding="utf-8")
