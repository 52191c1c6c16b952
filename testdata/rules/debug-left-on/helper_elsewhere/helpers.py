import os

import torch

torch.autograd.set_detect_anomaly(True)  # want "is on for the whole run"


def save(model):
    torch.save(model.state_dict(), "model.pt")


def check(model, batch):
    torch.autograd.set_detect_anomaly(True)
    return model(batch)


if __name__ == "__main__":
    os.environ["CUDA_LAUNCH_BLOCKING"] = "1"
    torch.autograd.set_detect_anomaly(True)
