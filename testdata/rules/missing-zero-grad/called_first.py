# The whole program is one call that leaves an option off: what stands behind it is looked at, too.
import torch
from torch import nn


def main(finetune=False):
    net = nn.Linear(4, 4)
    if finetune:
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        for x in torch.utils.data.DataLoader(torch.zeros(8, 4)):
            loss = net(x).mean()
            loss.backward()  # want "nothing in this loop clears"
            optimizer.step()
    return net


main()
