import torch

from train import test


@torch.inference_mode()
def main(loader, model):
    print(test(loader, model))
