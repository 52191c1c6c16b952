import argparse
import copy

import torch
from client import Careful, Client
from models import Large, Small, Switching

parser = argparse.ArgumentParser()
parser.add_argument("--model", required=True)
args = parser.parse_args()


def main(loader):
    if args.model == "small":
        net = Small()
    elif args.model == "large":
        net = Large()
    else:
        net = Switching()
    for round in range(10):
        weights = Client(loader).train(copy.deepcopy(net))
        net.load_state_dict(weights)
    Careful(loader, args.model).train(net)
    torch.save(net.state_dict(), "net.pt")


if __name__ == "__main__":
    main(torch.load("batches.pt"))
