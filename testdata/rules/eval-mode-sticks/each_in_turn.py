import torch
from torch import nn

from data import batches, held_out

encoder = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8))
decoder = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8))
optimizer = torch.optim.Adam(list(encoder.parameters()) + list(decoder.parameters()))

for epoch in range(10):
    for x in batches:
        loss = (decoder(encoder(x)) - x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    for model in [encoder, decoder]:
        model.eval()  # want "stays in force for the rest of the training"
    with torch.no_grad():
        print(sum((decoder(encoder(x)) - x).pow(2).mean().item() for x in held_out))
