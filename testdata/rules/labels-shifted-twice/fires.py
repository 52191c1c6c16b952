import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForCausalLM, GPT2LMHeadModel


class Blocks(Dataset):
    def __init__(self, ids, length):
        self.ids = torch.tensor(ids)
        self.length = length

    def __len__(self):
        return (len(self.ids) - 1) // self.length

    def __getitem__(self, i):
        chunk = self.ids[i * self.length:(i + 1) * self.length + 1]
        return chunk[:-1], chunk[1:]


class Windows(Dataset):
    def __init__(self, ids, length):
        self.ids = ids
        self.length = length

    def __len__(self):
        return len(self.ids) - self.length

    def __getitem__(self, i):
        x = self.ids[i:i + self.length]
        y = self.ids[i + 1:i + 1 + self.length]
        return {"input_ids": torch.tensor(x), "labels": torch.tensor(y)}


def of_a_batch(loader):
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    optimizer = torch.optim.AdamW(model.parameters())
    for batch in loader:
        ids = batch["input_ids"]
        optimizer.zero_grad()
        model(ids[:, :-1], labels=ids[:, 1:].contiguous()).loss.backward()  # want "moves its labels by one itself"
        optimizer.step()


def of_a_dataset(ids):
    model = GPT2LMHeadModel.from_pretrained("gpt2")
    optimizer = torch.optim.AdamW(model.parameters())
    loader = DataLoader(Blocks(ids, 64), 8, shuffle=True)
    for x, y in loader:
        optimizer.zero_grad()
        model(input_ids=x, labels=y).loss.backward()  # want "GPT2LMHeadModel moves its labels by one itself"
        optimizer.step()


def of_windows(ids):
    model = GPT2LMHeadModel.from_pretrained("gpt2")
    optimizer = torch.optim.AdamW(model.parameters())
    loader = DataLoader(Windows(ids, 64), 8, shuffle=True)
    for batch in loader:
        optimizer.zero_grad()
        loss = model(input_ids=batch["input_ids"], labels=batch["labels"]).loss  # want "the token after the next"
        loss.backward()
        optimizer.step()
