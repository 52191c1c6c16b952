"""Asks argparse, click and transformers' HfArgumentParser what x is for many programs and command lines.

    python3 ask_parsers.py > parsers.txt

The programs are drawn by chance, the same ones each time; a command line that a parser refuses is left out.
"""

import contextlib
import io
import random
import sys
import warnings

warnings.filterwarnings("ignore")
WORDS = {"int": ["0", "3", "-2", "12"], "float": ["0", "0.5", "1e-3", "-2.5", "7"], "str": ["a", "bf16", "3", "true"]}
VALUES = {"int": ["0", "3", "-1"], "float": ["0.0", "0.5", "2.0"], "str": ["'b'", "''", "'7'"]}
NAMES = ["n", "rate", "name", "batch-size", "deep_speed", "k"]


def drawn_argparse(draw):
    lines, words, names = ["import argparse", "p = argparse.ArgumentParser()"], [], []
    for name in draw.sample(NAMES, draw.randint(1, 3)):
        kind = draw.choice(list(WORDS))
        positional = draw.random() < 0.15
        flags = [name.replace("-", "_")] if positional else ["--" + name]
        if not positional and draw.random() < 0.3:
            flags.insert(draw.randint(0, 1), "-" + name[0])
        options, given = [], draw.random() < 0.6
        action = "" if positional else draw.choice(["", "", "", "store_true", "store_false", "append", "boolean", "store_const", "store"])
        nargs = draw.choice(["", "", "", "'?'", "'*'", "'+'", "1", "2"])
        dest = flags[-1].lstrip("-").replace("-", "_") if len(flags) == 1 else ""
        if action in ("store_true", "store_false"):
            options.append(f"action='{action}'")
            words += [flags[-1]] if given else []
        elif action == "boolean":
            options.append("action=argparse.BooleanOptionalAction")
            if draw.random() < 0.5:
                options.append(f"default={draw.choice(['True', 'False'])}")
            long = next(f for f in flags if f.startswith("--"))
            words += [draw.choice([long, "--no-" + long[2:]])] if given else []
        elif action == "store_const":
            options += ["action='store_const'", f"const={draw.choice(VALUES[kind])}"]
            words += [flags[-1]] if given else []
        else:
            if kind != "str" or draw.random() < 0.3:
                options.append(f"type={kind}")
            if action:
                options.append(f"action='{action}'")
            many = {"": 1, "'?'": draw.randint(0, 1), "'*'": draw.randint(0, 3), "'+'": draw.randint(1, 3), "1": 1, "2": 2}[nargs]
            if nargs:
                options.append(f"nargs={nargs}")
            if nargs == "'?'" and not positional and draw.random() < 0.5:
                options.append(f"const={draw.choice(VALUES[kind])}")
            if draw.random() < 0.5 and action != "append":
                options.append(f"default={draw.choice(VALUES[kind] + [repr(draw.choice(WORDS[kind]))])}")
            if draw.random() < 0.15 and not positional:
                options.append("required=True")
                given = True
            several = 2 if action == "append" and draw.random() < 0.5 else 1
            for _ in range(several):
                mine = [draw.choice(WORDS[kind]) for _ in range(many)]
                if positional:
                    words = mine + words if given or nargs not in ("'?'", "'*'") else words
                elif given and many == 1 and not nargs and draw.random() < 0.4:
                    words.append(f"{flags[-1]}{'=' if flags[-1].startswith('--') else ''}{mine[0]}")
                elif given:
                    words += [flags[draw.randrange(len(flags))], *mine]
        if draw.random() < 0.15 and not positional:
            dest = "other_" + name.replace("-", "_")
            options.append(f"dest='{dest}'")
        if not dest:
            dest = next((f for f in flags if f.startswith("--")), flags[0]).lstrip("-").replace("-", "_")
        lines.append(f"p.add_argument({', '.join([repr(f) for f in flags] + options)})")
        names.append(dest)
    if draw.random() < 0.2:
        lines.append(f"p.set_defaults({draw.choice(names)}={draw.choice(VALUES[kind])})")
    if draw.random() < 0.15:
        lines.append("a, rest = p.parse_known_args()")
        words += draw.choice([[], ["--unknown", "5"]])
    elif draw.random() < 0.2:
        lines.append(f"a = p.parse_args(namespace=argparse.Namespace({draw.choice(names)}={draw.choice(VALUES[kind])}, more=9))")
    else:
        lines.append("a = p.parse_args()")
    name = draw.choice(names)
    lines.append("x = " + draw.choice([f"a.{name}", f"a.{name}", f"getattr(a, '{name}')", f"vars(a)['{name}']"]))
    return words, lines


