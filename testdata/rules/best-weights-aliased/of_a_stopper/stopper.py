import copy


class Stopper:
    def __init__(self, patience):
        self.patience, self.best, self.wait, self.kept = patience, float("inf"), 0, None

    def update(self, value, model):
        if value < self.best:
            self.best, self.wait = value, 0
            self.kept = {"model": model.state_dict(), "value": value}  # want "gives the parameters themselves"
        else:
            self.wait += 1
        return self.wait >= self.patience

    def restore(self, model):
        model.load_state_dict(self.kept["model"])


class CopyingStopper(Stopper):
    def update(self, value, model):
        if value < self.best:
            self.best, self.wait = value, 0
            self.kept = {"model": copy.deepcopy(model.state_dict()), "value": value}
        else:
            self.wait += 1
        return self.wait >= self.patience
