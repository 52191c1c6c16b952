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
