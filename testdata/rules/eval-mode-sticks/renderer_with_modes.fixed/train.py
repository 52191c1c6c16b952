import torch

from render import Render


@torch.no_grad()
def validate(render, loader):
    render.eval()  # want "stays in force"
    total = 0.0
    for rays, colors in loader:
        total += (render(rays) - colors).square().mean().item()
    return total / len(loader)


# The network that is rendered is made where nobody sees it: it may drop something out, as one of the project does.
def fit(network, loader, valid_loader, epochs):
    render = Render(network)
    optimizer = torch.optim.Adam(render.parameters())
    render.train()
    for epoch in range(epochs):
        render.train()
        for rays, colors in loader:
            loss = (render(rays) - colors).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, validate(render, valid_loader))
