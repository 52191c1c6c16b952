import argparse

import torch
from engine import Trainer
from losses import MixedLoss


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--grad-accum", type=int, default=1)
    parser.add_argument("--amp", action="store_true")
    args = parser.parse_args()
    model = torch.nn.Linear(16, 4)
    optimizer = torch.optim.AdamW(model.parameters())
    data = torch.utils.data.TensorDataset(torch.zeros(64, 16), torch.zeros(64).long())
    loader = torch.utils.data.DataLoader(data, batch_size=8)
    scaler = torch.amp.GradScaler("cuda") if args.amp else None
    trainer = Trainer(model, optimizer, loader, MixedLoss(0.1), args.grad_accum, scaler)
    for epoch in range(10):
        trainer.train_epoch()


if __name__ == "__main__":
    main()
