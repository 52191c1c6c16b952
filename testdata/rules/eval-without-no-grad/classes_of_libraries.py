import sys

import torch
from efficientnet_pytorch import EfficientNet
from othernets import Blocks, Scorer, load_pair
from torch.utils.data import DataLoader

# What is put into a mode and called is a model, whichever library its class comes from.
net = EfficientNet.from_pretrained("efficientnet-b0")
net.eval()
for x, y in DataLoader(sys.argv[1]):
    print(net(x).argmax(1) == y)  # want "gradients on"

model, transform = load_pair("base")
model.eval()
for x, y in DataLoader(sys.argv[2]):
    print(model(x).argmax(1) == y)  # want "gradients on"

network = torch.compile(Blocks(3))
network.eval()
for x, y in DataLoader(sys.argv[3]):
    print(network(x).argmax(1) == y)  # want "gradients on"

# Nobody puts this one into a mode.
scorer = Scorer(3)
for x, y in DataLoader(sys.argv[4]):
    print(scorer(x) == y)

quiet = Blocks(4)
quiet.eval()
with torch.no_grad():
    for x, y in DataLoader(sys.argv[5]):
        print(quiet(x).argmax(1) == y)
