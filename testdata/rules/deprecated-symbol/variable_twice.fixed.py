# Each call is counted, and a call that says nothing for sure keeps its name.
from torch.autograd import Variable


def train(model, loader, flag):
    for x, y in loader:
        kept = y = y
        print(model(x), kept)  # also eval-without-no-grad


def evaluate(model, x):
    return model(Variable(x, volatile=True))  # want "volatile=True does nothing since torch 0.4"
