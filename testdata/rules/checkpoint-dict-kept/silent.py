import torch


def train(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()


def to_cpu(model, loader, optimizer):
    checkpoint = torch.load("last.pt", map_location="cpu")
    model.load_state_dict(checkpoint)
    train(model, loader, optimizer)


def storage(model, loader, optimizer):
    checkpoint = torch.load("last.pt", map_location=lambda storage, location: storage)
    model.load_state_dict(checkpoint)
    train(model, loader, optimizer)


def deleted(model, loader, optimizer):
    checkpoint = torch.load("last.pt")
    model.load_state_dict(checkpoint)
    del checkpoint
    train(model, loader, optimizer)


def rebound(model, loader, optimizer):
    checkpoint = torch.load("last.pt")
    model.load_state_dict(checkpoint)
    checkpoint = None
    train(model, loader, optimizer)


def used_later(model, loader, optimizer):
    checkpoint = torch.load("last.pt")
    model.load_state_dict(checkpoint["model"])
    train(model, loader, optimizer)
    return checkpoint["epoch"]


def returns(model):
    checkpoint = torch.load("last.pt")
    model.load_state_dict(checkpoint)


def evaluation_only(model, loader):
    checkpoint = torch.load("last.pt")
    model.load_state_dict(checkpoint)
    with torch.no_grad():
        return [model(x) for x in loader]


def inline(model, loader, optimizer, device):
    model.load_state_dict(torch.load("last.pt"))
    other = torch.load("other.pt", map_location=device)
    model.load_state_dict(other)
    train(model, loader, optimizer)


def kept_elsewhere(model, loader, optimizer):
    checkpoint = torch.load("last.pt")
    model.initial = checkpoint
    model.load_state_dict(checkpoint)
    train(model, loader, optimizer)


class Resumed:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer

    def resume(self, path):
        weights = torch.load(path)
        self.model.load_state_dict(weights)
        self.optimizer.step()  # so that the scheduler does not complain

    def train(self, path, loader):
        self.resume(path)
        for x, y in loader:
            self.optimizer.zero_grad()
            torch.nn.functional.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()
