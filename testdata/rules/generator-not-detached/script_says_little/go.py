import torch
from torch.utils.data import DataLoader

from turns import Turns


def main(a, b):
    turns = Turns(torch.nn.Linear(8, 8), torch.nn.Linear(8, 1))
    for epoch in range(10):
        for x, y in zip(DataLoader(a, 8), DataLoader(b, 8)):
            turns.tell(x, y)
            turns.fool(x)


main(torch.rand(100, 8), torch.rand(100, 8))
