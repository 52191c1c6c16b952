# Arguments by position that stand where another parameter is.
import torch
from torch import nn
from torch.nn import GRU
from torch.utils.data import DataLoader


class Block(nn.Module):
    def __init__(self, c_in, c_out, kernel_size, padding, momentum, dropout):
        super().__init__()
        self.conv = nn.Conv2d(c_in, c_out, kernel_size, padding=padding)  # want "fourth argument of Conv2d is stride, so padding is the stride"
        self.norm = nn.BatchNorm2d(c_out, momentum=momentum)  # want "second argument of BatchNorm2d is eps, so momentum is added to the variance"
        self.keras = nn.BatchNorm1d(c_out, 0.8)  # want "so 0.8 is added to the variance of each channel"
        self.rnn = nn.LSTM(c_out, c_out, 2, dropout=dropout, batch_first=True)  # want "fourth argument of LSTM is bias, so dropout says whether"
        self.other = GRU(c_out, c_out, 2, 0.3)  # want "so 0.3 says whether there are biases"
        self.attention = nn.MultiheadAttention(c_out, 8, bias=self.qkv_bias)  # want "is dropout, so self.qkv_bias is the rate"


def train(model, dataset, args):
    optimizer = torch.optim.SGD(model.parameters(), args.lr, weight_decay=args.weight_decay)  # want "third argument of SGD is momentum"
    loader = DataLoader(dataset, 32, 4)  # want "third argument of DataLoader is shuffle, so 4 says"
    held_out = DataLoader(dataset, args.batch, num_workers=args.num_workers, pin_memory=True)  # want "so args.num_workers says whether"
    return optimizer, loader, held_out
