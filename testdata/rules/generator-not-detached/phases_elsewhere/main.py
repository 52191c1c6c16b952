import torch
from torch import nn

from gan.phases import draw, judge
from images import batches


# This file has no word of a step but those of its optimizers.
def main():
    g, d = nn.Linear(8, 32), nn.Linear(32, 1)
    og = torch.optim.Adam(g.parameters(), 2e-4)
    od = torch.optim.Adam(d.parameters(), 2e-4)
    for epoch in range(100):
        for real in batches():
            z = torch.randn(len(real), 8)
            judge(g, d, od, real, z)
            draw(g, d, og, z)


main()
