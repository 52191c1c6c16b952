import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader
from torchvision.models import resnet18

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fit(model, loader, weights, after=None):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for x, y in loader:
        x, y = x.to(device, non_blocking=True), y.to(device, non_blocking=True)
        loss = F.cross_entropy(model(x), y, weight=weights)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# moved once, before the loop
def once(data, counts):
    loader = DataLoader(data, batch_size=8, shuffle=True, num_workers=4, pin_memory=True)
    weights = (1.0 / torch.tensor(counts, dtype=torch.float)).to(device)
    fit(resnet18().to(device), loader, weights.to(device))


# the first step moves it and keeps what it moved
def kept(data):
    loader = DataLoader(data, batch_size=8, shuffle=True, num_workers=4, pin_memory=True)
    model = resnet18().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    weights = torch.ones(1000)
    for x, y in loader:
        weights = weights.to(device)
        loss = F.cross_entropy(model(x.to(device, non_blocking=True)), y.to(device, non_blocking=True), weight=weights)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# the counts change from step to step
def counted(data):
    loader = DataLoader(data, batch_size=8, shuffle=True, num_workers=4, pin_memory=True)
    model = resnet18().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    seen = torch.ones(1000)
    for x, y in loader:
        seen[y] += 1
        loss = F.cross_entropy(
            model(x.to(device, non_blocking=True)), y.to(device, non_blocking=True), weight=(1 / seen).to(device)
        )
        loss = loss + seen.to(device).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# nobody knows where what a caller gives is
def given(data, prior):
    loader = DataLoader(data, batch_size=8, shuffle=True, num_workers=4, pin_memory=True)
    model = resnet18().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    made = torch.ones(1000, device=device)
    for x, y in loader:
        loss = F.cross_entropy(model(x.to(device, non_blocking=True)), y.to(device, non_blocking=True), weight=prior.to(device))
        loss = loss + made.to(device).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# learned in host memory: each step needs what the last one made of it
def learned(data):
    loader = DataLoader(data, batch_size=8, shuffle=True, num_workers=4, pin_memory=True)
    model = resnet18().to(device)
    prompt = torch.zeros(1, 3, 224, 224, requires_grad=True)
    optimizer = torch.optim.SGD([prompt], lr=0.1, momentum=0.9)
    model.requires_grad_(False)
    for x, y in loader:
        loss = F.cross_entropy(model(x.to(device, non_blocking=True) + prompt.to(device)), y.to(device, non_blocking=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# the card is shared: the teacher goes back to host memory
def in_turns(data):
    loader = DataLoader(data, batch_size=8, shuffle=True, num_workers=4, pin_memory=True)
    student, teacher = resnet18().to(device), resnet18().eval()
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1, momentum=0.9)
    for x, _ in loader:
        x = x.to(device, non_blocking=True)
        teacher.to(device)
        with torch.no_grad():
            wanted = teacher(x)
        teacher.cpu()
        loss = nn.functional.mse_loss(student(x), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# once for an epoch
def each_epoch(data, epochs):
    loader = DataLoader(data, batch_size=8, shuffle=True, num_workers=4, pin_memory=True)
    model = resnet18()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    weights = torch.ones(1000)
    for epoch in range(epochs):
        model.to(device)
        share = weights.to(device)
        for x, y in loader:
            loss = F.cross_entropy(model(x.to(device, non_blocking=True)), y.to(device, non_blocking=True), weight=share)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


# a helper that is given a network moves it to be sure
def features_of(network, x):
    network = network.to(x.device)
    return network(x)


def by_a_helper(data):
    loader = DataLoader(data, batch_size=8, shuffle=True, num_workers=4, pin_memory=True)
    model = resnet18().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for x, y in loader:
        loss = F.cross_entropy(features_of(model, x.to(device, non_blocking=True)), y.to(device, non_blocking=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
