"""Runs the experiments against what is installed and writes what was seen.

    python3 oracle/run.py [--versions FOLDER | --gpu] [RULE...]

runs them with the interpreter that is given, on the CPU; with --gpu, those alone that take a GPU. With --versions, it makes a virtual environment for each line of versions.txt in FOLDER (never in
the checkout) and runs them in each; the packages take some gigabytes. Either way the rows of ../testdata/oracle/rules.csv for the rules and
versions that ran are written anew, and the others stay.
"""
import csv
import importlib
import importlib.metadata
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
RULES = HERE.parent / "testdata" / "oracle" / "rules.csv"
COLUMNS = ["rule", "experiment", "package", "version", "expected", "seen_bad", "seen_good", "outcome"]
GROUPS = ["training", "scaling", "losses", "schedules", "layers", "samples", "pictures", "feeding", "memory", "configs", "settings", "engines", "hooks", "removed", "combinations"]
ON_GPU = ["gpu"]


def newer(version, since):
    numbers = lambda text: [int(n) for n in re.findall(r"\d+", text.split("+")[0])[:2]]
    return numbers(version) >= numbers(since)


def rows(wanted, groups):
    from experiment import TABLE, seen

    for group in groups:
        try:
            importlib.import_module(group)
        except ModuleNotFoundError as error:
            print(f"{group}: {error}", file=sys.stderr)
    for name, e in TABLE.items():
        if wanted and e.rule not in wanted:
            continue
        try:
            version = importlib.metadata.version(e.package).split("+")[0]
            importlib.metadata.version(e.beside or e.package)
        except importlib.metadata.PackageNotFoundError:
            continue
        if e.needs and not newer(version, e.needs) or e.until and newer(version, e.until):
            continue
        bad, good = seen(e.functions["bad"]), seen(e.functions["good"])
        if groups is ON_GPU:
            print(f"{name}: {bad} / {good}", flush=True)
        shows = bool(re.search(e.bad, bad)) and bool(re.search(e.good, good))
        if e.since and not newer(version, e.since):
            harmless = not re.search(e.bad, bad) and not bad.startswith("raises")
            outcome = "before" if harmless else "contradicts"
        else:
            outcome = "agrees" if shows else "contradicts"
        since = f" since {e.since}" if e.since else ""
        yield dict(zip(COLUMNS, [e.rule, name, e.package, version, f"{e.bad} / {e.good}{since}", bad, good, outcome]))


def environments(folder, wanted):
    for line in (HERE / "versions.txt").read_text().splitlines():
        python, *packages = line.split("#")[0].split() or [""]
        if not packages:
            continue
        at = pathlib.Path(folder) / re.sub(r"\W+", "-", "-".join(packages))[:60]
        if not at.exists():
            alone = packages.index("+") if "+" in packages else len(packages)
            subprocess.run([python, "-m", "venv", at], check=True)
            subprocess.run([at / "bin" / "pip", "install", "-q", *packages[:alone]], check=True)
            for package in packages[alone + 1:]:
                options = ["-q", "--no-deps", "--no-build-isolation", package]
                subprocess.run([at / "bin" / "pip", "install", *options], check=True, env={**os.environ, "DS_BUILD_OPS": "0"})
        subprocess.run([at / "bin" / "python", __file__, *wanted], check=True)


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--versions"]:
        return environments(arguments[1], arguments[2:])
    groups = ON_GPU if arguments[:1] == ["--gpu"] else GROUPS
    arguments = [a for a in arguments if a != "--gpu"]
    if groups is GROUPS:
        os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
    sys.path.insert(0, str(HERE))
    found = list(rows(arguments, groups))
    # Read after the experiments, which take a while: another run may have written meanwhile.
    kept = list(csv.DictReader(RULES.open())) if RULES.exists() else []
    ran = {(r["experiment"], r["version"]) for r in found}
    table = [r for r in kept if (r["experiment"], r["version"]) not in ran] + found
    table.sort(key=lambda r: (r["rule"], r["experiment"], [int(n) for n in re.findall(r"\d+", r["version"])]))
    with RULES.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    for r in found:
        if r["outcome"] == "contradicts":
            print(f"{r['rule']} ({r['package']} {r['version']}): expected {r['expected']}\n  bad:  {r['seen_bad']}\n  good: {r['seen_good']}")
    contradicting = sum(r["outcome"] == "contradicts" for r in found)
    print(f"{len(found)} experiments, {contradicting} contradict their rule")


if __name__ == "__main__":
    main()
