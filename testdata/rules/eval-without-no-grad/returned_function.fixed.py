import torch


def make_evaluation(loader, device):
    @torch.no_grad()
    def evaluate(model):
        right = 0
        for x, y in loader:
            pred = model(x.to(device)).argmax(dim=1)  # want "model runs with gradients on"
            right += pred.eq(y).sum().item()
        return right

    return evaluate


def make_quiet_evaluation(loader, device):
    def evaluate(model):
        right = 0
        with torch.no_grad():
            for x, y in loader:
                pred = model(x.to(device)).argmax(dim=1)
                right += pred.eq(y).sum().item()
        return right

    return evaluate


def make_penalty(loader, device):
    def penalty(model):
        total = 0
        for x, y in loader:
            total = total + model(x.to(device)).mean()
        return total

    return penalty
