from torch.utils.data import DataLoader


def train(model, optimizer, dataset):
    for batch in DataLoader(dataset, batch_size=256, num_workers=32):  # want note "with 32 workers 64 batches of 256 samples wait in host memory"
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
