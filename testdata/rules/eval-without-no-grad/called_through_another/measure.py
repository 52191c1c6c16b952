def score_all(model, test_loader):
    model.eval()
    right = 0
    for inputs, targets in test_loader:
        outputs = model(inputs)
        right += (outputs.argmax(1) == targets).sum().item()
    return right


def score_each(model, loaders):
    return [score_all(model, test_loader) for test_loader in loaders]
