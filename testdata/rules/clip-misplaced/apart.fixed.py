import torch
from torch.nn.utils import clip_grad_norm_


def on_another_way(model, loader, optimizer, check):
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        loss.backward()
        if check:
            optimizer.step()
        clip_grad_norm_(model.parameters(), 1.0)


def where_it_steps_not(model, loader, optimizer, check):
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()
        if check:
            clip_grad_norm_(model.parameters(), 1.0)  # want "clipped after optimizer has used them"


def in_a_loop(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()
        for part in model.children():
            clip_grad_norm_(part.parameters(), 1.0)


def twice(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        clip_grad_norm_(model.encoder.parameters(), 1.0)  # want "clipped before backward"
        clip_grad_norm_(model.decoder.parameters(), 1.0)  # want "clipped before backward"
        optimizer.step()


def with_a_penalty(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        clip_grad_norm_(model.parameters(), 1.0)
        loss = model(batch).mean()
        (loss + torch.autograd.grad(loss, batch, create_graph=True)[0].norm()).backward()
        optimizer.step()


def only_the_first_loss_is_bounded(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        clip_grad_norm_(model.parameters(), 1.0)
        model.penalty().backward()
        optimizer.step()


def bound(model):
    clip_grad_norm_(model.parameters(), 1.0)  # want "clipped after optimizer has used them"


def in_a_function(net, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        net(batch).mean().backward()
        optimizer.step()
        bound(net)
