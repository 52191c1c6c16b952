import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--batch_size", type=int, default=32)
parser.add_argument("--lr", type=float, default=1e-4)
args = parser.parse_args()
model = torch.nn.Linear(16, 4)
optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
for batch in torch.utils.data.DataLoader(dataset, batch_size=args.batch_size, shuffle=True, num_workers=4, pin_memory=True):
    optimizer.zero_grad()
    model(batch.cuda()).mean().backward()
    optimizer.step()
