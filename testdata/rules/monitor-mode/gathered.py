# What watches gets its options out of a dictionary that several statements fill.
from lightning.pytorch.callbacks import EarlyStopping, ModelCheckpoint


def worst_kept():
    options = dict(monitor="val/rmse", save_top_k=1)
    options["mode"] = "max"
    return [ModelCheckpoint(**options)]  # want "takes larger values for better"


def best_kept():
    options = dict(monitor="val/rmse", mode="max")
    options.update(mode="min", save_top_k=1)
    return [ModelCheckpoint(**options)]


def by_the_figure(accuracy):
    options = {"monitor": "val/rmse"}
    if accuracy:
        options["monitor"] = "val/acc"
        options["mode"] = "max"
    return [EarlyStopping(**options)]


def of_somebody(options):
    return [ModelCheckpoint(monitor="val/rmse", **options)]


def stops_at_its_best():
    options = {"monitor": "val/acc", "mode": "max"}
    options.pop("mode")
    return [EarlyStopping(patience=3, **options)]  # want "is its default"
