from torch.utils.data import DataLoader


def train(model, optimizer, dataset, held_out, args):
    loader = DataLoader(dataset, batch_size=32, num_workers=4)  # want note "default of 2 a worker: 8 batches of 32 samples wait in host memory"
    other = DataLoader(dataset, num_workers=args.workers)
    validation = DataLoader(held_out, batch_size=32, num_workers=4)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
    for batch in other:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
    for batch in validation:
        print(float(model(batch.detach()).detach()))  # also eval-without-no-grad
