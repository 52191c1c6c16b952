import numpy as np
import torch
from torch import nn

# Rows of numpy arrays, of which the run knows nothing, are no list of numbers.


def batches():
    inputs, targets = [], []
    for sentence in sentences:
        words = sentence.split()
        inputs.append(np.eye(size)[[index[w] for w in words[:-1]]])
        targets.append(index[words[-1]])
    return inputs, targets


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(size, 8)
        self.out = nn.Linear(8, size)

    def forward(self, x, hidden):
        x = x.transpose(0, 1)
        outputs, hidden = self.rnn(x, hidden)
        return self.out(outputs[-1])


if __name__ == "__main__":
    sentences = ["we train models", "we lint code", "they waste memory"]
    words = list(set(" ".join(sentences).split()))
    index = {w: i for i, w in enumerate(words)}
    size = len(index)
    model = Reader()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.001)
    inputs, targets = batches()
    inputs, targets = torch.FloatTensor(inputs), torch.LongTensor(targets)
    for epoch in range(1000):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(inputs, torch.zeros(1, len(sentences), 8)), targets)
        loss.backward()
        optimizer.step()
