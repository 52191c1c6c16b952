import os

import torch

# PyTorch's own example for ImageNet loads the checkpoint in one of two branches.


def main(args, model, loader, optimizer, criterion):
    if args.resume:
        if os.path.isfile(args.resume):
            if args.gpu is None:
                checkpoint = torch.load(args.resume)
            elif torch.cuda.is_available():
                loc = "cuda:{}".format(args.gpu)
                checkpoint = torch.load(args.resume, map_location=loc)  # want "checkpoint keeps a second copy of what it holds on the GPU"
            args.start_epoch = checkpoint["epoch"]
            model.load_state_dict(checkpoint["state_dict"])
            optimizer.load_state_dict(checkpoint["optimizer"])
        else:
            print("nothing there")
    for epoch in range(args.start_epoch, args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            criterion(model(x.cuda()), y.cuda()).backward()
            optimizer.step()
    torch.save({"epoch": epoch, "state_dict": model.state_dict(), "optimizer": optimizer.state_dict()}, "last.pt")


# The host has both.
def on_the_host(args, model, loader, optimizer, criterion):
    if args.sharded:
        state = torch.load(args.resume + ".0", map_location="cpu")
    else:
        state = torch.load(args.resume, map_location="cpu")
    model.load_state_dict(state["model"])
    for x, y in loader:
        optimizer.zero_grad()
        criterion(model(x.cuda()), y.cuda()).backward()
        optimizer.step()


# Where both may be loaded one behind the other, it is not said which of them is there.
def one_behind_the_other(args, model, loader, optimizer, criterion):
    if args.resume:
        weights = torch.load("first.pt", map_location="cuda:%d" % args.gpu)
        if args.second:
            weights = torch.load("second.pt", map_location="cuda:%d" % args.gpu)
        model.load_state_dict(weights)
    for x, y in loader:
        optimizer.zero_grad()
        criterion(model(x.cuda()), y.cuda()).backward()
        optimizer.step()
