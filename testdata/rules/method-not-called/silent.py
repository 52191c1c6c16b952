import torch


class Clock:
    def __init__(self):
        self.step = 0

    @property
    def update(self):
        self.step += 1
        return self.step


clock = Clock()
clock.step  # a number that a cell of a notebook would show
clock.update  # a property that counts
print(clock.step)


def has_modes(model):
    try:
        model.eval
    except AttributeError:
        return False
    return True


def later(model, callbacks):
    model.eval()
    callbacks.append(model.train)
    return model.eval


def split(data):
    data.train  # loads it, in a library of its own
    return data.train, data.held_out


def one(model, optimizer, x):
    optimizer.zero_grad()
    model(x).sum().backward()
    (optimizer.step
     ())
    return model.step, torch.cuda
