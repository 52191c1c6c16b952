import torch
from torch.utils.data import DataLoader

from .data import Images


def evaluate(model):
    loader = DataLoader(Images("test"), batch_size=32, num_workers=4)
    for images, _ in loader:
        model(images.cuda(non_blocking=True))  # also eval-without-no-grad


def train(model, optimizer, device="cuda"):
    for batch in DataLoader(Images("train"), num_workers=4, pin_memory=torch.cuda.is_available()):  # want note "no pin_memory: batches are copied to the GPU from pageable memory"
        optimizer.zero_grad()
        model(batch["pixels"].to(device)).backward()
        optimizer.step()
    for batch in DataLoader(Images("more"), num_workers=4, pin_memory=torch.cuda.is_available()):
        optimizer.zero_grad()
        model(batch["pixels"].to(device)).backward()
        optimizer.step()
