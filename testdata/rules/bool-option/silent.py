import argparse

import torch


def truth(word):
    return word.lower() == "true"


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--amp", type=truth, default=True)
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--cache", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--steps", type=int, default=bool(torch.cuda.is_available()))
    return parser.parse_args()


class Reader:
    def add_argument(self, name, type=None, default=None):
        return name, type, default


reader = Reader()
reader.add_argument("--amp", type=bool, default=True)
