import torch
from torch import nn

# Each state is computed from the one before: the last holds the graphs of all of them, whoever lists them.


class Writer(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTMCell(2, 8)
        self.out = nn.Linear(8, 1)

    def forward(self, x, state=None):
        h, c = self.cell(x, state)
        return self.out(h), [h, c]


def unroll(learner, writer, batches, turns):
    states = [None]
    guesses = []
    for _ in range(turns):
        for x, y in batches:
            loss = nn.functional.mse_loss(learner(x), y)
            learner.zero_grad()
            loss.backward()
            seen = torch.stack([loss.detach(), y.mean()]).unsqueeze(0)
            step, state = writer(seen, states[-1])
            states.append(state)
            guesses.append(writer.out(seen.repeat(1, 4)).detach())  # want "guesses keeps the autograd graph"
    return step.item()


def main(batches):
    learner, writer = nn.Linear(4, 1), Writer()
    optimizer = torch.optim.SGD(learner.parameters(), lr=0.1)
    learner.train()
    for epoch in range(3):
        print(unroll(learner, writer, batches, 2))
        optimizer.step()


main(torch.utils.data.DataLoader(data, batch_size=8))
