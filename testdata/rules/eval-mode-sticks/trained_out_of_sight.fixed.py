# What shows which model is trained: the name by which it is called, a wrapper, a copy that changes nothing.
import copy

import torch
from networks import Head, Segmenter, build_model
from torch import nn
from torch.nn import functional as F


def options(args, train_loader, val_loader):
    args.model = build_model(args)
    args.model.train()
    for epoch in range(args.epochs):
        for x, y in train_loader:
            args.optimizer.zero_grad()
            loss = F.cross_entropy(args.model(x), y)
            loss.backward()
            args.optimizer.step()
        validate(args, val_loader)


def validate(args, val_loader):
    args.model.eval()  # want "stays in force"
    with torch.no_grad():
        for x, y in val_loader:
            print(F.cross_entropy(args.model(x), y))


def teacher(args, train_loader, val_loader):
    args.model = build_model(args)
    args.head = Head(args)
    args.head.train()
    for epoch in range(args.epochs):
        for x, y in train_loader:
            with torch.no_grad():
                features = args.model(x)
            args.optimizer.zero_grad()
            loss = F.cross_entropy(args.head(features), y)
            loss.backward()
            args.optimizer.step()
        validate(args, val_loader)


def parts(args, train_loader, val_loader):
    model = Segmenter(args)
    optimizer = torch.optim.SGD([{"params": model.backbone.parameters(), "lr": 0.1 * args.lr},
                                 {"params": model.classifier.parameters(), "lr": args.lr}], lr=args.lr)
    model = nn.DataParallel(model)
    model.train()
    for epoch in range(args.epochs):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        model.eval()  # want "stays in force"
        with torch.no_grad():
            for x, y in val_loader:
                print(F.cross_entropy(model(x), y))


def best(args, train_loader, val_loader):
    model = nn.Sequential(nn.Linear(args.size, 10), nn.Dropout())
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    kept = None
    if args.evaluate:
        evaluated(model, val_loader)
        return kept
    for epoch in range(args.epochs):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        evaluated(model, val_loader)
        kept = copy.deepcopy(model)
    return kept


def evaluated(model, val_loader):
    model.eval()  # want "stays in force"
    with torch.no_grad():
        for x, y in val_loader:
            print(F.cross_entropy(model(x), y))


def folds(args, train_loader, val_loader):
    for fold in range(args.folds):
        model = build_model(args)
        optimizer, scheduler = args.make(args, model)
        model.train()
        for epoch in range(args.epochs):
            for x, y in train_loader:
                optimizer.zero_grad()
                F.cross_entropy(model(x), y).backward()
                optimizer.step()
        model.eval()
        print(model(x))  # also eval-without-no-grad
