import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader


def two_stages(backbone, head, dataset, args):
    """First the head alone, then everything: the names are bound again."""
    model = nn.Sequential(backbone, head)
    for p in backbone.parameters():
        p.requires_grad_(False)
    optimizer = torch.optim.AdamW(head.parameters(), lr=args.head_lr)
    loader = DataLoader(dataset, batch_size=args.head_batch, shuffle=True)
    for epoch in range(args.head_epochs):
        for images, labels in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(images), labels)
            loss.backward()
            optimizer.step()

    for p in backbone.parameters():
        p.requires_grad_(True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    loader = DataLoader(dataset, batch_size=args.batch, shuffle=True)
    for epoch in range(args.epochs):
        for images, labels in loader:
            loss = F.cross_entropy(model(images), labels)
            loss.backward()  # want "nothing in this loop clears the gradients"
            optimizer.step()


def two_whole_stages(backbone, head, dataset, args):
    model = nn.Sequential(backbone, head)
    optimizer = torch.optim.AdamW(head.parameters(), lr=args.head_lr)
    loader = DataLoader(dataset, batch_size=args.head_batch, shuffle=True)
    for epoch in range(args.head_epochs):
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images), labels).backward()
            optimizer.step()

    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    loader = DataLoader(dataset, batch_size=args.batch, shuffle=True)
    for epoch in range(args.epochs):
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images), labels).backward()
            optimizer.step()
