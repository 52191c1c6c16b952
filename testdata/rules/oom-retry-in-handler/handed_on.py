import torch


def halves(network, x, log):
    log("in halves")
    return torch.cat([network(x[:4]), network(x[4:])])


def told(network, log):
    log("too large: " + str(network))


def in_the_handler(model, x):
    try:
        return model(x)
    except torch.cuda.OutOfMemoryError:
        return halves(model, x, print)  # want "model is tried again inside of except"


def behind_it(model, x):
    whole = None
    try:
        whole = model(x)
    except torch.cuda.OutOfMemoryError:
        pass
    return halves(model, x, print) if whole is None else whole


def only_told(model, x):
    try:
        print("all of it")
        return model(x)
    except torch.cuda.OutOfMemoryError:
        told(model, print)
        raise
