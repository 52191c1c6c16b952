import torch


@torch.no_grad()
def evaluate(model, loader, device):
    model.eval()
    correct = seen = 0
    for images, labels in loader:
        output = model(images.to(device))
        correct += (output.argmax(dim=1) == labels.to(device)).sum().item()
        seen += len(labels)
    return correct / seen


@torch.no_grad()
def evaluate_and_return(model, loader, device):
    was_training = model.training
    accuracy = evaluate(model, loader, device)
    model.train(was_training)
    return accuracy
