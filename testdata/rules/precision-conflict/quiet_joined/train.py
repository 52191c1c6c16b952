import argparse

import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--mixed_precision", default="no")
args = parser.parse_args()
accelerator = Accelerator(mixed_precision=args.mixed_precision)
model = build()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
for batch in DataLoader(dataset, batch_size=4, num_workers=4):
    accelerator.backward(model(batch).mean())
    optimizer.step()
    optimizer.zero_grad()
