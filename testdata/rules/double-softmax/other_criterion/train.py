import argparse
import torch

from models import Bag

LOSSES = {"mse": torch.nn.MSELoss, "ce": torch.nn.CrossEntropyLoss}


def distil(teacher, student, loader, loss_fn, optimizer):
    for images, labels in loader:
        optimizer.zero_grad()
        with torch.no_grad():
            wanted = teacher(images)
        loss = loss_fn(student(images), wanted, labels, 2)  # a loss of its own: torch's takes no four
        loss.backward()
        optimizer.step()


def main(loss_fn, loader, encoder, teacher):
    loss_fn = LOSSES[loss_fn]()
    student = Bag(encoder)
    distil(teacher, student, loader, loss_fn, torch.optim.AdamW(student.parameters()))


parser = argparse.ArgumentParser()
parser.add_argument("--loss", default="mse", choices=LOSSES.keys())
args = parser.parse_args()
main(args.loss, torch.load("loader.pt"), torch.nn.Linear(8, 512), torch.nn.Linear(8, 4))
