# The steps that an earlier run has made are passed over at the beginning: every other one goes on.
import torch


def train(model, optimizer, loader, state, every):
    skip = 0
    if state is not None:
        skip = state["step"]
    for batch in loader:
        if skip > 0:
            skip -= 1
            continue
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()


def now_and_then(model, optimizer, loader, left, every):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
        if left > 0:
            left -= 1
            continue
        left = every
        print(left)


def only_behind_a_count(model, optimizer, loader, wait):
    calm = 0
    if wait:
        calm = 100
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
        if calm > 0:
            calm = calm - int(batch.shape[0] > 8)
            continue
        torch.cuda.empty_cache()
