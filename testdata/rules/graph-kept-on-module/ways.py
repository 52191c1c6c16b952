import torch
import torch.nn as nn


class Keeps(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.layer = nn.Linear(dim, dim)
        self.saved_maps = []
        self.features_by_name = {}

    def forward(self, x, flags):
        hidden = self.layer(x).relu()
        self.hidden_pair, self.second = hidden, x.shape  # want "self.hidden_pair keeps hidden"
        self.last_hidden = hidden  # want "self.last_hidden keeps hidden"
        self.saved_maps.append(hidden)  # want "self.saved_maps keeps hidden.*it grows"
        self.features_by_name["x"] = hidden  # want "self.features_by_name keeps hidden"
        self.hidden_norm: torch.Tensor = hidden.norm()  # want "self.hidden_norm keeps"
        self.put(hidden)
        return hidden.sum()

    def put(self, what):
        self.kept_hidden = what.detach()


class Asked(nn.Module):
    def __init__(self, dim, kwargs):
        super().__init__()
        self.layer = nn.Linear(dim, dim)
        self.options = kwargs

    def forward(self, x, output=None, **kwargs):
        hidden = self.layer(x).relu()
        if self.options["return_maps"]:
            self.hidden_one = hidden
        if kwargs["return_maps"]:
            self.hidden_two = hidden
        if not (output is None):
            self.hidden_three = hidden
        if self.options.get("debug", False) and x.ndim == 3:
            self.hidden_four = hidden
        return hidden.sum()


class ReadElsewhere(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.layer = nn.Linear(dim, dim)

    def forward(self, x):
        hidden = self.layer(x).relu()
        self.hidden_for_the_loss = hidden
        return hidden.sum()

    def penalty(self):
        return self.hidden_for_the_loss.pow(2).mean()


class Emptied(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.layer = nn.Linear(dim, dim)
        self.emptied_maps = {}
        self.hidden_list = []
        self.hidden_dict = {}

    def forward(self, x):
        hidden = self.layer(x).relu()
        self.hidden_list = []
        self.hidden_list.append(hidden)
        self.hidden_dict = {}
        self.hidden_dict["y"] = hidden
        self.emptied_maps = hidden
        use(hidden)
        self.emptied_maps = None
        local = {}
        local["x"] = hidden
        rows = [hidden]
        rows.append(hidden)
        return hidden.sum()


class NoGraph(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.layer = nn.Linear(dim, dim)

    @torch.no_grad()
    def forward(self, x):
        self.hidden_scores = self.layer(x)
        return self.hidden_scores.sum()


class Detached(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.layer = nn.Linear(dim, dim)

    def forward(self, x):
        hidden = self.layer(x)
        self.hidden_a = hidden.detach()
        self.hidden_b = hidden.shape
        self.hidden_c = hidden.mean().item()
        self.hidden_d = hidden.argmax(-1)
        self.hidden_e = hidden > 0
        self.hidden_f = hidden.data
        self.hidden_g = x
        return hidden


# A hook of a library's module keeps what it sees.
saved_features = {}


def hook(module, inputs, output):
    saved_features["out"] = output  # want "saved_features keeps output"


def quiet_hook(module, inputs, output):
    saved_features["quiet"] = output.detach()


net = torch.nn.Linear(2, 2)
net.register_forward_hook(hook)
net.register_forward_hook(quiet_hook)
