import torch


def main(args, model, loader, optimizer, criterion):
    if args.resume:
        checkpoint = torch.load(args.resume)  # want "checkpoint keeps a second copy"
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
        start = checkpoint["epoch"]
        del checkpoint
    for x, y in loader:
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()


def on_gpu(model, trainer):
    weights = torch.load("weights.pt", map_location=torch.device("cuda:0"))  # want "del weights"
    model.load_state_dict(weights, strict=False)
    del weights
    trainer.fit(model)


def one_epoch(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()


def through_a_helper(model, loader, optimizer, rank):
    state = torch.load("last.pt", map_location=f"cuda:{rank}")  # want "state keeps"
    model.load_state_dict(state)
    del state
    one_epoch(model, loader, optimizer)
