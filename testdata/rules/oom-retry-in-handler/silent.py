from dataclasses import dataclass
from typing import NamedTuple

import torch

from .results import TrainResult


def behind(train_step, batch):
    full = False
    try:
        return train_step(batch)
    except torch.cuda.OutOfMemoryError:
        full = True
    if full:
        torch.cuda.empty_cache()
        return train_step(batch[: len(batch) // 2])


def goes_on(train_step, batches):
    size = 8
    for batch in batches:
        while size:
            try:
                train_step(batch[:size])
                break
            except RuntimeError as e:
                if "out of memory" not in str(e):
                    raise
                size //= 2


def other_exception(train_step, batch):
    try:
        return train_step(batch)
    except ValueError:
        return train_step(batch[:1])


def any_runtime_error(train_step, batch):
    try:
        return train_step(batch)
    except RuntimeError as e:
        print("not out of memory", e)
        return train_step(batch[:1])


def reports(train_step, batch, log):
    try:
        log("start")
        return train_step(batch)
    except torch.cuda.OutOfMemoryError:
        log("out of memory")
        return None


def later(train_step, batch, queue):
    try:
        return train_step(batch)
    except torch.cuda.OutOfMemoryError:
        queue.append(lambda: train_step(batch[:1]))


@dataclass(frozen=True)
class ForwardTrial:
    status: str
    seconds: float


class StepOutcome(NamedTuple):
    status: str


def tells(train_step, batch):
    try:
        train_step(batch)
        return ForwardTrial("ok", 1.0), StepOutcome("ok"), TrainResult("ok")
    except torch.OutOfMemoryError:
        torch.cuda.empty_cache()
        return ForwardTrial("full", 0.0), StepOutcome("full"), TrainResult("full")


class Reader:
    def text(self, name):
        try:
            return self.files[name]
        except RuntimeError as e:
            if "out of memory" not in str(e):
                raise
            return self.text("empty")
