import os

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Plots(Dataset):
    def __init__(self, root, training):
        self.names = os.listdir(root)
        self.training = training  # no module: nothing is put into a mode by it

    def __len__(self):
        return len(self.names)

    def __getitem__(self, i):
        return torch.load(self.names[i])


def network():
    return nn.Sequential(nn.Conv1d(3, 16, 1), nn.BatchNorm1d(16), nn.ReLU(), nn.Conv1d(16, 3, 1))


def load_all(folder, evaluating=False):
    nets = {}
    for path in [os.path.join(folder, name) for name in os.listdir(folder)]:
        net = network()
        net.load_state_dict(torch.load(path))
        if evaluating:
            net.eval()
        nets[f"net_{os.path.basename(path)}"] = net
    return nets


def predict(nets, roots):
    shifts = []
    for plot, root in zip(("north", "south"), roots):
        net = nets[f"net_{plot}"].cuda()
        for batch in DataLoader(Plots(root, training=False)):
            with torch.no_grad():
                out = net(batch)  # want "net runs in training mode with the weights that it was given"
                shifts.append(out.cpu().numpy())
    return shifts


def predict_quietly(nets, roots):
    shifts = []
    for plot, root in zip(("north", "south"), roots):
        net = nets[f"net_{plot}"].cuda()
        for batch in DataLoader(Plots(root, training=False)):
            with torch.no_grad():
                shifts.append(net(batch).cpu().numpy())
    return shifts


def predict_set_by_hand(nets, roots):
    shifts = []
    for plot, root in zip(("north", "south"), roots):
        net = nets[f"net_{plot}"].cuda()
        net.eval()
        for batch in DataLoader(Plots(root, training=False)):
            with torch.no_grad():
                shifts.append(net(batch).cpu().numpy())
    return shifts


if __name__ == "__main__":
    predict(load_all("nets"), ["n", "s"])
    predict_quietly(load_all("nets", evaluating=True), ["n", "s"])
    predict_set_by_hand(load_all("nets"), ["n", "s"])
