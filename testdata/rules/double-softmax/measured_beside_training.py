# One function that trains and measures: what nothing differentiates is a wrong number alone.
import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 4), nn.Softmax(dim=1))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def fit(batches, others, epochs):
    for epoch in range(epochs):
        for x, y in batches:
            optimizer.zero_grad()
            loss = criterion(model(x), y)  # want error "gradients vanish"
            loss.backward()
            optimizer.step()
        total = 0.0
        for x, y in others:
            total += criterion(model(x), y).item()  # want warning "what is measured" # also eval-without-no-grad
        print(epoch, total / len(others))


# The sum is differentiated behind the loop that makes it.
def fit_together(tasks, batches):
    for x, y in batches:
        loss = criterion(model(x), y)  # want error "gradients vanish"
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total = 0.0
        for x, y in tasks:
            total = total + criterion(model(x), y)  # want error "gradients vanish"
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
