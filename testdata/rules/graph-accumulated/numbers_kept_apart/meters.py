class Averages:
    def __init__(self):
        self.values = {}
        self.counts = {}

    def add(self, name, value):
        if name not in self.values:
            self.values[name] = value
            self.counts[name] = 0
        else:
            self.values[name] = self.values[name] * self.counts[name] + value
            self.counts[name] += 1
            self.values[name] /= self.counts[name]

    def update(self, values):
        for name, value in values.items():
            self.add(name, value)
