import torch
from torch import nn
from trainlint import constructor_arguments, known, stop, unknown
from trainlint.turns import parameters_of, restore, toggled


class AttributeDict:
    """A dictionary whose keys are attributes."""

    def __init__(self, held):
        for name, value in held.items():
            setattr(self, name, value)

    def __getitem__(self, name):
        return getattr(self, name)

    def __setitem__(self, name, value):
        setattr(self, name, value)

    def __contains__(self, name):
        return hasattr(self, name)

    def get(self, name, default=None):
        return getattr(self, name, default)

    def pop(self, name, *default):
        value = getattr(self, name, *default)
        if hasattr(self, name):
            delattr(self, name)
        return value

    def update(self, held=(), **more):
        for name, value in dict(held, **more).items():
            setattr(self, name, value)

    def setdefault(self, name, default=None):
        if not hasattr(self, name):
            setattr(self, name, default)
        return getattr(self, name)

    def __len__(self):
        return len(vars(self))

    def __iter__(self):
        return iter(vars(self))

    def keys(self):
        return vars(self).keys()

    def values(self):
        return vars(self).values()

    def items(self):
        return vars(self).items()


class HyperparametersMixin:
    def save_hyperparameters(self, *args, ignore=None, frame=None, logger=True):
        if args and not known(args[0]):
            self._hparams = args[0]
            return
        if isinstance(ignore, str):
            ignore = [ignore]
        saved = dict(vars(self._hparams)) if "_hparams" in self.__dict__ else {}
        for name, value in constructor_arguments().items():
            if name not in (ignore or []) and (not args or name in args):
                saved[name] = value
        if args and not isinstance(args[0], str):
            saved = args[0] if isinstance(args[0], dict) else vars(args[0])
        self._hparams = AttributeDict(saved)

    @property
    def hparams(self):
        if "_hparams" not in self.__dict__:
            self._hparams = AttributeDict({})
        return self._hparams

    @hparams.setter
    def hparams(self, given):
        """Before 1.3, people assigned it."""
        self._hparams = given if isinstance(given, dict) else AttributeDict(vars(given))


class LightningModule(HyperparametersMixin, nn.Module):
    CHECKPOINT_HYPER_PARAMS_KEY = "hyper_parameters"

    def __init__(self, *args, **kwargs):
        super().__init__()
        self.automatic_optimization = True
        self.current_epoch = 0
        self.global_step = 0

    @property
    def device(self):
        return torch.device("cuda")

    def print(self, *args, **kwargs):
        pass

    def log(self, *args, **kwargs):
        pass

    def log_dict(self, *args, **kwargs):
        pass

    def optimizers(self, use_pl_optimizer=True):
        """Those that configure_optimizers gave, for a module that steps by hand: one alone is no list."""
        if "_optimizers" not in self.__dict__:
            return unknown("which optimizers its trainer holds")
        return self._optimizers[0] if len(self._optimizers) == 1 else self._optimizers

    def lr_schedulers(self):
        if "_schedules" not in self.__dict__:
            return unknown("which schedules its trainer holds")
        if not self._schedules:
            return None
        return self._schedules[0] if len(self._schedules) == 1 else self._schedules

    def manual_backward(self, loss, *args, **kwargs):
        loss.backward(*args, **kwargs)

    def toggle_optimizer(self, optimizer, optimizer_idx=None):
        """What the others hold alone gets no gradient until untoggle_optimizer."""
        self._toggled = toggled(self._optimizers, optimizer)

    def untoggle_optimizer(self, optimizer):
        restore(self._toggled)

    def clip_gradients(self, optimizer, gradient_clip_val=None, gradient_clip_algorithm=None):
        """The trainer may not be told how to clip where the module steps by hand: what is not given here is not done."""
        if not gradient_clip_val:
            return
        if gradient_clip_algorithm == "value":
            torch.nn.utils.clip_grad_value_(parameters_of(optimizer), gradient_clip_val)
        else:
            torch.nn.utils.clip_grad_norm_(parameters_of(optimizer), gradient_clip_val)


class MetricOfTorch(nn.Module):
    """Any metric of torchmetrics: it counts."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def add_state(self, name, default, *args, **kwargs):
        setattr(self, name, default)

    def forward(self, *args, **kwargs):
        stop("what forward of a metric keeps")

    def reset(self):
        pass

    def clone(self, *args, **kwargs):
        return self


class MetricThatCounts(MetricOfTorch):
    """One that keeps sums of what has no gradient, or of single numbers: what it gives keeps nothing."""

    def forward(self, *args, **kwargs):
        return unknown("what a metric gives")

    def update(self, *args, **kwargs):
        pass

    def compute(self):
        return unknown("what a metric gives")


class MetricWithGraph(MetricThatCounts):
    """One that is computed with gradients when it is called, as a loss is; update and compute are without."""

    def forward(self, *args, **kwargs):
        if torch.is_grad_enabled() and any(isinstance(one, torch.Tensor) and one.requires_grad for one in [*args, *kwargs.values()]):
            stop("a metric that has a graph")
        return unknown("what a metric gives")


class MetricCollection(nn.Module):
    """Several metrics that are given the same."""

    def __init__(self, metrics, *more, prefix=None, postfix=None, compute_groups=True):
        super().__init__()
        self._metrics = {}
        self.add_metrics(metrics, *more)

    def add_metrics(self, metrics, *more):
        if isinstance(metrics, dict):
            self._metrics.update(metrics)
            return
        for one in [*(metrics if isinstance(metrics, (list, tuple)) else [metrics]), *more]:
            self._metrics[len(self._metrics)] = one

    def forward(self, *args, **kwargs):
        for one in self._metrics.values():
            one(*args, **kwargs)
        return unknown("what a metric gives")

    def update(self, *args, **kwargs):
        for one in self._metrics.values():
            one.update(*args, **kwargs)

    def compute(self):
        return unknown("what a metric gives")

    def reset(self):
        pass

    def clone(self, *args, **kwargs):
        return self


def metric_of_a_batch(*args, **kwargs):
    return unknown("what a metric gives")
