"""Each channel is a picture of its own, gray as a microscope makes them, and so is the mask: only the files say that."""
import os

import numpy as np
import torch
from skimage import io
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torchvision import transforms


class Cells(Dataset):
    def __init__(self, roots, masks):
        self.roots, self.masks = roots, masks
        self.names = [sorted(os.listdir(root)) for root in roots]

    def __len__(self):
        return len(self.names[0])

    def __getitem__(self, i):
        layers = []
        for root, names in zip(self.roots, self.names):
            layer = np.asarray(io.imread(os.path.join(root, names[i])), dtype=np.float32)
            layers.append(layer if len(layer.shape) == 3 else layer[:, :, None])
        image = np.concatenate(layers, -1)
        mask = io.imread(os.path.join(self.masks, self.names[0][i]))
        top, left = np.random.randint(0, image.shape[0] - 128), np.random.randint(0, image.shape[1] - 128)
        image, mask = image[top:top + 128, left:left + 128], mask[top:top + 128, left:left + 128]
        to_tensor = transforms.ToTensor()
        return to_tensor(image), to_tensor(mask)


def main(roots):
    loader = DataLoader(Cells(roots, "masks"), batch_size=2, shuffle=True, num_workers=4)
    net = nn.Sequential(nn.Conv2d(len(roots), 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 1, 3, padding=1))
    optimizer = torch.optim.Adam(net.parameters())
    for _ in range(3):
        for x, mask in loader:
            loss = ((net(x) - mask[:, :1]) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


if __name__ == "__main__":
    main(["nuclei", "membranes"])
