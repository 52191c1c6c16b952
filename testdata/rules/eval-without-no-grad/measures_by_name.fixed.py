import torch


# What a function is called says that it measures.
def get_accuracy(net, data, targets, batch_size=128):
    correct = 0
    with torch.no_grad():
        for i in range(0, len(data), batch_size):
            out = net(data[i:i + batch_size].cuda())  # want "gradients on in an evaluation loop"
            correct += (out.argmax(1).cpu() == targets[i:i + batch_size]).sum().item()
    return correct / len(data)


def calc_acc(classifier, dataset):
    outputs, labels = [], []
    with torch.no_grad():
        for x, y in torch.utils.data.DataLoader(dataset, batch_size=64):
            outputs.append(classifier(x).detach())  # want "gradients on in an evaluation loop"
            labels.append(y)
    return (torch.cat(outputs).argmax(1) == torch.cat(labels)).float().mean().item()


# Whoever calls this one may differentiate it: a soft count.
def compute_dice(net, batches):
    total = 0.0
    for x, y in batches:
        total = total + (net(x).sigmoid() * y).sum()
    return total


# The predictions are there already.
def compute_auc(scores, targets):
    return sum(score(target) for score, target in zip(scores, targets)).item()


def train_accuracy(net, batches, optimizer):
    for x, y in batches:
        loss = (net(x).argmax(1) != y).float().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def measure_accuracy(net, batches):
    return sum((net(x).argmax(1) == y).sum().item() for x, y in batches)
