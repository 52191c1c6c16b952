import torch
import torch.nn as nn


class MapStore:
    """What the blocks leave here stays here."""

    def __init__(self):
        self.maps = []
        self.by_name = {}

    def add(self, name, scores):
        self.maps.append(scores)
        self.by_name[name] = scores


class QuietStore:
    def __init__(self):
        self.maps = []

    def add(self, scores):
        self.maps.append(scores.detach().cpu())


class Block(nn.Module):
    def __init__(self, name, dim, store, quiet):
        super().__init__()
        self.name = name
        self.query = nn.Linear(dim, dim)
        self.key = nn.Linear(dim, dim)
        self.value = nn.Linear(dim, dim)
        self.store = store
        self.quiet = quiet
        self.saved_maps = []
        self.maps_by_length = {}

    def forward(self, x):
        scores = (self.query(x) @ self.key(x).transpose(-2, -1)).softmax(dim=-1)
        self.store.add(self.name, scores.detach())  # want "self.store keeps scores"
        self.quiet.add(scores)
        self.saved_maps.append(scores.detach())  # want "self.saved_maps keeps scores"
        self.maps_by_length[x.shape[1]] = scores.detach()  # want "self.maps_by_length keeps scores"
        return scores @ self.value(x)


class Clearing(nn.Module):
    """Keeps the maps of one forward pass while it lasts."""

    def __init__(self, dim, depth):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(dim, dim) for _ in range(depth)])
        self.layer_features = []

    def forward(self, x):
        self.layer_features = []
        for layer in self.layers:
            x = layer(x).relu()
            self.layer_features.append(x)
        return x, torch.stack([f.mean() for f in self.layer_features]).sum()


def once(batch):
    store, quiet = MapStore(), QuietStore()
    model = Block("first", 8, store, quiet)
    return model(batch)
