# A bound that may be infinite, by a name or a conversion, only measures; a number bounds.
import math

import torch
from torch.nn.utils import clip_grad_norm_


def by_the_name_of_math(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        (model(batch).mean() / n).backward()
        norm = clip_grad_norm_(model.parameters(), max_norm=math.inf)
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()
        print(norm)


def converted(model, loader, optimizer, n, bound):
    for i, batch in enumerate(loader):
        (model(batch).mean() / n).backward()
        norm = clip_grad_norm_(model.parameters(), max_norm=float(bound))
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()
        print(norm)


def kept(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        (model(batch).mean() / n).backward()
        norm = clip_grad_norm_(model.parameters(), max_norm=1.0)  # want "clipped after every micro-batch"
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()
        print(norm)


def before_the_pass(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / n
        loss.backward()
        if (i + 1) % n == 0:
            clip_grad_norm_(model.parameters(), 1.0)  # want "clipped before every micro-batch"
            optimizer.step()
            optimizer.zero_grad()
