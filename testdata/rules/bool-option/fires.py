import argparse

import torch


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--amp", type=bool, default=True)  # want "--amp False is True: .*no word of the command line switches it off"
    parser.add_argument("-p", "--pretrained-body", default=True, type=bool)
    cache = parser.add_argument_group("cache")
    cache.add_argument("--keep", type=bool, default=False)  # left out, it is what the word says
    cache.add_argument("--gpu", type=bool, default=torch.cuda.is_available())  # want note "--gpu False is True"
    return parser.parse_args()
