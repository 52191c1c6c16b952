import sys

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from trainers import GivenUp, InAVariable, OnTheHost, Predictor, ReadLater, Trainer

if __name__ == "__main__":
    device = torch.device("cuda")
    data = TensorDataset(torch.randn(64, 4), torch.randint(0, 2, (64,)))
    loader = DataLoader(data, batch_size=8, shuffle=True, num_workers=2, pin_memory=True)
    Trainer(nn.Linear(4, 2), loader, sys.argv[1], device).fit(3)
    InAVariable(nn.Linear(4, 2), loader, sys.argv[1], device).fit(3)
    OnTheHost(nn.Linear(4, 2), loader, sys.argv[1], device).fit(3)
    GivenUp(nn.Linear(4, 2), loader, sys.argv[1], device).fit(3)
    ReadLater(nn.Linear(4, 2), loader, sys.argv[1], device).fit(3)
    print(Predictor(nn.Linear(4, 2), sys.argv[1], device).predict([data[0][0]]))
