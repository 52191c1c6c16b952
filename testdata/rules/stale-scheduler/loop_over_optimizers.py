import torch
from torch import nn, optim

from data import loader, validate

model, speaker = nn.GRU(240, 512), nn.Linear(100, 120)
model_opt = optim.Adam(model.parameters(), lr=1e-3)
model_sch = optim.lr_scheduler.ReduceLROnPlateau(model_opt, factor=0.5)
speaker_opt = optim.Adam(speaker.parameters(), lr=1e-3)
speaker_sch = optim.lr_scheduler.ReduceLROnPlateau(speaker_opt, factor=0.5)

for epoch in range(10):
    for x, aux, y in loader:
        loss = nn.functional.nll_loss(model(torch.cat((x, speaker(aux)), dim=1))[0], y)
        for current in [model_opt, speaker_opt]:  # each in turn: none takes the place of another
            current.zero_grad()
        loss.backward()
        for current in [model_opt, speaker_opt]:
            current.step()
    loss = validate()
    model_sch.step(loss)
    speaker_sch.step(loss)
