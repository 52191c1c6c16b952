"""Asks CPython what x, y and z may be at the end of each program of ways.txt.

    python3 ways.py

runs each program for every answer that its two unknowns a and b can give, and writes all that came out behind it. An
answer on which the program raises counts for nothing. A new program is a paragraph without answers. A person turns → into
⊆ where the interpreter is allowed to know less. A line `--- models.py` begins another file of the program.
"""

import itertools
import os
import pathlib
import re
import sys
import tempfile

HEAD = "import os\na = os.environ.get('A')\nb = os.environ.get('B')\n"
ANSWERS = [None, "", "x", "y"]
path = pathlib.Path(__file__).with_name("ways.txt")
paragraphs = []


def run(folder, environment):
    """What is bound at the end of main.py; None where it raises."""
    for key in "AB":
        os.environ.pop(key, None)
    os.environ.update(environment)
    modules = set(sys.modules)
    sys.path.insert(0, str(folder))
    names = {"__name__": "__main__"}
    try:
        exec(compile((folder / "main.py").read_text(encoding="utf-8"), "main.py", "exec"), names)
        return names
    except Exception:
        return None
    finally:
        sys.path.pop(0)
        for name in set(sys.modules) - modules:
            del sys.modules[name]


sys.dont_write_bytecode = True
for paragraph in path.read_text(encoding="utf-8").strip().split("\n\n"):
    lines = paragraph.splitlines()
    answer = re.compile("# ([xyz]) (→|⊆) ")
    program = "\n".join(line for line in lines if not answer.match(line))
    if all(line.startswith("#") for line in program.splitlines()):
        paragraphs.append(program)  # a heading
        continue
    relation = {m[1]: m[2] for m in map(answer.match, lines) if m}
    may = {}
    with tempfile.TemporaryDirectory() as folder:
        main, *others = re.split(r"^--- (.+)\n", program + "\n", flags=re.MULTILINE)
        for name, text in [("main.py", HEAD + main), *zip(others[::2], others[1::2])]:
            file = pathlib.Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        for answers in itertools.product(ANSWERS, ANSWERS):
            names = run(pathlib.Path(folder), {k: v for k, v in zip("AB", answers) if v is not None})
            for name in "xyz" if names else "":
                may.setdefault(name, set()).add(repr(names[name]) if name in names else "unbound")
    answers = [f"# {name} {relation.get(name, '→')} {' | '.join(sorted(all))}" for name, all in may.items() if all != {"unbound"}]
    assert answers, program
    paragraphs.append("\n".join([program, *answers]))
path.write_text("\n\n".join(paragraphs) + "\n", encoding="utf-8")
