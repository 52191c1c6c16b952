"""Compares `trainlint model` with what torch measured of people's modules, over local copies of their repositories.

    python compare_modules.py TRAINLINT ../../testdata/oracle/modules.csv TREES [work|unseen|fresh|kept|later|last|strangers|guests|visitors|absent|found|found2|named|found3|sights|second|fourth|fifth|sixth|seventh|eighth|ninth]

TREES holds a work tree of each repository as owner+name; what is not at hand is counted apart. Of the sets unseen, kept and absent only
totals are printed. found and found2 are what user_modules.py --find takes of repositories, half of them by a hash of their name, found3 of others;
named are modules of the same repositories whose class, arguments and inputs a person wrote down before any look. sights are of 39
repositories, as they build and feed them or found likewise, second are found in others after what sights showed was mended, fourth
are of 53 more: as they build and feed them, else found, and their main classes with arguments that a person wrote before any look; so are those of fifth to eighth. Where the bytes are
those of the CPU's kernels, as the column error says, only parameters and whether it was followed are compared.
"""

import csv
import json
import os
import subprocess
import sys


def asked(program, row, trees):
    command = [program, "model", f"{row['path']}:{row['name']}", "--format", "json"]
    for name, value in json.loads(row["arguments"] or "{}").items():
        command += ["--arg", f"{name}={value!r}"]
    for shape in row["input"].split():
        command += ["--input", shape]
    tree = os.path.join(trees, row["repository"].replace("/", "+"))
    done = subprocess.run(command, capture_output=True, text=True, cwd=tree)
    return json.loads(done.stdout)["model"] if done.stdout else {"unknown": [{"reason": done.stderr}]}


def off(value, truth):
    return abs(value - truth) / max(truth, 1)


def main(program, measured, trees, wanted="work"):
    with open(measured) as file:
        rows = [row for row in csv.DictReader(file) if row["set"] == wanted and row["torch"]]
    count = dict.fromkeys(["modules", "parameters exact", "followed", "bytes to compare", "saved within 2%", "peak within 5%", "not at hand"], 0)
    for row in rows:
        if not os.path.exists(os.path.join(trees, row["repository"].replace("/", "+"), row["path"])):
            count["not at hand"] += 1
            continue
        model = asked(os.path.abspath(program), row, os.path.abspath(trees))
        count["modules"] += 1
        exact = [str(model.get(name)) for name in ("parameters", "trainable", "buffers")] == [row["parameters"], row["trainable"], row["buffers"]]
        count["parameters exact"] += exact
        if model["unknown"]:
            verdict = model["unknown"][0]
        elif row["error"]:
            count["followed"] += 1
            verdict = row["error"]
        else:
            count["followed"] += 1
            count["bytes to compare"] += 1
            saved, peak = off(model["saved_bytes"], int(row["saved"])), off(model["step_peak_bytes"] or 0, int(row["peak"]))
            count["saved within 2%"] += saved <= 0.02
            count["peak within 5%"] += peak <= 0.05
            verdict = f"saved off by {saved:.2%}, peak by {peak:.1%}"
        if wanted not in ("unseen", "kept", "absent"):
            print(row["repository"], f"{row['path']}:{row['name']}", "" if exact else "parameters differ", verdict)
    print(wanted, ", ".join(f"{name} {n}" for name, n in count.items()))


if __name__ == "__main__":
    main(*sys.argv[1:])
