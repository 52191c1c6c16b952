"""The steps of Lightning's Trainer.fit, as torch sees them."""
import torch
from trainlint import stop, unknown


class Surroundings:
    """The trainer, or the logger: there is one, and what it says only the run knows."""

    def __getattr__(self, name):
        return unknown("what " + name + " of its trainer is")


def moved(value):
    if isinstance(value, torch.Tensor):
        return value.cuda()
    if isinstance(value, dict):
        return {key: moved(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple([moved(item) for item in value])
    if isinstance(value, list):
        return [moved(item) for item in value]
    return value


def optimizer_of(found):
    if isinstance(found, (list, tuple)) and len(found) == 2 and isinstance(found[0], (list, tuple)):
        found = found[0]
    if isinstance(found, (list, tuple)):
        if len(found) != 1:
            stop("in which order several optimizers of one module step")
        found = found[0]
    return found["optimizer"] if isinstance(found, dict) else found


def begins(model, hook, *args):
    """A hook of the module's own, before anything of the step that it belongs to."""
    if hasattr(model, hook):
        return getattr(model, hook)(*args)


def prepared(model):
    model.trainer, model.logger = Surroundings(), Surroundings()
    if hasattr(model, "setup"):
        model.setup("fit")
    if not model.automatic_optimization:
        stop("how Lightning lets the module step by hand")
    begins(model, "on_fit_start")
    optimizer = optimizer_of(model.configure_optimizers())
    begins(model, "on_train_start")
    begins(model, "on_train_epoch_start")
    return optimizer


def loader_of(model, data, loaders):
    if loaders is not None:
        return loaders
    if data is None:
        data = model
    elif hasattr(data, "setup"):
        data.setup("fit")
    return data.train_dataloader()


def fit(model, data, loaders, dtype, every):
    optimizer = prepared(model)
    for index, batch in enumerate(loader_of(model, data, loaders)):
        batch = moved(batch)
        if begins(model, "on_train_batch_start", batch, index) == -1:
            stop("an epoch that is skipped")
        with torch.autocast("cuda", dtype=dtype, enabled=dtype is not None):
            loss = model.training_step(batch, index)
        if isinstance(loss, dict):
            loss = loss["loss"]
        if index % every == 0:
            optimizer.zero_grad()
        loss.backward()
        if (index + 1) % every == 0:
            optimizer.step()
