import torch


class Trainer:
    def fit(self, model, loader, optimizer, path):
        self.checkpoint = torch.load(path)
        model.load_state_dict(self.checkpoint["model"])
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


def several(model, loader, optimizer, path):
    weights, epoch = torch.load(path)
    model.load_state_dict(weights)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def both(model, loader, optimizer, path):
    first = second = torch.load(path)
    model.load_state_dict(first)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
    return second


def a_model(net, loader, optimizer, path):
    loaded = torch.load(path)
    loaded.load_state_dict(net.state_dict())
    for batch in loader:
        optimizer.zero_grad()
        loaded(batch).mean().backward()
        optimizer.step()


def test_it(model, loader, optimizer, path):
    loaded = torch.load(path)
    model.load_state_dict(loaded)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
