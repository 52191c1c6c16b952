import torch
import torch.nn.functional as F
from encoders import encode


# What an unseen function returns is made anew: a part of it is no more kept than the whole.
def regularize(net, loader):
    optimizer = torch.optim.Adam(net.parameters())
    for short, long in loader:
        out_short = encode(net, short)
        out_long = encode(net, long)
        loss = F.l1_loss(out_short, out_long[..., : out_short.size(-1)])
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # want "retain_graph=True keeps"
        optimizer.step()


# The state was there before.
def advance(net, state, x, optimizer):
    out = net(x, state[0])
    loss = out.mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
    return out
