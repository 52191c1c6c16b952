import torch.nn.functional as F


def log(model, loader):
    total, parts = 0.0, []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)  # also eval-without-no-grad
        total += loss.data[0].item()  # want "loss.data\[0\] raises IndexError since torch 1.0; it is loss.data"
        parts.append(loss.detach()[0].cpu().numpy())  # want "it is loss.detach"
    return total, parts
