import torch

outputs = []
shapes = []


# The list stands in the file's body, and only the hook reads its name.
def keep(module, inputs, output):
    outputs.append(output)  # want "outputs keeps"


def measure(module, inputs, output):
    shapes.append(output.shape)


def train(net, loader):
    net.register_forward_hook(keep)
    net.register_forward_hook(measure)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in loader:
        optimizer.zero_grad()
        net(x).mean().backward()
        optimizer.step()
