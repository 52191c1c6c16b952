# The class of the model is chosen by its name; it is put into a mode, called and trained.
import torch

import zoo


def train(args, loader):
    model = zoo.__dict__[args.arch](classes=args.classes)
    model.to(args.device)
    optimizer = torch.optim.AdamW(zoo.with_decay(model, args.decay), lr=args.lr)
    model.train(True)
    optimizer.zero_grad()
    for step, images in enumerate(loader):
        loss, _, _ = model(images.to(args.device))
        loss.backward()  # want "sum of their losses"
        if (step + 1) % args.accumulate == 0:
            optimizer.step()
            optimizer.zero_grad()


# What gives the loss is no model.
def objective(args, loader, measure, weights):
    optimizer = torch.optim.AdamW([weights], lr=args.lr)
    optimizer.zero_grad()
    for step, images in enumerate(loader):
        loss, _ = measure(images, weights)
        loss.backward()
        if (step + 1) % args.accumulate == 0:
            optimizer.step()
            optimizer.zero_grad()
