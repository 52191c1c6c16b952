import torch
from torch.utils.tensorboard import SummaryWriter

from data import loader
from models import build


# Three batches are the critic's and the fourth is for the rest: some step is made for each.
def by_turns():
    model, writer, total_iter = build(), SummaryWriter(), 0
    optimizer = torch.optim.Adam(model.parameters())
    for i, (x, y) in enumerate(loader):
        if i % 4 != 3:
            loss = model(x, mode="critic")
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        else:
            loss = model(x, y, mode="rest")
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total_iter += 1
        writer.add_scalar("loss", loss.item(), total_iter)


# One step for four batches.
def accumulated():
    model, writer, total_iter = build(), SummaryWriter(), 0
    optimizer = torch.optim.Adam(model.parameters())
    for i, (x, y) in enumerate(loader):
        loss = model(x, y, mode="rest") / 4
        loss.backward()
        if i % 4 == 3:
            optimizer.step()
            total_iter += 1  # want note "counts every micro-batch while optimizer steps only when"
            optimizer.zero_grad()
        writer.add_scalar("loss", loss.item(), total_iter)
