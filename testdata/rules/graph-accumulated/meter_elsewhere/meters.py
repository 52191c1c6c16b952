class AverageMeter:
    """Keeps the sum as it is given: a tensor stays one."""

    def __init__(self, name):
        self.name = name
        self.reset()

    def reset(self):
        self.value, self.sum, self.count = 0.0, 0.0, 0

    def update(self, value, n=1):
        self.value = value
        self.sum += value * n
        self.count += n

    @property
    def average(self):
        return self.sum / max(self.count, 1)


class NumberMeter:
    """Takes the number out of what it is given."""

    def __init__(self):
        self.sum, self.count = 0.0, 0

    def update(self, value, n=1):
        self.sum += float(value) * n
        self.count += n


class History:
    def __init__(self):
        self.records = []

    def add(self, **values):
        self.records.append(values)
