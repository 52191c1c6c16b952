# This one goes on training.
import sys

import torch
from tagger import Tagger
from torch.utils.data import DataLoader

tagger = Tagger({"hidden": 8})
tagger.load(sys.argv[1])
scores = []
for batch, target in DataLoader(torch.load(sys.argv[2], map_location="cpu"), batch_size=4, shuffle=True):
    scores.append(tagger.update(batch, target))
print(scores)
