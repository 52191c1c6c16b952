import torch
import torch.nn.functional as F

from evaluation import evaluate, evaluate_and_return


def sticks(model, train_loader, valid_loader, device, epochs):
    optimizer = torch.optim.AdamW(model.parameters())
    model.train()
    for epoch in range(epochs):
        model.train()
        for images, labels in train_loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(images.to(device)), labels.to(device))
            loss.backward()
            optimizer.step()
        print(epoch, evaluate(model, valid_loader, device))  # want "stays in force"


def goes_back(model, train_loader, valid_loader, device, epochs):
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(epochs):
        model.train()
        for images, labels in train_loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(images.to(device)), labels.to(device))
            loss.backward()
            optimizer.step()
        print(epoch, evaluate(model, valid_loader, device))


def put_back(model, train_loader, valid_loader, device, epochs):
    optimizer = torch.optim.AdamW(model.parameters())
    model.train()
    for epoch in range(epochs):
        for images, labels in train_loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(images.to(device)), labels.to(device))
            loss.backward()
            optimizer.step()
        print(epoch, evaluate_and_return(model, valid_loader, device))


# In the middle of an epoch: the rest of it trains in evaluation mode.
def every_so_often(model, train_loader, valid_loader, device, epochs):
    optimizer = torch.optim.AdamW(model.parameters())
    step = 0
    for epoch in range(epochs):
        model.train()
        for images, labels in train_loader:
            model.train()
            optimizer.zero_grad()
            loss = F.cross_entropy(model(images.to(device)), labels.to(device))
            loss.backward()
            optimizer.step()
            step += 1
            if step % 500 == 0:
                print(step, evaluate(model, valid_loader, device))  # want "stays in force"
