class Mean:
    def __init__(self):
        self.total = 0.0
        self.count = 0

    def update(self, value, n=1):
        self.total += value * n
        self.count += n


# The first lap makes each of its meters.
class Meters:
    def __init__(self):
        self.meters = {}

    def update(self, **values):
        for name, value in values.items():
            self.meters.setdefault(name, Mean()).update(value)

    def fresh(self, **values):
        for name, value in values.items():
            self.meters[name] = Mean()
            self.meters[name].update(value)
