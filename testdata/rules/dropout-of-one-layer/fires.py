import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--dropout", type=float, default=0.2)
args = parser.parse_args()

LAYERS = 1


class Tagger(nn.Module):
    def __init__(self, words, width, dropout=0.5):
        super().__init__()
        self.dropout = dropout
        self.embed = nn.Embedding(words, width)
        self.first = nn.LSTM(width, width, dropout=0.5, batch_first=True)  # want "this LSTM drops nothing out: it does so between its layers, and has one"
        self.second = nn.GRU(width, width, num_layers=1, dropout=dropout, bidirectional=True)  # want "this GRU drops nothing out"
        self.third = nn.RNN(width, width, LAYERS, "relu", True, False, args.dropout)  # want "this RNN drops nothing out"
        self.fourth = nn.LSTM(width, width, 1, True, True, 0.3)  # want "this LSTM drops nothing out"
        self.fifth = torch.nn.LSTM(input_size=width, hidden_size=width, dropout=self.dropout)  # want "this LSTM drops nothing out"
        self.behind = nn.Dropout(dropout)
