import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader

device = torch.device("cuda")


def on_the_gpu(model, optimizer, data):
    noise = torch.randn(8, 16).to(device)
    for x, y in DataLoader(data, batch_size=8, num_workers=4, pin_memory=True):
        more = torch.randn(8, 16, device=device)
        weight = torch.ones_like(y).to(device)
        loss = F.cross_entropy(model(x.to(device) + noise + more), y.to(device), weight=weight)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def of_the_cpu(model, optimizer, data, seed):
    draws = torch.Generator().manual_seed(seed)
    for x in DataLoader(data, batch_size=8, num_workers=4, pin_memory=True):
        noise = torch.randn(8, 16, generator=draws).to(device)
        joined = torch.cat([torch.empty(0).to(device), noise.flatten()])
        buffer = torch.empty(8, 16, pin_memory=True).to(device, non_blocking=True)
        ahead = torch.zeros(8, 16).to(device, non_blocking=True)
        loss = model(x.to(device) + noise + buffer + ahead).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def now_and_then(model, optimizer, data, every):
    for step, x in enumerate(DataLoader(data, batch_size=8, num_workers=4, pin_memory=True)):
        loss = model(x.to(device)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % every == 0:
            with torch.no_grad():
                print(model(torch.randn(8, 16).to(device)))


def kept_in_half(model, optimizer, data):
    for x in DataLoader(data, batch_size=8, num_workers=4, pin_memory=True):
        mask = torch.ones(8, 16).to(torch.bool)
        weight = torch.zeros(8, 16).cpu()
        loss = model(x.to(device))[mask.to(device)].mean() * len(weight)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
