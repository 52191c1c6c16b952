# The class makes an optimizer with its model, and this program never steps.
import sys

import torch
from tagger import Tagger
from torch.utils.data import DataLoader

tagger = Tagger({"hidden": 8})
tagger.load(sys.argv[1])
scores = []
for batch in DataLoader(torch.load(sys.argv[2], map_location="cpu"), batch_size=4):
    scores += tagger.predict(batch)  # want "and nothing in this program trains"
print(scores)
