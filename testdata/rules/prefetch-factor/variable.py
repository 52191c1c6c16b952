import torch


def loaders(dataset, args):
    train_loader = torch.utils.data.DataLoader(  # want note "2 × args.workers batches"
        dataset,
        batch_size=args.batch_size,
        num_workers=args.workers,
    )
    test_loader = torch.utils.data.DataLoader(dataset, num_workers=args.workers)
    return train_loader, test_loader


def main(model, optimizer, dataset, args):
    train_loader, test_loader = loaders(dataset, args)
    for batch in train_loader:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
    return test_loader
