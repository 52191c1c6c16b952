# What a network does in a method of its own is not reported there: another program trains it through the same line.
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


class Voice(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 8)

    def _encode(self, x):
        return F.relu(self.first(x))

    def forward(self, x):
        return self._encode(x.view(-1, 8))


class System:
    def __init__(self, several=False):
        self.voice = Voice()
        if several:
            self.voice = nn.DataParallel(self.voice)
        self.voice.cuda()
        self.student = nn.Linear(8, 8).cuda()
        self.optimizer = torch.optim.Adam(self.student.parameters())

    def listen(self, x):
        return self.voice.forward(x)  # want "self.voice runs with gradients on"

    def train(self, data):
        for x in DataLoader(data, batch_size=4, num_workers=2, pin_memory=True):
            x = x.cuda()
            loss = F.mse_loss(self.student(x), self.listen(x))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
