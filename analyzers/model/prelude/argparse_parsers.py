"""argparse, without what a command line says: only a job knows that. Where a model is looked at by itself, options have their defaults."""
from argparse import Namespace

from trainlint import defaults, known, unknown


class ArgumentParser:
    def __init__(self, *args, parents=(), argument_default=None, **kwargs):
        self.options, self.set, self.open = {}, {}, bool(parents) or argument_default is not None

    def add_argument(self, *names, **kwargs):
        action = kwargs.get("action")
        if action in ("help", "version"):
            return
        dest = kwargs.get("dest")
        positional = not names or not names[0].startswith("-")
        if dest is None:
            if not names:
                self.open = True
                return
            long = [name for name in names if name.startswith("--")]
            dest = (long or names)[0].lstrip("-")
            if not positional:
                dest = dest.replace("-", "_")
        if positional:
            missing = kwargs.get("nargs") not in ("?", "*")
        else:
            missing = kwargs.get("required", False)
        value = kwargs.get("default")
        if action in ("store_true", "store_false") and "default" not in kwargs:
            value = action == "store_false"
        if positional and kwargs.get("nargs") == "*" and value is None:
            value = []
        if "default" in kwargs:
            self.set.pop(dest, None)
        self.options[dest] = (value, missing, kwargs.get("type"))

    def add_argument_group(self, *args, **kwargs):
        return self

    def add_mutually_exclusive_group(self, *args, **kwargs):
        return self

    def set_defaults(self, **kwargs):
        self.set.update(kwargs)

    def parse_args(self, args=None, namespace=None):
        if self.open or namespace is not None or args is not None and list(args) or not defaults():
            return unknown("the options of the command line")
        made = Namespace()
        for name, (value, missing, kind) in self.options.items():
            if missing:
                return unknown("the options of the command line, which has to say " + name)
            value = self.set.get(name, value)
            setattr(made, name, kind(value) if kind is not None and known(value) and isinstance(value, str) else value)
        for name, value in self.set.items():
            if name not in self.options:
                setattr(made, name, value)
        return made

    parse_intermixed_args = parse_args

    def parse_known_args(self, args=None, namespace=None):
        return self.parse_args(args, namespace), []

    parse_known_intermixed_args = parse_known_args

    def __getattr__(self, name):
        self.open = True
        return unknown("what a parser of argparse does")
