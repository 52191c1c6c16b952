from torch import nn
from utils.model import wrapped


def train(net, loader, every):
    optimizer = wrapped(net)
    step = 1
    for x, y in loader:
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()  # want "divide the loss by every"
        if step % every == 0:
            optimizer.step_and_update_lr()
            optimizer.zero_grad()
        step += 1
