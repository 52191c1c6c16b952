"""The releases of a package in a folder of wheels: pip download --no-deps PACKAGE==VERSION for each."""

import re
from pathlib import Path


def numbers(version):
    return tuple(int(n) for n in re.findall(r"\d+", version))


def last_patches(place):
    """[((major, minor), wheel)] of the last patch of every minor release, oldest first."""
    last = {}
    for wheel in Path(place).glob("*.whl"):
        version = numbers(wheel.name.split("-")[1])
        if version[:2] not in last or version > last[version[:2]][0]:
            last[version[:2]] = (version, wheel)
    return [(minor, wheel) for minor, (_, wheel) in sorted(last.items())]


def releases_in(place):
    """The same with the release as people write it: "2.4"."""
    return [("%d.%d" % minor, wheel) for minor, wheel in last_patches(place)]


def intervals(releases):
    """Rows of what is there from which release to which, of [(version, {name: {argument: default}})], oldest first. An interval of the
    name itself comes first: the row without an argument."""
    rows = []
    for name in {n for _, found in releases for n in found}:
        for argument in [""] + sorted({a for _, found in releases for a in found.get(name, {})}):
            since = default = None
            for i, (version, found) in enumerate(releases):
                if name in found and (argument == "" or argument in found[name]):
                    if since is None:
                        since = version if i else ""
                    default = "" if argument == "" else found[name][argument]
                elif since is not None:
                    rows.append([name, argument, since, version, default])
                    since = None
            if since is not None:
                rows.append([name, argument, since, "", default])
    return sorted(rows, key=lambda r: (r[0], r[1], [int(x) for x in r[2].split(".") if x]))
