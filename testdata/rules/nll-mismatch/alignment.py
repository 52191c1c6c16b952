import torch
import torch.nn.functional as F
from torch import nn
from warpctc_pytorch import CTCLoss as WarpCTC

from data import loader


class Recognizer(nn.Module):
    def __init__(self, log=False):
        super().__init__()
        self.rnn = nn.LSTM(80, 256, batch_first=True)
        self.head = nn.Linear(256, 32)

    def forward(self, x):
        return self.head(self.rnn(x)[0])


class Normalized(Recognizer):
    def forward(self, x):
        return super().forward(x).softmax(-1)


logits, probabilities = Recognizer(), Normalized()
ctc, warp = nn.CTCLoss(blank=0, zero_infinity=True), WarpCTC()
optimizer = torch.optim.Adam(list(logits.parameters()) + list(probabilities.parameters()))
for x, y, n, m in loader:
    optimizer.zero_grad()
    loss = ctc(probabilities(x).transpose(0, 1), y, n, m)  # want "CTCLoss wants log-probabilities, and its input has been through softmax"
    loss = loss + ctc(logits(x).permute(1, 0, 2), y, n, m)  # want "is given logits"
    loss = loss + F.ctc_loss(F.softmax(logits(x), dim=-1).transpose(0, 1), y, n, m)  # want "use log_softmax"
    loss = loss + F.ctc_loss(log_probs=logits(x).sigmoid(), targets=y, input_lengths=n, target_lengths=m)  # want "through sigmoid"
    loss = loss + ctc(logits(x).log_softmax(-1).transpose(0, 1), y, n, m)
    loss = loss + ctc(probabilities(x).log().transpose(0, 1), y, n, m)
    loss = loss + warp(logits(x).transpose(0, 1), y, n, m)
    loss.backward()
    optimizer.step()
