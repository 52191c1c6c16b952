"""A page of a loop is not indented for the line that runs the network."""
import numpy as np
import torch
from torch import nn


def draw_all(paths, read, save):
    net = nn.Sequential(nn.Conv2d(1, 8, 3), nn.BatchNorm2d(8), nn.Conv2d(8, 1, 3)).to("cuda")
    net.load_state_dict(torch.load("net.pt", map_location="cuda"))
    net.eval()
    for i, path in enumerate(paths):
        # only some of them are shown
        if i % 3:
            continue
        picture = read(path)
        wanted = read(path.replace("in", "out"))
        wanted = (wanted > 0).astype("uint8")

        mean, scale = picture.mean(), picture.std()
        picture = (picture - mean) / scale
        picture = torch.from_numpy(picture)[None, None].to("cuda")

        with torch.no_grad():
            found = net(picture)  # want "runs with gradients on in an evaluation loop"

        found = found.detach().cpu().numpy().squeeze()
        found = np.where(found > 1 - 1e-7, 0.5, found)
        error = np.abs(found - wanted)
        low, high = error.min(), error.max()
        error = (error - low) / (high - low)

        rows, columns = error.shape
        border = np.zeros((rows + 8, columns + 8))
        border[4:-4, 4:-4] = error
        save(f"{i}_error.png", border)
        save(f"{i}_found.png", found)
        save(f"{i}_wanted.png", wanted)
