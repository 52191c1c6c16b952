import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, model, loader, path, device):
        self.device = device
        self.model = model.to(device)
        self.loader = loader
        self.optimizer = torch.optim.Adam(self.model.parameters())
        self.start(path)

    def start(self, path):
        self.checkpoint = torch.load(path, map_location=self.device)  # want "self.checkpoint keeps a second copy"
        self.model.load_state_dict(self.checkpoint["model"])

    def fit(self, epochs):
        for epoch in range(epochs):
            for x, y in self.loader:
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(x.to(self.device)), y.to(self.device)).backward()
                self.optimizer.step()


class InAVariable(Trainer):
    def start(self, path):
        checkpoint = torch.load(path, map_location=self.device)
        self.model.load_state_dict(checkpoint["model"])


class OnTheHost(Trainer):
    def start(self, path):
        self.kept = torch.load(path, map_location="cpu")
        self.model.load_state_dict(self.kept["model"])


class GivenUp(Trainer):
    def start(self, path):
        self.given = torch.load(path, map_location=self.device)
        self.model.load_state_dict(self.given["model"])
        self.given = None


class ReadLater(Trainer):
    def start(self, path):
        self.first = torch.load(path, map_location=self.device)
        self.model.load_state_dict(self.first["model"])

    def reset(self):
        self.model.load_state_dict(self.first["model"])


class Predictor:
    def __init__(self, model, path, device):
        self.model = model.to(device)
        self.weights = torch.load(path, map_location=device)
        self.model.load_state_dict(self.weights["model"])

    @torch.no_grad()
    def predict(self, loader):
        return [self.model(x).argmax(1).cpu() for x in loader]
