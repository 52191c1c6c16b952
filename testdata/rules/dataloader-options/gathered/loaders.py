from torch.utils.data import DataLoader

from options import of


def build(data, held_out, args):
    options = of(args, 0)
    options.update(shuffle=True, prefetch_factor=4)
    train = DataLoader(data, **options)  # want "prefetch_factor=4 with num_workers=0"
    options = of(args, 4)
    options.update(shuffle=True, prefetch_factor=4, persistent_workers=True)
    again = DataLoader(data, **options)
    options = dict(of(args, 0), shuffle=False)
    return train, again, DataLoader(held_out, **options)


def kept(data):
    options = dict(persistent_workers=True)
    options["pin_memory"] = True
    return DataLoader(data, 8, **options)  # want "persistent_workers=True with no num_workers"


def asked(data, args):
    options = {"num_workers": args.workers}
    if args.workers > 0:
        options.update(prefetch_factor=4, persistent_workers=True)
    return DataLoader(data, **options)


def given(data, **options):
    options.setdefault("prefetch_factor", 4)
    return DataLoader(data, **options)


def without_workers_in_a_trial(data, debug, workers):
    options = dict(batch_size=8)
    options["num_workers"] = 0 if debug else workers
    options.update(persistent_workers=True)
    return torch.utils.data.DataLoader(data, **options)  # want warning "num_workers may be 0 \(one branch makes it 0\)"


def asked_before(data, debug, workers):
    options = dict(batch_size=8)
    options["num_workers"] = 0 if debug else workers
    if options["num_workers"] > 0:
        options.update(persistent_workers=True)
    return torch.utils.data.DataLoader(data, **options)
