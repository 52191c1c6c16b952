from elsewhere import samples
from torch.utils import data


class Positional(data.DataLoader):
    def __init__(self, batch_size, shuffle=True, num_workers=16, train=True):
        super(Positional, self).__init__(samples(train), batch_size=batch_size, shuffle=shuffle, num_workers=num_workers, pin_memory=True)


class Plain(data.DataLoader):
    def shape(self):
        return self.batch_size
