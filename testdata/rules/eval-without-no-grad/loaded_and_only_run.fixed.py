import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.style = nn.Linear(8, 8)
        self.net = nn.Linear(8, 3)

    def forward(self, z, mean=None):
        style = self.style(z)
        return self.net(style if mean is None else mean + style)


generator = Generator()
generator.load_state_dict(torch.load("generator.pt"))

with torch.no_grad():
    for j in range(20):
        images = []
        for i in range(5):
            images.append(generator(torch.randn(1, 8)))  # want "nothing in this program trains"
        torch.save(torch.cat(images), f"sample_{j}.pt")
