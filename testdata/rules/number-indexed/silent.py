import torch
from torch import nn

criterion = nn.CrossEntropyLoss(reduction="none")
mean = nn.CrossEntropyLoss()


class Batch:
    def __init__(self, data):
        self.data = data


def step(model, inputs, targets, batch, parts):
    loss = criterion(model(inputs), targets)
    print(loss.data[0], Batch(inputs).data[0], batch.data[0])
    number = mean(model(inputs), targets)
    number.backward()
    values = number.data.view(1)[0], number.unsqueeze(0).data[0]
    if torch.__version__ < "0.5":
        print(number.data[0])
    number = torch.stack(parts)
    return values, loss, number.data[0]
