import torch


def forward_pass(model, batch):
    ids, labels = batch
    if model.training:
        out = model(ids)
    else:
        with torch.no_grad():
            out = model(ids)
    return torch.nn.functional.nll_loss(out, labels)


def forward_always(model, batch):
    ids, labels = batch
    if model.training:
        ids = ids + 0.1 * torch.randn_like(ids)
    return torch.nn.functional.nll_loss(model(ids), labels)


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def validate(self, loader):
        self.model.eval()
        total = 0.0
        for batch in loader:
            total += forward_pass(self.model, batch).item()
        return total

    def validate_recorded(self, loader):
        self.model.eval()
        total = 0.0
        with torch.no_grad():
            for batch in loader:
                total += forward_always(self.model, batch).item()  # want "runs with gradients on"
        return total

    def train(self, loader, dev):
        for epoch in range(10):
            self.model.train()
            for batch in loader:
                loss = forward_pass(self.model, batch)
                loss.backward()
                self.optimizer.step()
                self.optimizer.zero_grad()
            self.validate(dev)
            self.validate_recorded(dev)
