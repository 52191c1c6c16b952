# In a generator, a with block would leave gradients off for whoever asks for the values.
def outputs(model, loader):
    for x, y in loader:
        yield model(x.cuda()), y  # want "model runs with gradients on"


def score(model, loader):
    model.eval()
    hits = 0
    for out, y in outputs(model, loader):
        hits += (out.argmax(1).cpu() == y).sum().item()
    model.train()
    return hits
