import torch
from torch import nn
from torch.utils.data import DataLoader

# What a helper runs is called as its argument is; the name of a method says which object runs.


def guess(network, batch, target):
    scores = network(batch)
    return scores, nn.functional.cross_entropy(scores, target)


def validate(classifier, valid_loader):
    total = 0.0
    with torch.no_grad():
        for x, y in valid_loader:
            _, loss = guess(classifier, x, y)  # want "classifier is evaluated in training mode: its dropout stays on"
            total += loss.item()
    return total


def again(classifier, test_loader):
    right = 0
    with torch.no_grad():
        for x, y in test_loader:
            right += (classifier.forward(x).argmax(1) == y).sum().item()  # want "classifier is evaluated in training mode"
    return right


def main(data, held_out):
    classifier = nn.Sequential(nn.Linear(16, 32), nn.Dropout(0.2), nn.Linear(32, 4))
    optimizer = torch.optim.SGD(classifier.parameters(), lr=0.1)
    valid_loader = DataLoader(held_out, batch_size=8)
    for epoch in range(4):
        for x, y in DataLoader(data, batch_size=8, shuffle=True):
            _, loss = guess(classifier, x, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(validate(classifier, valid_loader))
    print(again(classifier, valid_loader))


if __name__ == "__main__":
    main(torch.utils.data.TensorDataset(torch.rand(64, 16)), torch.utils.data.TensorDataset(torch.rand(16, 16)))
