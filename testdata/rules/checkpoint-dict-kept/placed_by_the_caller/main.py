import sys

import torch
from train import train

train(torch.load("data.pt"), sys.argv[1], torch.device("cuda"))
