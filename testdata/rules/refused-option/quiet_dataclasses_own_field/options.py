from dataclasses import field


def option(*names, default):
    return field(default=default, metadata={"aliases": list(names)})
