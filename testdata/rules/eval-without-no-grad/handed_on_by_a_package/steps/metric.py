def evaluate(network, loader, criterion, device):
    network.eval()
    total = 0.0
    for x, y in loader:
        output = network(x.to(device))
        total += criterion(output, y.to(device)).item()
    return total / len(loader)
