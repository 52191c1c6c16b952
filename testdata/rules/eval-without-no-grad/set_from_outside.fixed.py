import torch


class Engine:
    """Whoever makes an engine sets its model and its data."""

    def __init__(self):
        self.model = None
        self.data = None
        self.epoch = 0

    def run(self):
        while self.epoch < 10:
            self.train_epoch(self.model, self.data["train"])
            self.eval_epoch(self.model, self.data["eval"])
            self.epoch += 1

    def train_epoch(self, model, data):
        model.train()
        for batch in data.loader():
            model(batch)["loss"].backward()

    @torch.no_grad()
    def eval_epoch(self, model, data):
        model.eval()
        for batch in data.loader():
            out = model(batch)  # want "model runs with gradients on in an evaluation loop"
            print(out["loss"].item())


class Quiet:
    def __init__(self):
        self.model = None

    def eval_epoch(self, loader):
        self.model.eval()
        with torch.no_grad():
            for batch in loader:
                print(self.model(batch))
