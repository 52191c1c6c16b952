# A scaler that is handed over: that it scales a loss tells what it is.
import torch


def epoch(net, loader, optimizer, scaler):
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = torch.nn.functional.mse_loss(net(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()  # want "scaler.update is named and not called: nothing is adjusted here"


def drawn(figure, axis, points):
    axis.scale(points).show()
    axis.update
    figure.update
    return axis
