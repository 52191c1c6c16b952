import torch
from torch import nn
from torch.utils.data import DataLoader

from corpus import spoken

device = torch.device("cuda")
model = nn.GRU(40, 64, batch_first=True).to(device)
head = nn.Linear(64, 10).to(device)
optimizer = torch.optim.Adam([*model.parameters(), *head.parameters()])


# The lengths are where the loader left them: Python need not wait for the GPU to read them.
def read_on_the_host(loader):
    for frames, labels, lengths in loader:
        frames, labels = frames.to(device), labels.to(device)
        longest = lengths[0].item()
        shortest = lengths[-1].item()
        optimizer.zero_grad()
        out, _ = model(frames)
        loss = nn.functional.cross_entropy(head(out[:, shortest:longest].mean(1)), labels)
        loss.backward()
        optimizer.step()


# What is read of a part after it was moved is read from the GPU.
def read_from_the_gpu(loader):
    for frames, labels, lengths in loader:
        frames, labels, lengths = frames.to(device), labels.to(device), lengths.to(device)
        longest = lengths[0].item()  # want "the training step waits for the GPU 2 times"
        optimizer.zero_grad()
        out, _ = model(frames)
        shortest = lengths[-1].item()
        loss = nn.functional.cross_entropy(head(out[:, shortest:longest].mean(1)), labels)
        loss.backward()
        optimizer.step()


# A batch of transformers moves itself: its parts are on the GPU behind that.
def moves_itself(loader):
    for batch in loader:
        batch.to(device)
        longest = batch["lengths"].max().item()  # want "the training step waits for the GPU 2 times"
        optimizer.zero_grad()
        out, _ = model(batch["frames"])
        shortest = batch["lengths"].min().item()
        loss = nn.functional.cross_entropy(head(out[:, shortest:longest].mean(1)), batch["labels"])
        loss.backward()
        optimizer.step()


# What is counted of a part that stays on the host is counted there.
def count_on_the_host(loader):
    labelled = 0
    for batch in loader:
        frames, known = batch["frames"].to(device), batch["known"]
        labelled += torch.sum(known).item()
        optimizer.zero_grad()
        out, _ = model(frames)
        loss = out[known].abs().mean()
        loss.backward()
        optimizer.step()
        print(labelled, loss.item())


# What is counted of the output as well is counted on the GPU.
def count_on_the_gpu(loader):
    labelled = 0
    for batch in loader:
        frames, known = batch["frames"].to(device), batch["known"]
        optimizer.zero_grad()
        out, _ = model(frames)
        labelled += torch.sum(out[known] > 0).item()  # want "the training step waits for the GPU 2 times"
        loss = out.abs().mean()
        loss.backward()
        optimizer.step()
        print(labelled, loss.item())


# A device that the caller names is a GPU as likely as not: what is not moved there stays on the host.
def on_a_device(loader, device):
    for frames, labels, lengths in loader:
        longest = lengths[0].item()
        frames, labels = frames[:, :longest].to(device), labels.to(device)
        optimizer.zero_grad()
        out, _ = model(frames)
        loss = nn.functional.cross_entropy(head(out.mean(1)), labels)
        loss.backward()
        print(loss.cpu().detach().numpy().item())
        optimizer.step()


for epoch in range(3):
    read_on_the_host(DataLoader(spoken, batch_size=8, num_workers=4))
    read_from_the_gpu(DataLoader(spoken, batch_size=8, num_workers=4))
    moves_itself(DataLoader(spoken, batch_size=8, num_workers=4))
    count_on_the_host(DataLoader(spoken, batch_size=8, num_workers=4))
    count_on_the_gpu(DataLoader(spoken, batch_size=8, num_workers=4))