def drawn_click(draw):
    lines, words, names = ["import click", "@click.command()"], [], []
    for name in draw.sample(NAMES, draw.randint(1, 3)):
        kind, given = draw.choice(list(WORDS)), draw.random() < 0.6
        mine, options = name.replace("-", "_"), []
        style = draw.choice(["option", "option", "option", "flag", "both", "argument", "multiple"])
        if style == "argument":
            default = draw.random() < 0.3
            lines.append(f"@click.argument('{mine}'" + ("" if kind == "str" else f", type={kind}") + (f", default={VALUES[kind][0]}" if default else "") + ")")
            words = [*words] if default and not given else [*words, draw.choice([w for w in WORDS[kind] if w[0] != "-"])]
        elif style == "flag":
            lines.append(f"@click.option('--{name}', is_flag=True" + draw.choice(["", ", default=False", ", default=True"]) + ")")
            words += [f"--{name}"] if given else []
        elif style == "both":
            lines.append(f"@click.option('--{name}/--no-{name}', default={draw.choice(['True', 'False'])})")
            words += [draw.choice([f"--{name}", f"--no-{name}"])] if given else []
        else:
            flags = [f"--{name}"] + ([f"-{name[0]}"] if draw.random() < 0.3 else [])
            options = [repr(f) for f in draw.sample(flags, len(flags))]
            if draw.random() < 0.2:
                mine = "my_" + mine
                options.append(repr(mine))
            if kind != "str" or draw.random() < 0.3:
                options.append(f"type={draw.choice([kind, 'click.' + {'int': 'INT', 'float': 'FLOAT', 'str': 'STRING'}[kind]])}")
            if style == "multiple":
                options.append("multiple=True")
            elif draw.random() < 0.6:
                options.append(f"default={draw.choice(VALUES[kind])}")
            lines.append(f"@click.option({', '.join(options)})")
            for _ in range(2 if style == "multiple" else 1):
                if given:
                    flag, word = draw.choice(flags), draw.choice(WORDS[kind])
                    words += [f"{flag}={word}"] if flag.startswith("--") and draw.random() < 0.4 else [flag, word]
        names.append(mine)
    lines += [f"def main({', '.join(names)}):", "    global x", f"    x = {draw.choice(names)}", "main()"]
    return words, lines


def drawn_dataclass(draw):
    lines = ["from dataclasses import dataclass, field", "from typing import List, Optional", "from transformers import HfArgumentParser", "@dataclass", "class A:"]
    words, names = [], []
    fields = draw.sample(["n", "rate", "name", "batch_size", "deep", "k"], draw.randint(1, 3))
    for name in fields:
        kind, given = draw.choice([*WORDS, "bool", "list", "optional"]), draw.random() < 0.6
        plain = kind if kind in WORDS else draw.choice(list(WORDS))
        flag = draw.choice([f"--{name}", "--" + name.replace("_", "-")])
        if kind == "bool":
            default = draw.choice(["True", "False"])
            lines.append(f"    {name}: bool = {default}")
            words += draw.choice([[flag], [flag, draw.choice(["True", "false", "1", "no"])]]) if given else []
        elif kind == "list":
            lines.append(f"    {name}: List[{plain}] = field(default_factory=lambda: [{draw.choice(VALUES[plain])}])")
            words += [flag, *(draw.choice(WORDS[plain]) for _ in range(draw.randint(1, 3)))] if given else []
        elif kind == "optional":
            lines.append(f"    {name}: Optional[{plain}] = {draw.choice(['None', 'field(default=None)'])}")
            words += [flag, draw.choice(WORDS[plain])] if given else []
        else:
            value = draw.choice(VALUES[kind])
            lines.append(f"    {name}: {kind} = " + draw.choice([value, f"field(default={value})", f"field(default={value}, metadata={{'help': 'h'}})"]))
            words += ([flag, draw.choice(WORDS[kind])] if draw.random() < 0.6 else [f"{flag}={draw.choice(WORDS[kind])}"]) if given else []
        names.append(name)
    lines += ["p = HfArgumentParser(A)", draw.choice(["a, = p.parse_args_into_dataclasses()", "(a,) = p.parse_args_into_dataclasses()", "a = p.parse_args_into_dataclasses()[0]"])]
    lines.append(f"x = a.{draw.choice(names)}")
    return words, lines


def answer(words, lines):
    names = {"__name__": "__main__"}
    sys.argv = ["train.py", *words]
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            exec("\n".join(lines), names)
    except SystemExit as end:
        if end.code:
            return None
    except Exception:
        return None
    return repr(names["x"]) if "x" in names else None


def main():
    draw = random.Random(4)
    print("# what argparse, click and transformers' HfArgumentParser make of a command line: $ the words, a program, and what x is then\n")
    seen = set()
    for way, wanted in ((drawn_argparse, 220), (drawn_click, 120), (drawn_dataclass, 120)):
        count = 0
        while count < wanted:
            words, lines = way(draw)
            says = answer(words, lines)
            text = " ".join(["$", *words]) + "\n" + "\n".join(lines)
            if says is None or text in seen:
                continue
            seen.add(text)
            count += 1
            print(text + "\n# → " + says + "\n")


main()
