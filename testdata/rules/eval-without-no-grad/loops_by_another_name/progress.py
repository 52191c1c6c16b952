import sys


class Progress:
    """Walks over what it is given and draws a bar."""

    def __init__(self, iterable, label):
        self.iterable, self.label = iterable, label

    def __iter__(self):
        for i, item in enumerate(self.iterable):
            sys.stderr.write(f"\r{self.label} {i + 1}/{len(self.iterable)}")
            yield item
        sys.stderr.write("\n")

    def __len__(self):
        return len(self.iterable)


def progress(iterable, label):
    return Progress(iterable, label)
