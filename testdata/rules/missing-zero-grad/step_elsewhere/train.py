import torch
import torch.nn as nn
from torch.utils.data import DataLoader

import engine
from engine import backward_only, whole_step


def build(args):
    model = nn.Sequential(nn.Linear(args.width, args.width), nn.ReLU(), nn.Linear(args.width, args.classes))
    return model, torch.optim.SGD(model.parameters(), lr=args.lr, momentum=0.9)


def train_forgetful(args, dataset):
    model, optimizer = build(args)
    loader = DataLoader(dataset, batch_size=args.batch_size, shuffle=True)
    for epoch in range(args.epochs):
        total = 0.0
        for batch in loader:
            total += engine.forgetful_step(model, batch, optimizer, args.clip)
        print(epoch, total / len(loader))


def train(args, dataset):
    model, optimizer = build(args)
    loader = DataLoader(dataset, batch_size=args.batch_size, shuffle=True)
    for epoch in range(args.epochs):
        total = 0.0
        for batch in loader:
            total += whole_step(model, batch, optimizer, args.clip)
        print(epoch, total / len(loader))


def train_split_forgetful(args, dataset):
    model, optimizer = build(args)
    loader = DataLoader(dataset, batch_size=args.batch_size, shuffle=True)
    for epoch in range(args.epochs):
        for batch in loader:
            backward_only(model, batch)
            optimizer.step()


def train_split(args, dataset):
    model, optimizer = build(args)
    loader = DataLoader(dataset, batch_size=args.batch_size, shuffle=True)
    for epoch in range(args.epochs):
        for batch in loader:
            model.zero_grad()
            backward_only(model, batch)
            optimizer.step()
