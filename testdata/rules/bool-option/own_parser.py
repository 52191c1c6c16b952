import argparse

import torch
from jsonargparse import ArgumentParser

parser = ArgumentParser()
parser.add_argument("--amp", type=bool, default=True)
scale = torch.zeros(1), argparse.Namespace
