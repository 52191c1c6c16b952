"""What a training is given to learn from, and in which order: torch on the CPU."""
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

from experiment import Experiment


sampler = Experiment("ddp-without-sampler", "torch", r"8 of 8 samples on each of 2 ranks", r"4 of 8 samples on each of 2 ranks")


def share(sampled):
    from torch.utils.data import DataLoader, DistributedSampler

    data = list(range(8))
    counts = {len(list(DataLoader(data, sampler=DistributedSampler(data, 2, rank) if sampled else None))) for rank in range(2)}
    return f"{counts.pop()} of 8 samples on each of 2 ranks"


@sampler
def sampler_bad():
    return share(False)


@sampler
def sampler_good():
    return share(True)


set_epoch = Experiment("sampler-set-epoch", "torch", r"two epochs have one order", r"two epochs have two orders")


def orders(told):
    from torch.utils.data import DistributedSampler

    sampler, found = DistributedSampler(list(range(100)), 2, 0), set()
    for epoch in range(2):
        if told:
            sampler.set_epoch(epoch)
        found.add(tuple(sampler))
    return f"two epochs have {'one order' if len(found) == 1 else 'two orders'}"


@set_epoch
def set_epoch_bad():
    return orders(False)


@set_epoch
def set_epoch_good():
    return orders(True)


distorted = Experiment("augmented-evaluation", "torchvision", r"^the held-out part reads the same picture twice alike False$",
                       r"^the held-out part reads the same picture twice alike True$")


def held_out_pictures(apart):
    from torchvision import datasets, transforms

    torch.manual_seed(0)
    augment = transforms.Compose([transforms.RandomCrop(8), transforms.ToTensor()])
    whole = datasets.FakeData(4, (3, 32, 32), transform=augment)
    _, held_out = torch.utils.data.random_split(whole, [2, 2])
    if apart:
        held_out.dataset = datasets.FakeData(4, (3, 32, 32), transform=transforms.ToTensor())
    return f"the held-out part reads the same picture twice alike {all(torch.equal(held_out[0][0], held_out[0][0]) for _ in range(8))}"


@distorted
def distorted_bad():
    return held_out_pictures(False)


@distorted
def distorted_good():
    return held_out_pictures(True)


cycling = Experiment("cycled-loader", "torch", r"^second pass repeats the first; 8 batches alive$", r"^second pass differs from the first; \d batches alive$")


def two_passes(endless):
    """Two passes over a loader that shuffles and augments, and how many of the batches of the first are alive behind it."""
    import gc
    import weakref

    class Noisy(torch.utils.data.Dataset):
        def __len__(self):
            return 16

        def __getitem__(self, i):
            return i + torch.rand(3)

    torch.manual_seed(0)
    batches = iter(endless(torch.utils.data.DataLoader(Noisy(), batch_size=2, shuffle=True)))
    alive, sums = [], []
    for _ in range(8):
        batch = next(batches)
        alive.append(weakref.ref(batch))
        sums.append(float(batch.sum()))
    del batch
    gc.collect()
    living = sum(one() is not None for one in alive)
    again = [float(next(batches).sum()) for _ in range(8)]
    return f"second pass {'repeats' if again == sums else 'differs from'} the first; {living} batches alive"


@cycling
def cycling_bad():
    import itertools

    return two_passes(itertools.cycle)


@cycling
def cycling_good():
    def endless(loader):
        while True:
            yield from loader

    return two_passes(endless)


thrown = Experiment("batches-thrown-away", "torch", r"^learned from 8 of 32 samples$", r"^learned from 32 of 32 samples$")


def learned(every_batch):
    """Each sample is a dimension of its own: the weights that moved are the samples that were learned from."""
    model = nn.Linear(32, 1, bias=False)
    nn.init.zeros_(model.weight)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, x in enumerate(torch.eye(32).split(4)):
        loss = (model(x) - 1).pow(2).mean()
        if every_batch:
            (loss / 4).backward()
        if (i + 1) % 4 == 0:
            if not every_batch:
                loss.backward()
            optimizer.step()
            optimizer.zero_grad()
    return f"learned from {int((model.weight != 0).sum())} of 32 samples"


@thrown
def thrown_bad():
    return learned(False)


@thrown
def thrown_good():
    return learned(True)


across = Experiment("across-samples", "torch", r"^a sample alone and in its batch: lstm differs, attention differs, probabilities add up to 1 False$",
                    r"^a sample alone and in its batch: lstm same, attention same, probabilities add up to 1 True$")


