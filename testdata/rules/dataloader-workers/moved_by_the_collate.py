# What a loader's workers run would touch the GPU: they cannot. A loader for machines without one keeps no GPU waiting.
from collections import defaultdict

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

device = "cpu"
if torch.cuda.is_available():
    device = torch.device("cuda")


class Table(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return {"x": torch.tensor(self.rows.iloc[i].values), "i": i}


def train(model, loader, optimizer):
    for data in loader:
        x = data["x"].to(device)
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()


def collate(batch):
    columns = defaultdict(list)
    for sample in batch:
        for key, value in sample.items():
            columns[key].append(value)
    whole = {}
    for key, values in columns.items():
        if key == "i":
            whole[key] = torch.tensor(values).to(device)
        elif torch.is_tensor(values[0]):
            whole[key] = torch.stack(values).to(device)
        else:
            whole[key] = values
    return whole


def collate_here(batch):
    columns = defaultdict(list)
    for sample in batch:
        for key, value in sample.items():
            columns[key].append(value)
    return {key: torch.tensor(values) for key, values in columns.items()}


def on_either(rows):
    if torch.cuda.is_available():
        loader = DataLoader(Table(rows), batch_size=64, shuffle=True, collate_fn=collate)
    else:
        loader = DataLoader(Table(rows), batch_size=64, shuffle=True)
    model = nn.Linear(8, 8).to(device)
    train(model, loader, torch.optim.Adam(model.parameters()))


def collated_on_the_cpu(rows):
    if not torch.cuda.is_available():
        loader = DataLoader(Table(rows), batch_size=64, shuffle=True)
    else:
        loader = DataLoader(Table(rows), batch_size=64, shuffle=True, collate_fn=collate_here)  # want "no num_workers"
    model = nn.Linear(8, 8).to(device)
    train(model, loader, torch.optim.Adam(model.parameters()))
