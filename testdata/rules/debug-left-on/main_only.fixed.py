import torch

from .trainer import Trainer


def main():
    trainer = Trainer()
    trainer.train()
