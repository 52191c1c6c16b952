"""Asks CPython what x is at the end of each script of scripts.txt.

    python3 ask_scripts.py

A paragraph is a command line behind $ and a script, src/train.py of a project that holds the files below scripts/. It writes the answers behind
them: → where the interpreter has to know it, ⊆ (a person's word, kept) where it may not know.
"""

import contextlib
import io
import os
import pathlib
import runpy
import shutil
import sys
import tempfile

here = pathlib.Path(__file__).parent
path = here / "scripts.txt"
paragraphs = []
sys.dont_write_bytecode = True
for paragraph in path.read_text(encoding="utf-8").strip().split("\n\n"):
    lines = paragraph.splitlines()
    relation = next((line[2] for line in lines if line.startswith(("# → ", "# ⊆ "))), "→")
    asked = "\n".join(line for line in lines if not line.startswith(("# → ", "# ⊆ ")))
    if all(line.startswith("#") for line in asked.splitlines()):
        paragraphs.append(asked)
        continue
    command, program = asked.split("\n", 1)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(here / "scripts", folder, dirs_exist_ok=True)
        os.makedirs(os.path.join(folder, "src"), exist_ok=True)
        pathlib.Path(folder, "src/train.py").write_text(program + "\n", encoding="utf-8")
        os.chdir(folder)
        sys.argv = ["src/train.py", *command[1:].split()]
        with contextlib.redirect_stderr(io.StringIO()) as said:
            try:
                names = runpy.run_path("src/train.py", run_name="__main__")
            except SystemExit:
                sys.exit(f"{asked}\n{said.getvalue()}")
    paragraphs.append(f"{asked}\n# {relation} {names['x']!r}")
    os.chdir("/")
path.write_text("\n\n".join(paragraphs) + "\n", encoding="utf-8")
