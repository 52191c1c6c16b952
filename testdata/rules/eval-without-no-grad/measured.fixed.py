# How long a forward pass takes on made-up tensors is no evaluation.
import time

import torch



class Small(torch.nn.Module):
    def __init__(self, channels, classes):
        super().__init__()
        self.first = torch.nn.Conv2d(channels, 8, 3)
        self.last = torch.nn.LazyLinear(classes)

    def forward(self, x):
        return self.last(self.first(x).flatten(1))


def held_out(net, images, targets):
    net.eval()
    hits, start = 0, time.time()
    with torch.no_grad():
        for i in range(len(images)):
            hits += (net(images[i]).argmax(1) == targets[i]).sum().item()  # want "runs with gradients on"
    print(hits, time.time() - start)


def timer(what):
    return torch.autograd.profiler.record_function(what)


def parts(net, batch):
    losses = []
    for x, y in batch:
        losses.append((net(x) - y).abs().mean())
    return torch.stack(losses).mean()


if __name__ == "__main__":
    net = Small(1, 2)
    net.eval()
    start = time.time()
    for i in range(10):
        x = torch.zeros((32, 1, 128, 128))
        print(net(x).shape)
    print(f"time: {(time.time() - start) / 10}")
    batch = [(torch.rand(1, 1, 8, 8), torch.rand(1)) for _ in range(16)]
    with timer("one by one"):
        for _ in range(50):
            loss = parts(net, batch)


def timed_on_scaled_pixels(model, device):
    model.load_state_dict(torch.load("model.pt", map_location="cpu"))
    model.eval()
    pixels = torch.ones(1, 3, 224, 224).to(device) * 255.0
    began = time.time()
    for _ in range(100):
        out = model(pixels).view(-1).cpu().detach()
    print((time.time() - began) / 100, out)
