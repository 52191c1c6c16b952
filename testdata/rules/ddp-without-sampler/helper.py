import torch
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader


def wrap(model, device):
    model = model.to(device)
    return DDP(model, device_ids=[device])


# The model is wrapped in a helper that the loader's function calls.
def train(model, train_set, device, epochs):
    model = wrap(model, device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = DataLoader(train_set, batch_size=32, shuffle=True)  # want "walks over all of train_set"
    for epoch in range(epochs):
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
