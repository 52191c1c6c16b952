from torch.utils.data import DataLoader


def make_loader(dataset, batch_size, shuffle=False, workers=4):
    return DataLoader(dataset, batch_size=batch_size, shuffle=shuffle, num_workers=workers, pin_memory=True)


def shuffled_loader(dataset, batch_size, shuffle=True):
    return make_loader(dataset, batch_size, shuffle)


def changed(dataset, batch_size, shuffle=False):
    if len(dataset) > batch_size:
        shuffle = True
    return DataLoader(dataset, batch_size=batch_size, shuffle=shuffle, num_workers=4, pin_memory=True)


class Batches:
    def __init__(self, size):
        self.size = size

    def of(self, dataset, shuffle=False):
        return DataLoader(dataset, self.size, shuffle, num_workers=4, pin_memory=True)

    @staticmethod
    def few(dataset, shuffle=False):
        return DataLoader(dataset, 8, shuffle, num_workers=4, pin_memory=True)
