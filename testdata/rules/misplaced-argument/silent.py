# What stands where it belongs, or may.
import torch
from torch import nn
from torch.utils.data import DataLoader


class Block(nn.Module):
    def __init__(self, c_in, c_out, kernel_size, stride, padding, momentum, dropout, eps, *more):
        super().__init__()
        self.conv = nn.Conv2d(c_in, c_out, kernel_size, stride, padding)
        self.norm = nn.BatchNorm2d(c_out, eps, momentum)
        self.small = nn.BatchNorm2d(c_out, 0.001)
        large_eps = 0.1
        self.said = nn.BatchNorm2d(c_out, large_eps)
        self.named = nn.BatchNorm2d(c_out, momentum=momentum)
        self.both = nn.BatchNorm2d(c_out, 0.1, momentum=0.3)  # whoever names the other knows
        self.rnn = nn.LSTM(c_out, c_out, 2, True, dropout=dropout)
        self.wide = nn.GRU(c_out, c_out, 2, 1)
        self.plain = nn.RNN(c_out, c_out, 2, "relu")
        self.given = nn.LSTM(*more, dropout)
        self.drop = nn.Dropout(dropout)
        self.attention = nn.MultiheadAttention(c_out, 8, dropout)


class BatchNorm2d:
    def __init__(self, channels, momentum):
        self.channels, self.momentum = channels, momentum


def train(model, dataset, args, momentum):
    own = BatchNorm2d(64, momentum)
    optimizer = torch.optim.SGD(model.parameters(), args.lr, args.momentum, 0, args.weight_decay)
    loader = DataLoader(dataset, 32, True)
    ones = DataLoader(dataset, 32, 1)
    held_out = DataLoader(dataset, 32, False, None, None, args.num_workers)
    return own, optimizer, loader, ones, held_out
