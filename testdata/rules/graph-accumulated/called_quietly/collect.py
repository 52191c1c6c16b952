# Who calls it has turned gradients off: what is collected carries no graph.
def collect(model, loader):
    model.eval()
    maps = []
    for batch in loader:
        logits, weights = model(batch, with_weights=True)
        maps.append(weights)
    return maps
