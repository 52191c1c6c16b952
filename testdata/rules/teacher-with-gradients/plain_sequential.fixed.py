# Both networks are made by one function, of layers of torch's alone.
import torch
import torch.nn.functional as F
from torch import nn


def make(width):
    return nn.Sequential(nn.Linear(8, width), nn.ReLU(), nn.Linear(width, 4))


def distill(loader, weights):
    student, teacher = make(16), make(256)
    teacher.load_state_dict(torch.load(weights, map_location="cpu"))
    teacher.eval()
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-4)
    for x, y in loader:
        with torch.no_grad():
            soft = teacher(x)  # want "teacher"
        out = student(x)
        loss = F.cross_entropy(out, y) + F.mse_loss(out, soft)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def without_weights(loader):
    student, pool = make(16), nn.Sequential(nn.ReLU(), nn.Softmax(dim=1))
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-4)
    for x, y in loader:
        loss = F.mse_loss(student(x), pool(y))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def frozen(loader):
    student, teacher = make(16), make(256)
    for p in teacher.parameters():
        p.requires_grad = False
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-4)
    for x, _ in loader:
        loss = F.mse_loss(student(x), teacher(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
