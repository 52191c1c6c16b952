"""Versions of packages, as packaging compares them."""
from trainlint import known, unknown


def numbers(text):
    """The numbers of a release without zeros behind, and whether it is one: 1.9.0rc1 comes before 1.9."""
    release, final = [], 1
    for part in text.strip().lstrip("v").split("+")[0].split("."):
        digits = ""
        for c in part:
            if not c.isdigit():
                break
            digits += c
        if digits:
            release.append(int(digits))
        if digits != part:
            if not part[len(digits):].startswith("post"):
                final = 0
            break
    while release and release[-1] == 0:
        release.pop()
    return release, final


class Version:
    def __init__(self, version):
        self.text = version
        self.key = numbers(version)
        self.release = tuple(int(n) for n in version.split("+")[0].split(".") if n.isdigit())
        padded = self.key[0] + [0, 0, 0]
        self.major, self.minor, self.micro = padded[:3]
        self.is_prerelease = not self.key[1]
        self.is_postrelease, self.is_devrelease = "post" in version, "dev" in version
        self.base_version = ".".join([str(n) for n in self.release])

    def __str__(self):
        return self.text

    def compared(self, other):
        if isinstance(other, str):
            other = parse(other)
        if self.key == other.key:
            return 0
        return -1 if self.key < other.key else 1

    def __lt__(self, other):
        return self.compared(other) < 0

    def __le__(self, other):
        return self.compared(other) <= 0

    def __gt__(self, other):
        return self.compared(other) > 0

    def __ge__(self, other):
        return self.compared(other) >= 0

    def __eq__(self, other):
        return self.compared(other) == 0

    def __ne__(self, other):
        return self.compared(other) != 0


def parse(version):
    if not known(version):
        return unknown("the version of a package")
    return Version(version)


parse_version = LooseVersion = StrictVersion = parse
