import argparse

from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--workers", type=int, default=0)
parser.add_argument("--threads", type=int, default=4)
parser.add_argument("--keep", action="store_true")
args = parser.parse_args()


def fixed(dataset, num_workers=0, debug=False):
    a = DataLoader(dataset, num_workers=args.workers, persistent_workers=True)  # want warning "persistent_workers=True is given while num_workers=args.workers may be 0 \(its default is 0\)"
    b = DataLoader(dataset, num_workers=num_workers, prefetch_factor=4)  # want warning "may be 0 \(its default is 0\)"
    c = DataLoader(dataset, num_workers=0 if debug else 8, persistent_workers=True)  # want warning "one branch makes it 0"
    count = 0 if debug else 8
    d = DataLoader(dataset, num_workers=count, persistent_workers=True)  # want warning "one branch makes it 0"
    e = DataLoader(dataset, num_workers=args.threads, persistent_workers=args.threads > 0, prefetch_factor=4)  # want warning "prefetch_factor=4 is given while persistent_workers=args.threads > 0 in the same call allows for args.threads to be 0"
    f = DataLoader(
        dataset,
        num_workers=args.threads,
        prefetch_factor=2 if args.threads else None,
        persistent_workers=True,  # want warning "persistent_workers=True is given while prefetch_factor"
    )
    return a, b, c, d, e, f
