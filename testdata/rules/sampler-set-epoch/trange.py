from tqdm import tqdm, trange
from torch.utils.data import DataLoader, RandomSampler
from torch.utils.data.distributed import DistributedSampler


def train(args, data, model, optimizer):
    sampler = RandomSampler(data) if args.local_rank == -1 else DistributedSampler(data)  # want "never told the epoch"
    loader = DataLoader(data, sampler=sampler, batch_size=args.batch_size)
    train_iterator = trange(int(args.epochs), desc="Epoch", disable=args.local_rank not in [-1, 0])
    for _ in train_iterator:
        epoch_iterator = tqdm(loader, desc="Iteration")
        for step, batch in enumerate(epoch_iterator):
            model(**batch)[0].backward()
            optimizer.step()
            model.zero_grad()


def told(args, data, model, optimizer):
    sampler = RandomSampler(data) if args.local_rank == -1 else DistributedSampler(data)
    loader = DataLoader(data, sampler=sampler, batch_size=args.batch_size)
    train_iterator = trange(int(args.epochs), desc="Epoch")
    for epoch in train_iterator:
        if args.local_rank != -1:
            sampler.set_epoch(epoch)
        for batch in tqdm(loader):
            model(**batch)[0].backward()
            optimizer.step()
            model.zero_grad()
