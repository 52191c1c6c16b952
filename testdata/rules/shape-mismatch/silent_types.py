import numpy as np
import torch
from torch import nn

# What numpy computes of float32 is float32; of what it is told nothing about, the type may be anything.

STEPS = 10


class Waves(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(input_size=1, hidden_size=32, num_layers=1, batch_first=True)
        self.out = nn.Linear(32, 1)

    def forward(self, x, state):
        out, state = self.rnn(x, state)
        return torch.stack([self.out(out[:, step, :]) for step in range(out.size(1))], dim=1), state


model = Waves()
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
criterion = nn.MSELoss()
state = None
for lap in range(100):
    begin, end = lap * np.pi, (lap + 1) * np.pi
    steps = np.linspace(begin, end, STEPS, dtype=np.float32, endpoint=False)
    inside, outside = 2 * np.sin(steps), np.cos(steps) + steps / 4
    x = torch.from_numpy(inside[np.newaxis, :, np.newaxis])
    y = torch.from_numpy(outside[np.newaxis, :, np.newaxis])
    prediction, state = model(x, state)
    state = state.data
    loss = criterion(prediction, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
