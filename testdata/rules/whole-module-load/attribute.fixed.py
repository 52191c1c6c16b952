import torch


class Reasoner:
    def __init__(self, model, path, device):
        self.device = device
        self.model = model.to(device)
        self.model = torch.load(path, map_location=device, weights_only=False)  # want "what this loads is used as a module"

    def infer(self, loader):
        with torch.no_grad():
            self.model.eval()
            return [self.model(x.to(self.device)) for x in loader]


# Look-alikes: a dictionary of weights that a network is given, one that is told from a module, and what another method replaces.
class Loader:
    def __init__(self, net, path):
        self.net = net
        self.state = torch.load(path)

    def restore(self):
        self.net.load_state_dict(self.state)
        self.net.eval()


class Either:
    def __init__(self, net, path):
        self.net = torch.load(path)
        if isinstance(self.net, dict):
            net.load_state_dict(self.net)
            self.net = net

    def infer(self, x):
        self.net.eval()
        return self.net(x)


class Later:
    def __init__(self, path):
        self.net = torch.load(path)

    def build(self, make):
        self.net = make(self.net)

    def infer(self, x):
        return self.net(x)
