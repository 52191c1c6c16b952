import torch
from epoch import run_epoch
from network import build_network


def main(train_loader, val_loader):
    model = build_network()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(30):
        run_epoch(model, train_loader, True, optimizer)
        print(epoch, run_epoch(model, val_loader, is_train=False))
