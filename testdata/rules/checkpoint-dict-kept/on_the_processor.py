# Nothing here ever leaves the processor's memory: "cuda" stands in this comment alone.
import torch
from torch import nn
from torch.utils.data import DataLoader


def train(data, resume, device=torch.device("cpu")):
    model = nn.Linear(8, 4).to(device)
    optimizer = torch.optim.Adam(model.parameters())
    if resume:
        checkpoint = torch.load(resume)
        model.load_state_dict(checkpoint["model"])
    for x, y in DataLoader(data, batch_size=4):
        loss = nn.functional.cross_entropy(model(x.to(device)), y.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
