import torch
from torch.amp import GradScaler
from apex import amp
from timm.utils import NativeScaler
from accelerate import Accelerator


def right(model, loader, optimizer):
    scaler = GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        scaler.update()


def branches(model, loader, optimizer, use_amp):
    scaler = GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        if use_amp:
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        else:
            loss.backward()
            optimizer.step()


def split_branches(model, loader, optimizer, scaler):
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        if scaler is not None:
            scaler.scale(loss).backward()
        else:
            loss.backward()
        optimizer.step()


def own_check(model, loader, optimizer):
    scaler = GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.unscale_(optimizer)
        if all(torch.isfinite(p.grad).all() for p in model.parameters()):
            optimizer.step()
        scaler.update()


def disabled(model, loader, optimizer):
    scaler = GradScaler("cuda", enabled=False)
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        optimizer.step()


def apex(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        with amp.scale_loss(model(batch).mean(), optimizer) as scaled_loss:
            scaled_loss.backward()
        optimizer.step()


def timm(model, loader, optimizer):
    loss_scaler = NativeScaler()
    for batch in loader:
        optimizer.zero_grad()
        loss_scaler(model(batch).mean(), optimizer, parameters=model.parameters())


def two_networks(generator, critic, loader, opt_g, opt_d):
    scaler = GradScaler("cuda")
    for real in loader:
        opt_g.zero_grad()
        scaler.scale(critic(generator(real)).mean()).backward()
        scaler.step(opt_g)
        scaler.update()
        opt_d.zero_grad()
        critic(real).mean().backward()
        opt_d.step()


def accelerated(model, loader, optimizer):
    accelerator = Accelerator(mixed_precision="fp16")
    for batch in loader:
        optimizer.zero_grad()
        accelerator.backward(model(batch).mean())
        optimizer.step()


def by_hand(model, loader, optimizer, scaler):
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        for p in model.parameters():
            p.grad.div_(scaler.get_scale())
        optimizer.step()


def other_backward(model, loader, optimizer, scaler, differentiate):
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        if scaler is not None:
            scaler.scale(loss).backward()
        else:
            differentiate(loss)
        optimizer.step()
