# Two checkpoints under one name, each behind an option of its own: either stays when it was the last.
import torch
from torch import nn


def fit(model, loader):
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x.cuda()), y.cuda())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main(model, loader, pretrained, resume):
    if pretrained:
        state = torch.load(pretrained, map_location="cuda")  # want "state keeps a second copy"
        model.load_state_dict(state["model"])
    if resume:
        state = torch.load(resume, map_location="cuda")  # want "state keeps a second copy"
        model.load_state_dict(state["model"])
    fit(model, loader)


def replaced(model, head, loader, first, second):
    state = torch.load(first, map_location="cuda")
    model.load_state_dict(state["model"])
    state = torch.load(second, map_location="cpu")
    head.load_state_dict(state["head"])
    fit(model, loader)


def read_further_down(model, loader, pretrained, resume):
    if pretrained:
        state = torch.load(pretrained, map_location="cuda")
        model.load_state_dict(state["model"])
    if resume:
        state = torch.load(resume, map_location="cuda")
        model.load_state_dict(state["model"])
    fit(model, loader)
    print(state["epoch"])
