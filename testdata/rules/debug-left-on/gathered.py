# The trainer gets its options out of a dictionary.
import pytorch_lightning as pl


def main(model, loader):
    options = {"max_epochs": 3, "accelerator": "gpu"}
    options["detect_anomaly"] = True  # want "detect_anomaly=True is on for the whole run"
    pl.Trainer(**options).fit(model, loader)


def by_a_flag(model, loader, debug):
    options = {"max_epochs": 3, "accelerator": "gpu"}
    if debug:
        options["detect_anomaly"] = True
    pl.Trainer(**options).fit(model, loader)


def switched_off(model, loader):
    options = {"max_epochs": 3, "detect_anomaly": True}
    options["detect_anomaly"] = False
    pl.Trainer(**options).fit(model, loader)
