import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Decoder(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.cell = nn.LSTMCell(size, size)

    def forward(self, x):
        h = torch.zeros(x.shape[0], 8).to(x.device)  # want note "torch.zeros is made in host memory"
        c = torch.zeros(x.shape[0], 8).to(x.device)
        for part in x.unbind(1):
            h, c = self.cell(part, (h, c))
        return h


def constants(model, optimizer, data):
    for x, y in DataLoader(data, batch_size=8, num_workers=4, pin_memory=True):
        x, y = x.to(device), y.to(device)
        weight = torch.ones(y.shape[0]).cuda()  # want note "every training step"
        loss = (F.cross_entropy(model(x), y, reduction="none") * weight).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def decoded(optimizer, data):
    model = Decoder(8).to(device)
    for x, y in DataLoader(data, batch_size=8, num_workers=4, pin_memory=True):
        loss = F.cross_entropy(model(x.to(device)), y.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def drawn(generator, critic, optimizer, data, rank):
    for x in DataLoader(data, batch_size=8, num_workers=4, pin_memory=True):
        noise = torch.randn(x.shape[0], 16).to(device)  # want note "torch.randn is made in host memory"
        noise = noise + torch.full((x.shape[0], 16), 0.5).to(device)
        loss = critic(generator(noise)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def numbered(model, optimizer, data, rank):
    for x in DataLoader(data, batch_size=8, num_workers=4, pin_memory=True):
        mask = torch.zeros(x.shape[0], 1).cuda(rank)  # want note "torch.zeros is made in host memory"
        loss = (model(x.cuda(rank)) * mask).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
