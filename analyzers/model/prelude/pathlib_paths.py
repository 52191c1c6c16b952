"""Paths of pathlib. What lies on the disk is not known, but for the texts of the project, which open() gives."""
import os

from trainlint import known, unknown


def joined(parts):
    text = ""
    for part in parts:
        if known(part) and isinstance(part, PurePath):
            part = part.trainlint_text
        if not known(part):
            return part
        if part.startswith("/") or text == "":
            text = part
        else:
            text = text + "/" + part
    root = "/" if text.startswith("/") else ""
    return root + "/".join([part for part in text.split("/") if part not in ("", ".")]) or "."


class PurePath:
    def __init__(self, *parts):
        self.trainlint_text = joined(parts)

    def trainlint_with(self, text):
        return type(self)(text)

    def __str__(self):
        return self.trainlint_text

    __fspath__ = as_posix = __repr__ = __str__

    def __truediv__(self, other):
        return self.trainlint_with(joined([self, other]))

    def __rtruediv__(self, other):
        return self.trainlint_with(joined([other, self]))

    def joinpath(self, *others):
        return self.trainlint_with(joined([self] + list(others)))

    def trainlint_about(self, other):
        """Both texts, unknown where one is."""
        if not known(other) or not isinstance(other, PurePath):
            return unknown("a path beside something else")
        for one in (self, other):
            if not known(one.trainlint_text):
                return one.trainlint_text
        return self.trainlint_text, other.trainlint_text

    def __eq__(self, other):
        if not known(other):
            return other
        if not isinstance(other, PurePath):
            return False
        both = self.trainlint_about(other)
        return both[0] == both[1] if known(both) else both

    def __ne__(self, other):
        same = self == other
        return not same if known(same) else same

    def __lt__(self, other):
        both = self.trainlint_about(other)
        return both[0].split("/") < both[1].split("/") if known(both) else both

    def __hash__(self):
        return hash(self.trainlint_text)

    @property
    def parts(self):
        text = self.trainlint_text
        if not known(text):
            return text
        if text.startswith("/"):
            return tuple(["/"] + [part for part in text[1:].split("/") if part])
        return () if text == "." else tuple(text.split("/"))

    @property
    def name(self):
        text = self.trainlint_text
        return text if not known(text) else "" if text in (".", "/") else text.split("/")[-1]

    @property
    def suffix(self):
        name = self.name
        if not known(name):
            return name
        dot = name.rfind(".")
        return name[dot:] if 0 < dot < len(name) - 1 else ""

    @property
    def stem(self):
        name = self.name
        return name[:len(name) - len(self.suffix)] if known(name) else name

    @property
    def parent(self):
        text = self.trainlint_text
        if not known(text) or text in (".", "/"):
            return self
        if "/" not in text:
            return self.trainlint_with(".")
        return self.trainlint_with(text[:text.rfind("/")] or "/")

    @property
    def parents(self):
        if not known(self.trainlint_text):
            return self.trainlint_text
        found, one = [], self
        while one.parent.trainlint_text != one.trainlint_text:
            one = one.parent
            found.append(one)
        return found

    def with_name(self, name):
        return self.parent / name

    def with_suffix(self, suffix):
        stem = self.stem
        return self.parent / (stem + suffix) if known(stem) and known(suffix) else self.trainlint_with(unknown("a path"))

    def with_stem(self, stem):
        suffix = self.suffix
        return self.parent / (stem + suffix) if known(stem) and known(suffix) else self.trainlint_with(unknown("a path"))

    def is_absolute(self):
        return self.trainlint_text.startswith("/") if known(self.trainlint_text) else self.trainlint_text

    def relative_to(self, *others):
        return self.trainlint_with(unknown("a path seen from another"))

    def __getattr__(self, name):
        return unknown("what a path says of itself")


class Path(PurePath):
    @classmethod
    def cwd(cls):
        return cls(unknown("where the program runs"))

    @classmethod
    def home(cls):
        return cls(unknown("where its user lives"))

    def resolve(self, strict=False):
        return self

    def absolute(self):
        return self

    def expanduser(self):
        return self

    def open(self, mode="r", *args, **kwargs):
        return open(self.trainlint_text, mode)

    def read_text(self, *args, **kwargs):
        return open(self.trainlint_text).read()

    def exists(self):
        return os.path.exists(self.trainlint_text)

    is_file = exists

    def looks(self, *args, **kwargs):
        return unknown("what lies on the disk")

    is_dir = is_symlink = stat = glob = rglob = iterdir = read_bytes = walk = looks

    def does(self, *args, **kwargs):
        return None

    mkdir = rmdir = unlink = touch = chmod = write_text = write_bytes = symlink_to = does

    def rename(self, target):
        return self.trainlint_with(target)

    replace = rename


PosixPath, PurePosixPath = Path, PurePath
