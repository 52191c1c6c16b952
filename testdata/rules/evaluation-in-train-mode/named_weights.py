import argparse
import os

import torch
from torch import nn
from torchvision.utils import save_image


def network():
    return nn.Sequential(nn.Linear(8, 64), nn.BatchNorm1d(64), nn.Linear(64, 3 * 32 * 32))


def pictures(args):
    net = network()
    if args.weights is not None:
        state = torch.load(args.weights)
        net.load_state_dict(state["net"])
    for i in range(args.number):
        with torch.no_grad():
            picture = net(torch.randn(16, 8))  # want "net runs in training mode with the weights that it was given"
        save_image(picture.view(16, 3, 32, 32), f"{i}.png")


def pictures_of_a_run(args):
    net = network()
    if args.run:
        net.load_state_dict(torch.load(os.path.join("runs", args.run, "net.pt")))
    for i in range(args.number):
        with torch.no_grad():
            picture = net(torch.randn(16, 8))  # want "net runs in training mode with the weights that it was given"
        save_image(picture.view(16, 3, 32, 32), f"{i}.png")


# It may be a picture of the network as it begins.
def pictures_of_some(args):
    net = network()
    if args.pretrained:
        net.load_state_dict(torch.load("net.pt"))
    for i in range(args.number):
        with torch.no_grad():
            picture = net(torch.randn(16, 8))
        save_image(picture.view(16, 3, 32, 32), f"{i}.png")


def pictures_without(args):
    net = network()
    if args.weights is None:
        net.load_state_dict(torch.load("net.pt"))
    for i in range(args.number):
        with torch.no_grad():
            picture = net(torch.randn(16, 8))
        save_image(picture.view(16, 3, 32, 32), f"{i}.png")


def pictures_in_its_mode(args):
    net = network()
    if args.weights is not None:
        net.load_state_dict(torch.load(args.weights))
    net.eval()
    for i in range(args.number):
        with torch.no_grad():
            picture = net(torch.randn(16, 8))
        save_image(picture.view(16, 3, 32, 32), f"{i}.png")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--weights")
    parser.add_argument("--run", default="first")
    parser.add_argument("--pretrained", action="store_true")
    parser.add_argument("--number", type=int, default=3)
    args = parser.parse_args()
    pictures(args)
    pictures_of_a_run(args)
    pictures_of_some(args)
    pictures_without(args)
    pictures_in_its_mode(args)
