import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--fp16", action="store_true")
parser.add_argument("--eps", type=float, default=1e-8)
args = parser.parse_args()


def steps(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def fp32(Net, loader):
    model = Net().cuda()
    steps(model, torch.optim.Adam(model.parameters()), loader)


def larger_eps(Net, loader):
    model = Net().cuda().half()
    steps(model, torch.optim.Adam(model.parameters(), eps=1e-4), loader)


def told(Net, loader, eps):
    model = Net().cuda().half()
    steps(model, torch.optim.Adam(model.parameters(), eps=eps), loader)


def bf16(Net, loader):
    model = Net().to("cuda", torch.bfloat16)
    steps(model, torch.optim.AdamW(model.parameters()), loader)


def without_root(Net, loader):
    model = Net().half()
    steps(model, torch.optim.SGD(model.parameters(), lr=0.1), loader)


def in_fp32(Net, loader):
    model = Net().cuda().half()
    steps(model, torch.optim.AdamW(model.parameters(), fused=True), loader)


def chosen(Net, loader):
    model = Net().cuda()
    if args.fp16:
        model.half()
    steps(model, torch.optim.AdamW(model.parameters()), loader)


def teacher(Net, loader):
    teacher, model = Net().half().eval(), Net()
    optimizer = torch.optim.AdamW(model.parameters())
    for x, y in loader:
        with torch.no_grad():
            target = teacher(x.half())
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), target.float()).backward()
        optimizer.step()


def back_again(Net, loader):
    model = Net().half()
    model.float()
    steps(model, torch.optim.AdamW(model.parameters()), loader)


def evaluated(Net, loader, held_out):
    model = Net()
    steps(model, torch.optim.AdamW(model.parameters()), loader)
    model.half().eval()
    with torch.no_grad():
        return [model(x.half()).argmax(1) for x, _ in held_out]


def parts(Net, loader):
    model = Net().cuda()
    model.encoder.half()
    steps(model, torch.optim.AdamW(model.parameters()), loader)


def head_alone(Net, loader):
    backbone, head = Net().half(), nn.Linear(512, 10)
    optimizer = torch.optim.AdamW(head.parameters())
    for x, y in loader:
        with torch.no_grad():
            features = backbone(x)
        optimizer.zero_grad()
        nn.functional.cross_entropy(head(features.float()), y).backward()
        optimizer.step()


def both(Net, loader):
    backbone, head = Net().half(), nn.Linear(512, 10)
    optimizer = torch.optim.AdamW([*backbone.parameters(), *head.parameters()])
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(head(backbone(x).float()), y).backward()
        optimizer.step()
