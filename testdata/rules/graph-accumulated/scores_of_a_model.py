import torch
from torch.utils.data import DataLoader


def train(dataset, model, optimizer):
    scores, parts = [], []
    for epoch in range(10):
        loader = DataLoader(dataset, batch_size=8)
        for batch in loader:
            elbo, psnr, kl = model(batch["image"])
            optimizer.zero_grad()
            elbo.backward()
            optimizer.step()
            scores.append(psnr)
            parts.append(kl)  # want "parts keeps kl of every iteration"
    print(torch.__version__, scores, parts)
