import torch

def broken(:
    pass

x = = 3

def fine(model):
    with torch.no_grad():
        return model(

class Net(torch.nn.Module):
    def forward(self, x):
        return x.sum()
