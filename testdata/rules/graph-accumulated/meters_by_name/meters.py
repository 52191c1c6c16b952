from collections import defaultdict


class Sum:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def update(self, value):
        self.total += value
        self.count += 1


class Number(Sum):
    def update(self, value):
        super().update(float(value))


class Log:
    def __init__(self, kind):
        self.meters = defaultdict(kind)

    def update(self, **values):
        for name, value in values.items():
            self.meters[name].update(value)
