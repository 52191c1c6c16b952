from torch.utils.data import DataLoader


def made(data, workers):
    return DataLoader(data, num_workers=workers, persistent_workers=True)  # want warning "num_workers=workers may be 0 \(one branch makes it 0\)"


def made_without(data, workers):
    return DataLoader(data, num_workers=workers, persistent_workers=True)  # want error "persistent_workers=True with num_workers=0"


def made_with(data, workers):
    return DataLoader(data, num_workers=workers, persistent_workers=True)


if __name__ == "__main__":
    train, valid = made([1, 2], 4), made([3], 0)
    test = made_without([4], 0)
    more = made_with([5], 2), made_with([6], 8)
