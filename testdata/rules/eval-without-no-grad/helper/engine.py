def evaluate(model, loader):
    model.eval()
    correct = 0
    for images, labels in loader:
        correct += (model(images).argmax(1) == labels).sum().item()  # want "model runs with gradients on"
    return correct
