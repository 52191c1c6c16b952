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
for x, y in loader:
    optimizer.zero_grad()
    out, back = model(x)
    loss = nn.functional.cross_entropy(out, y)
    aux = nn.functional.mse_loss(back, x)
    loss = loss + 0.1 * aux.item()  # want "aux.item adds a number to the loss"
    loss.backward()
    optimizer.step()


def other(net, opt, batches):
    criterion = nn.CrossEntropyLoss()
    for x, y in batches:
        opt.zero_grad()
        out, back = net(x)
        loss = criterion(out, y)
        loss += float(nn.functional.l1_loss(back, x))  # want "float adds a number to the loss"
        loss.backward()
        opt.step()


other(model, optimizer, loader)
