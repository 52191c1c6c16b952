import os

import torch


# The optimizer takes over the tensors of the dictionary: there is one copy.
def train(model, loader, args):
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    if args.restart and os.path.exists(os.path.join(args.restart_dir, "optimizer.pt")):
        with open(os.path.join(args.restart_dir, "optimizer.pt"), "rb") as f:
            opt_state_dict = torch.load(f)
            optimizer.load_state_dict(opt_state_dict)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            loss = (model(x.cuda()) - y.cuda()).pow(2).mean()
            loss.backward()
            optimizer.step()
