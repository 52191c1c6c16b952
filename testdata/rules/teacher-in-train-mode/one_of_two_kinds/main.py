# A factory gives one of two networks, and each call of a method is of the one that it is.
import sys

import torch
import torch.nn.functional as F
from nets import build


def distill(student, loader, teacher):
    optimizer = torch.optim.Adam(student.parameters())
    for x, y in loader:
        out = student(x.cuda())
        with torch.no_grad():
            soft = teacher(x.cuda())  # want "teacher was given its weights, and is asked in training mode"
        loss = F.cross_entropy(out, y.cuda()) + F.mse_loss(out, soft)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def distill_quietly(student, loader, teacher):
    optimizer = torch.optim.Adam(student.parameters())
    for x, y in loader:
        out = student(x.cuda())
        with torch.no_grad():
            soft = teacher(x.cuda())
        loss = F.cross_entropy(out, y.cuda()) + F.mse_loss(out, soft)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def first(student, loader, kind):
    teacher = build(kind).cuda()
    teacher.load_state_dict(torch.load("teacher.pt", map_location="cpu"))
    distill(student, loader, teacher)


def second(student, loader, kind):
    teacher = build(kind).cuda().eval()
    teacher.load_state_dict(torch.load("teacher.pt", map_location="cpu"))
    distill_quietly(student, loader, teacher)


def main(loader):
    first(build("small").cuda(), loader, sys.argv[1])
    second(build("small").cuda(), loader, sys.argv[1])
