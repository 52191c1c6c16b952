import copy


class Keeper:
    def __init__(self):
        self.best = None
        self.kept = None
        self.copied = None

    def update(self, score, model):
        if self.best is None or score > self.best:
            self.best = score
            self.kept = model  # want "self.kept is the model that is trained"
            self.copied = copy.deepcopy(model)
