import sys

import torch
from torch import nn

device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"


# A whole network, moved at once; only a file that is not there is caught.
def go_on(loader, path="trained/net.pth"):
    try:
        model = torch.load(path).to(device)  # want note "where there is none torch.load raises an error"
    except FileNotFoundError as err:
        print(err)
        sys.exit(1)
    optimizer = torch.optim.AdamW(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x.to(device)), y.to(device)).backward()
        optimizer.step()
    torch.save(model, path)


# It begins anew where there is no GPU.
def or_anew(loader, path="trained/net.pth"):
    try:
        model = torch.load(path).to(device)
    except (FileNotFoundError, RuntimeError):
        model = nn.Linear(4, 2).to(device)
    for x, _ in loader:
        model(x.to(device))
    return model.eval()
