import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder, self.head = nn.Linear(8, 4), nn.Linear(4, 8), nn.Linear(4, 2)

    def forward(self, x):
        h = self.encoder(x)
        return self.head(h), self.decoder(h)


model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0.0
for x, y in loader:
    optimizer.zero_grad()
    out, back = model(x)
    main = nn.functional.cross_entropy(out, y)
    aux = nn.functional.mse_loss(back, x)
    loss = main + aux / aux.item() + 0.1 * aux
    loss = loss + (aux - aux.item())
    loss.backward()
    optimizer.step()
    total += main.item() + aux.item()
    shown = main + aux.item()
print(total, shown)


def weighted(net, opt, batches):
    running = 1.0
    for x, y in batches:
        opt.zero_grad()
        out, back = net(x)
        main = nn.functional.cross_entropy(out, y)
        loss = main + main.item() * nn.functional.mse_loss(back, x) + running
        loss.backward()
        opt.step()
        running = 0.9 * running + 0.1 * main.item()


weighted(model, optimizer, loader)
