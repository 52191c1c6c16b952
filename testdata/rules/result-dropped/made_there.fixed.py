import torch


def speed(model, size, device):
    x = torch.randn(*size, device=device)
    x.to(device)
    for _ in range(100):
        model(x)


def elsewhere(model, size, device, other):
    x = torch.randn(*size, device=device)
    x = x.to(other)  # want "leaves x as it is"
    return model(x)


def on_the_host(model, size, device):
    x = torch.randn(*size)
    x = x.to(device)  # want "leaves x as it is"
    return model(x)
