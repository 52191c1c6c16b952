import torch


def predict(path, x):
    model = torch.load(path)
    model.eval()
    return model(x)