def samples_apart(batch_first, dim):
    torch.manual_seed(0)
    lstm = nn.LSTM(4, 8, batch_first=batch_first)
    layer = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=batch_first)
    x = torch.randn(6, 5, 4)
    whole, alone = lstm(x)[0][3], lstm(x[3:4])[0][0]
    seen, apart = layer(x)[3], layer(x[3:4])[0]
    told = ["same" if torch.allclose(a, b, atol=1e-5) else "differs" for a, b in ((whole, alone), (seen, apart))]
    sums = torch.softmax(torch.randn(6, 3), dim=dim).sum(1)
    return (f"a sample alone and in its batch: lstm {told[0]}, attention {told[1]}, "
            f"probabilities add up to 1 {torch.allclose(sums, torch.ones(6))}")


@across
def across_bad():
    return samples_apart(False, 0)


@across
def across_good():
    return samples_apart(True, 1)


begun = Experiment("loader-restarted", "torch", r"^samples seen in 20 steps: 8 of 160$", r"^samples seen in 20 steps: 160 of 160$")


def taken(anew):
    loader = DataLoader(TensorDataset(torch.arange(160.0)), batch_size=8)
    batches, seen = iter(loader), set()
    for _ in range(20):
        (x,) = next(iter(loader)) if anew else next(batches)
        seen.update(x.tolist())
    return f"samples seen in 20 steps: {len(seen)} of 160"


@begun
def begun_bad():
    return taken(True)


@begun
def begun_good():
    return taken(False)


reseeded = Experiment("seed-in-loop", "torch", r"^masks alike True, orders of epochs alike True$", r"^masks alike False, orders of epochs alike False$")


def drawn(again):
    torch.manual_seed(0)
    drop, masks, orders = nn.Dropout(0.5), [], []
    loader = DataLoader(TensorDataset(torch.arange(64.0)), batch_size=64, shuffle=True)
    for _ in range(3):
        if again:
            torch.manual_seed(0)
        masks.append(drop(torch.ones(64)))
    for _ in range(3):
        if again:
            torch.manual_seed(0)
        orders.extend(x for (x,) in loader)
    alike = [all(torch.equal(one, each[0]) for one in each) for each in (masks, orders)]
    return f"masks alike {alike[0]}, orders of epochs alike {alike[1]}"


@reseeded
def reseeded_bad():
    return drawn(True)


@reseeded
def reseeded_good():
    return drawn(False)


divided_anew = Experiment("split-each-epoch", "torch", r"^(0\.9\d|1\.00) of what the fifth epoch holds out was trained on, loss on it 0\.0\d, on new data [1-9]\d*\.\d\d$",
                          r"^0\.00 of what the fifth epoch holds out was trained on, loss on it [1-9]\d*\.\d\d, on new data [1-9]\d*\.\d\d$")


def split_anew(each):
    # more weights than samples, and targets of chance: nothing can be learned but the samples themselves
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(100, 400), torch.randn(100, 1), torch.arange(100))
    model = nn.Linear(400, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.002)
    train, held = random_split(data, [80, 20])
    trained = set()
    for _ in range(5):
        if each:
            train, held = random_split(data, [80, 20])
        for _ in range(100):
            x, y, _ = [torch.stack(part) for part in zip(*train)]
            optimizer.zero_grad()
            (80 * F.mse_loss(model(x), y) / 10).backward()
            optimizer.step()
        share = sum(int(i) in trained for _, _, i in held) / 20
        x, y, _ = [torch.stack(part) for part in zip(*held)]
        loss = F.mse_loss(model(x), y).item()
        trained |= {int(i) for _, _, i in train}
    new = F.mse_loss(model(torch.randn(500, 400)), torch.randn(500, 1)).item()
    return f"{share:.2f} of what the fifth epoch holds out was trained on, loss on it {loss:.2f}, on new data {new:.2f}"


@divided_anew
def divided_anew_bad():
    return split_anew(True)


@divided_anew
def divided_anew_good():
    return split_anew(False)


in_place = Experiment("sample-changed-in-place", "torch", r"^epochs see 0.5, 0.25, 0.125; with workers 0.5, 0.5, 0.5$",
                      r"^epochs see 0.5, 0.5, 0.5; with workers 0.5, 0.5, 0.5$")


class Halved(torch.utils.data.Dataset):
    def __init__(self, changes):
        self.images, self.changes = torch.ones(4, 3), changes

    def __len__(self):
        return 4

    def __getitem__(self, index):
        image = self.images[index]
        if self.changes:
            image /= 2
        else:
            image = image / 2
        return image


def epochs_of(changes):
    def seen(loader):
        return ", ".join(str(next(iter(loader)).max().item()) for _ in range(3))

    alone = seen(DataLoader(Halved(changes), 4, shuffle=True))
    workers = seen(DataLoader(Halved(changes), 4, shuffle=True, num_workers=1, multiprocessing_context="fork"))
    return f"epochs see {alone}; with workers {workers}"


@in_place
def in_place_bad():
    return epochs_of(True)


@in_place
def in_place_good():
    return epochs_of(False)
