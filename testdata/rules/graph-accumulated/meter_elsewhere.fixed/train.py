import torch
import torch.nn as nn
from tqdm import tqdm

from meters import AverageMeter, History, NumberMeter


def build(args):
    model = nn.Sequential(nn.Linear(args.width, args.width), nn.ReLU(), nn.Linear(args.width, args.classes))
    return model.to(args.device)


def train(args, loader, epochs):
    model = build(args)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    for epoch in range(epochs):
        losses = AverageMeter("loss")
        seen = AverageMeter("seen")
        numbers = NumberMeter()
        history = History()
        for images, labels in tqdm(loader):
            images, labels = images.to(args.device), labels.to(args.device)
            loss = criterion(model(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.update(loss.detach(), len(images))  # want "loss"
            seen.update(loss.detach(), len(images))
            numbers.update(loss, len(images))
            history.add(loss=loss, epoch=epoch)  # want "loss"
            history.add(loss=loss.item(), epoch=epoch)
        print(epoch, losses.average, seen.average, len(history.records))
