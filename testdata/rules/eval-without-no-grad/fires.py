import torch
import torch.nn.functional as F


def evaluate(model, loader):
    model.eval()
    correct = 0
    for images, labels in loader:
        correct += (model(images).argmax(dim=1) == labels).sum().item()  # want "model runs with gradients on in an evaluation loop"
    return correct


def train(model, train_loader, val_loader, optimizer):
    for epoch in range(10):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()
        total = 0.0
        for x, y in val_loader:
            total += F.mse_loss(model(x), y).item()  # want "torch.no_grad"
        print(epoch, total / len(val_loader))


class Trainer:
    def __init__(self, net, optimizer):
        self.net = net
        self.optimizer = optimizer

    def validate(self, loader):
        for x, y in loader:
            out = self.net(x)  # want "net runs with gradients on"
            print((out.argmax(1) == y).float().mean().item())


def predict_all(model, test_loader):
    return_value = []
    model.eval()
    for x in test_loader:
        return_value.append(model(x).argmax(dim=1).cpu())  # want "model runs"
    return return_value
