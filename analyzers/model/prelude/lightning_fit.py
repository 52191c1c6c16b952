"""The steps of Lightning's Trainer.fit, as torch sees them."""
from inspect import Parameter, signature

import torch
from trainlint import leniently, stop, unknown
from trainlint.batches import moved
from trainlint.turns import restore, toggled


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


def schedules_of(found):
    """What lr_schedulers() gives: each may stand in a dictionary that says when it steps."""
    given = []
    if isinstance(found, (list, tuple)) and len(found) == 2 and isinstance(found[0], (list, tuple)):
        given = found[1] if isinstance(found[1], (list, tuple)) else [found[1]]
    elif isinstance(found, dict):
        given = [found["lr_scheduler"]] if "lr_scheduler" in found else []
    elif isinstance(found, (list, tuple)):
        given = [one["lr_scheduler"] for one in found if isinstance(one, dict) and "lr_scheduler" in one]
    return [one["scheduler"] if isinstance(one, dict) else one for one in given]


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
    begins(model, "on_fit_start")
    found = model.configure_optimizers()
    optimizers = optimizers_of(found)
    model._optimizers, model._schedules = optimizers, schedules_of(found)
    if model.automatic_optimization and len(optimizers) > 1 and len(signature(type(model).training_step).parameters) < 4:
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
        if not model.automatic_optimization:
            with torch.autocast("cuda", dtype=dtype, enabled=dtype is not None):
                stepped(model, batch, index, 0, 1)
            continue
        k = 0
        while k < len(optimizers):
            before = toggled(optimizers, optimizers[k]) if len(optimizers) > 1 else []
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
