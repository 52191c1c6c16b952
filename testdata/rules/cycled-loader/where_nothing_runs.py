import itertools

from torch.utils.data import DataLoader


def made(data, step):
    in_order_loader = DataLoader(data, batch_size=32)
    shuffled_loader = DataLoader(data, batch_size=32, shuffle=True)

    def never():  # nobody calls it
        def within():
            for x in itertools.cycle(in_order_loader):
                step(x)
            for x in itertools.cycle(shuffled_loader):  # want "itertools.cycle keeps"
                step(x)
            for x in itertools.cycle(step.train_loader):  # want "itertools.cycle keeps"
                step(x)

    return step
