import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    def __init__(self, model, loader, ema=False, clip=0.0):
        self.model, self.loader = model, loader
        self.ema, self.clip = ema, clip
        self.optimizer = torch.optim.AdamW(model.parameters())
        self.scaler = torch.amp.GradScaler("cuda")

    def train(self):
        for x, y in self.loader:
            loss = F.cross_entropy(self.model(x), y)
            self.optimizer.zero_grad()
            self.scaler.scale(loss).backward()
            if self.clip > 0:
                nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)  # want "gradients are clipped while they are still multiplied"
            self.scaler.step(self.optimizer)
            self.scaler.update()


def fit(model, loader, epochs=3, clip=None):
    scaler = torch.amp.GradScaler("cuda")
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(epochs):
        for x, y in loader:
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            scaler.scale(loss).backward()
            if clip is not None:
                nn.utils.clip_grad_norm_(model.parameters(), clip)  # want "gradients are clipped while they are still multiplied"
            scaler.step(optimizer)
            scaler.update()


# The call leaves the option at its default, and what stands behind it is right.
def fit_right(model, loader, clip=None):
    scaler = torch.amp.GradScaler("cuda")
    optimizer = torch.optim.AdamW(model.parameters())
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        if clip is not None:
            scaler.unscale_(optimizer)
            nn.utils.clip_grad_norm_(model.parameters(), clip)
        scaler.step(optimizer)
        scaler.update()


def main():
    model = nn.Linear(4, 4)
    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.zeros(8, 4)))
    Trainer(model, loader).train()
    fit(model, loader)
    fit_right(model, loader)


if __name__ == "__main__":
    main()
