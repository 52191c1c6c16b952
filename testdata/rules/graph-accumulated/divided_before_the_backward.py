import argparse

import torch
from somewhere import build_loss, build_model, read_batches

parser = argparse.ArgumentParser()
parser.add_argument("--accum_steps", type=int, default=4)
args = parser.parse_args()

model = build_model(args)
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4)
scaler = torch.amp.GradScaler("cuda")
loader = read_batches(args)
total, plain, scaled_total, scores = 0.0, 0.0, 0.0, 0.0

for i, (x, y) in enumerate(loader):
    _, loss = build_loss(model, x, y)
    (loss / args.accum_steps).backward()
    total += loss  # want "total keeps loss of every iteration"
    if (i + 1) % args.accum_steps == 0:
        optimizer.step()
        optimizer.zero_grad()

for x, y in loader:
    optimizer.zero_grad()
    rate, loss = build_loss(model, x, y)
    scaler.scale(loss.mean()).backward()
    scaler.step(optimizer)
    scaler.update()
    scaled_total += loss.mean()  # want "scaled_total keeps the value of every iteration"
    scores += rate  # nothing says what the other one is

for x, y in loader:
    optimizer.zero_grad()
    weight, loss = build_loss(model, x, y)
    (loss * weight).backward()  # one of them has a graph
    optimizer.step()
    plain += weight
