import torch
from net import make

PRETRAINED = "weights/net-151870b7.pth"


def main(x):
    model = make(3)
    model.load_state_dict(torch.load(PRETRAINED))
    with torch.no_grad():
        print(model(x))
