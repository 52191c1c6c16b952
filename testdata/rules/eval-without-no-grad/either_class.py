# A network of one of two classes that nobody sees is put into eval mode, whichever it is.
import importlib
import sys

import torch
from data import Held
from torch.utils.data import DataLoader

layers = importlib.import_module(sys.argv[1])
if sys.argv[2] == "boxes":
    Detector = layers.Boxes
else:
    Detector = layers.Points
net = Detector(classes=10)
net.to("cuda")
net.load_state_dict(torch.load("net.pt", map_location="cpu"))
held = DataLoader(Held(), batch_size=4, num_workers=4)


def measure():
    net.eval()
    hits = 0
    for batch in held:
        out = net(batch["points"])  # want "net runs with gradients on in an evaluation loop"
        hits += out["hits"].item()
    return hits


def measure_quietly():
    net.eval()
    hits = 0
    with torch.no_grad():
        for batch in held:
            hits += net(batch["points"])["hits"].item()
    return hits


print(measure(), measure_quietly())
