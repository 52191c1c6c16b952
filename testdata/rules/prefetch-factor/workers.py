from torch.utils.data import DataLoader


def train(model, optimizer, dataset, held_out):
    loader = DataLoader(dataset, batch_size=32, num_workers=1)  # want note "only 2 batches of 32 samples are loaded ahead of the training step"
    other = DataLoader(dataset, num_workers=1)
    validation = DataLoader(held_out, batch_size=32, num_workers=1)
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
