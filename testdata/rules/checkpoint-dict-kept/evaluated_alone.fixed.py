import argparse
import os

import torch
from models import Net, evaluate, loaders


def main(args):
    model = Net().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    train_loader, test_loader = loaders(args)
    if args.resume:
        checkpoint = torch.load(args.resume)  # want "checkpoint keeps a second copy"
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
        del checkpoint
    elif args.evaluate:
        if os.path.isfile(args.evaluate):
            best = torch.load(args.evaluate)
            model.load_state_dict(best["model"])
        else:
            print("nothing there")
        evaluate(model, test_loader)
        return
    for epoch in range(args.epochs):
        for x, y in train_loader:
            loss = torch.nn.functional.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, args.out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--resume")
    parser.add_argument("--evaluate")
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--out")
    main(parser.parse_args())
