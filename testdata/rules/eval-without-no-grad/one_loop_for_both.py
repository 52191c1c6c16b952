import torch
import torch.nn.functional as F


def run_epoch(model, loader, optimizer, device, is_train=True):
    """Trains or evaluates; the graph is recorded in both."""
    model.train(is_train)
    total, correct = 0.0, 0
    for images, labels in loader:
        images, labels = images.to(device), labels.to(device)
        output = model(images)  # want "runs with gradients on"
        loss = F.cross_entropy(output, labels)
        if is_train:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
        correct += (output.argmax(dim=1) == labels).sum().item()
    return total / len(loader), correct / len(loader.dataset)


def main(model, train_loader, valid_loader, device, epochs):
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(epochs):
        print(epoch, run_epoch(model, train_loader, optimizer, device))
        print(epoch, run_epoch(model, valid_loader, None, device, is_train=False))


def run_switched(model, loader, optimizer, device, is_train=True):
    model.train(is_train)
    total = 0.0
    for images, labels in loader:
        with torch.set_grad_enabled(is_train):
            loss = F.cross_entropy(model(images.to(device)), labels.to(device))
        if is_train:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
    return total / len(loader)


# By phase, as in the transfer learning tutorial.
def phases(model, loaders, optimizer, device, epochs):
    for epoch in range(epochs):
        for phase in ["train", "val"]:
            if phase == "train":
                model.train()
            else:
                model.eval()
            for images, labels in loaders[phase]:
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == "train"):
                    loss = F.cross_entropy(model(images.to(device)), labels.to(device))
                    if phase == "train":
                        loss.backward()
                        optimizer.step()
                print(phase, loss.item())


def phases_recorded(model, loaders, optimizer, device, epochs):
    for epoch in range(epochs):
        for phase in ["train", "val"]:
            model.train(phase == "train")
            for images, labels in loaders[phase]:
                loss = F.cross_entropy(model(images.to(device)), labels.to(device))  # want "runs with gradients on"
                if phase == "train":
                    optimizer.zero_grad()
                    loss.backward()
                    optimizer.step()
                print(phase, loss.item())
