import torch


def from_handle(path, x):
    with open(path, "rb") as file:
        net = torch.load(file, weights_only=False)  # want "what this loads is used as a module"
    net.eval()
    return net(x)


def item(path, x, device):
    checkpoint = torch.load(path, weights_only=False)  # want "what this loads is used as a module"
    net = checkpoint["net"].to(device)
    print(checkpoint["epoch"])
    net.eval()
    return net(x)


def weights(net, path):
    with open(path, "rb") as file:
        state = torch.load(file)
    net.load_state_dict(state)
    checkpoint = torch.load(path)
    weights = checkpoint["net"]
    net.load_state_dict(weights)
    net.eval()
    return weights


def either(net, path):
    with open(path, "rb") as file:
        loaded = torch.load(file)
    if isinstance(loaded, dict):
        net.load_state_dict(loaded)
    else:
        net = loaded
    return net
