# What the program fails without is no condition of the step.
import torch


def train(model, loader, optimizer):
    device = torch.device("cuda")
    for x, y in loader:
        assert x.shape[1] == model.n_channels, "wrong images"
        if x.shape[0] != y.shape[0]:
            raise ValueError("images and labels do not match")
        optimizer.zero_grad()
        out = model(x.to(device))
        loss = torch.nn.functional.cross_entropy(out, y.to(device))
        print(out.argmax(1).sum().item())  # want "waits for the GPU 2 times"
        loss.backward()
        optimizer.step()
        print(loss.item())
