import torch
from accelerate import Accelerator


def gated(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        (model(batch).mean() / n).backward()
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def gated_at_top(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        if i % n == 0:
            optimizer.zero_grad()
        (model(batch).mean() / n).backward()
        if (i + 1) % n == 0:
            optimizer.step()


def accumulate(model, loader, optimizer):
    accelerator = Accelerator(gradient_accumulation_steps=4)
    for batch in loader:
        with accelerator.accumulate(model):
            optimizer.zero_grad()
            accelerator.backward(model(batch).mean())
            optimizer.step()


def wgan(generator, critic, loader, opt_g, opt_d, n_critic):
    for i, real in enumerate(loader):
        opt_d.zero_grad()
        (critic(generator(real).detach()).mean() - critic(real).mean()).backward()
        opt_d.step()
        opt_g.zero_grad()
        if i % n_critic == 0:
            (-critic(generator(real)).mean()).backward()
            opt_g.step()


def delayed_policy(policy, loader, optimizer):
    for i, batch in enumerate(loader):
        optimizer.zero_grad()
        if i % 2 == 0:
            policy(batch).mean().backward()
            optimizer.step()


def inner_loop(model, loader, optimizer, n):
    for step, batch in enumerate(loader):
        optimizer.zero_grad()
        for micro_batch in batch.chunk(n):
            (model(micro_batch).mean() / n).backward()
        optimizer.step()


def cleared_where_a_batch_failed(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        try:
            (model(batch).mean() / n).backward()
            if (i + 1) % n == 0:
                optimizer.step()
                optimizer.zero_grad()
        except RuntimeError:
            optimizer.zero_grad()
            continue
