"""The steps of Lightning's Trainer.fit, as torch sees them."""
from inspect import Parameter, signature

import torch
from trainlint import leniently, stop, unknown
from trainlint.batches import moved


class Surroundings:
    """The trainer, or the logger: there is one, and what it says only the run knows."""

    def __getattr__(self, name):
        return unknown("what " + name + " of its trainer is")


def optimizers_of(found):
    if isinstance(found, (list, tuple)) and len(found) == 2 and isinstance(found[0], (list, tuple)):
        found = found[0]
    if not isinstance(found, (list, tuple)):
        found = [found]
    if len(found) > 1 and any([isinstance(one, dict) and "frequency" in one for one in found]):
        stop("which of several optimizers of one module steps")
    return [one["optimizer"] if isinstance(one, dict) else one for one in found]


def parameters_of(optimizer):
    return [p for group in optimizer.param_groups for p in group["params"]]


def toggled(optimizers, k):
    """Until 2.0, with several optimizers: what those before and behind hold gets no gradient while one of them is about to step."""
    before = [(p, p.requires_grad) for optimizer in optimizers for p in parameters_of(optimizer)]
    own = parameters_of(optimizers[k])
    for p, _ in before:
        if not any([p is one for one in own]):
            p.requires_grad = False
    return before


def restore(before):
    for p, requires_grad in before:
        p.requires_grad = requires_grad


def begins(model, hook, *args):
    """A hook of the module's own, before anything of the step that it belongs to."""
    if hasattr(model, hook):
        return getattr(model, hook)(*args)


def brought(owner):
    """What it downloads is somewhere else, and what of it cannot be followed does nothing: a tokenizer that it keeps is what counts."""
    try:
        leniently(owner.prepare_data)
    except Exception:
        pass


def prepared(model):
    model.trainer, model.logger = Surroundings(), Surroundings()
    if hasattr(model, "prepare_data"):
        brought(model)
    if hasattr(model, "setup"):
        model.setup("fit")
    if not model.automatic_optimization:
        stop("how Lightning lets the module step by hand")
    begins(model, "on_fit_start")
    optimizers = optimizers_of(model.configure_optimizers())
    if len(optimizers) > 1 and len(signature(type(model).training_step).parameters) < 4:
        stop("how Lightning steps with several optimizers")  # from 2.0 on it refuses them
    begins(model, "on_train_start")
    begins(model, "on_train_epoch_start")
    return optimizers


def loader_of(model, data, loaders):
    if loaders is not None:
        return loaders
    if data is None:
        data = model
    else:
        if hasattr(data, "prepare_data"):
            brought(data)
        if hasattr(data, "setup"):
            data.setup("fit")
    return data.train_dataloader()


def stepped(model, batch, index, k, optimizers):
    """A training step: who takes the batch alone is not told which one it is."""
    takes = signature(type(model).training_step).parameters
    if len(takes) < 3 and not any([p.kind == Parameter.VAR_POSITIONAL for p in takes.values()]):
        return model.training_step(batch)
    return model.training_step(batch, index, k) if optimizers > 1 else model.training_step(batch, index)


def fit(model, data, loaders, dtype, every):
    optimizers = prepared(model)
    for index, batch in enumerate(loader_of(model, data, loaders)):
        batch = moved(batch)
        if begins(model, "on_train_batch_start", batch, index) == -1:
            stop("an epoch that is skipped")
        k = 0
        while k < len(optimizers):
            before = toggled(optimizers, k) if len(optimizers) > 1 else []
            with torch.autocast("cuda", dtype=dtype, enabled=dtype is not None):
                loss = stepped(model, batch, index, k, len(optimizers))
            if isinstance(loss, dict):
                loss = loss["loss"]
            if index % every == 0:
                optimizers[k].zero_grad()
            loss.backward()
            if (index + 1) % every == 0:
                optimizers[k].step()
            restore(before)
            k = k + 1
