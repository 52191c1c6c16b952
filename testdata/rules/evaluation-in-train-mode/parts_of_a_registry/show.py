import json
import sys

import torch
from torch.utils.data import DataLoader

from data import Pictures
from nets import Fixed, Segmenter

cfg = json.load(open(sys.argv[1]))
net = Segmenter(cfg)
net.load_state_dict(torch.load(sys.argv[2], map_location="cpu"))
fixed = Fixed(cfg)
fixed.load_state_dict(torch.load(sys.argv[2], map_location="cpu"))
with torch.no_grad():
    for pictures in DataLoader(Pictures(), batch_size=4):
        torch.save(net(pictures).argmax(1), "classes.pt")  # want "net runs in training mode with the weights that it was given: where it has dropout"
        torch.save(fixed(pictures).argmax(1), "fixed.pt")
