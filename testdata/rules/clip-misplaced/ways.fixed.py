import torch
from torch.nn.utils import clip_grad_norm_, clip_grad_value_


def where_it_belongs(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()


def by_value_too_late(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        clip_grad_value_(model.parameters(), 1.0)  # want "clipped after optimizer has used them"
        optimizer.step()


def too_early(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        clip_grad_norm_(model.parameters(), 1.0)  # want "clipped before backward\(\) computes them"
        optimizer.step()


def gated_with_the_step(model, loader, optimizer):
    for i, batch in enumerate(loader):
        (model(batch).mean() / 4).backward()
        if (i + 1) % 4 == 0:
            clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()


def behind_a_step_that_waits(model, loader, optimizer):
    for i, batch in enumerate(loader):
        (model(batch).mean() / 4).backward()
        if (i + 1) % 4 == 0:
            clip_grad_norm_(model.parameters(), 1.0)  # want "clipped after optimizer has used them"
            optimizer.step()
            optimizer.zero_grad()


def behind_another_gate(model, loader, optimizer):
    for i, batch in enumerate(loader):
        (model(batch).mean() / 4).backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
        if (i + 1) % 8 == 0:
            clip_grad_norm_(model.parameters(), 1.0)


def of_the_other_network(model, critic, loader, first, second):
    for batch in loader:
        first.zero_grad()
        model(batch).mean().backward()
        clip_grad_norm_(model.parameters(), 1.0)
        first.step()
        second.zero_grad()
        critic(batch).mean().backward()
        clip_grad_norm_(critic.parameters(), 1.0)
        second.step()
