"""Half precision and its scaler: torch on the CPU."""
import torch
import torch.nn.functional as F
from torch import nn

from experiment import Experiment
from small import batch, net


scaled_clip = Experiment("amp-clip-before-unscale", "torch", r"norm 0\.00", r"norm 0\.10", needs="2.3")


def clipped(unscale):
    model = net()
    x, y = batch()
    optimizer, scaler = torch.optim.SGD(model.parameters(), lr=1), torch.amp.GradScaler("cpu", init_scale=1024.0)
    scaler.scale(F.cross_entropy(model(x), y)).backward()
    if unscale:
        scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(model.parameters(), 0.1)
    before = [p.detach().clone() for p in model.parameters()]
    scaler.step(optimizer)
    moved = torch.stack([(a - b).norm() for a, b in zip(before, model.parameters())]).norm()
    return f"a step of norm {moved:.2f} where 0.10 was asked for"


@scaled_clip
def scaled_clip_bad():
    return clipped(False)


@scaled_clip
def scaled_clip_good():
    return clipped(True)


fp16_weights = Experiment("amp-fp16-weights-with-scaler", "torch", r"raises ValueError: Attempting to unscale FP16", r"^nothing$", needs="2.3")


def with_scaler(dtype):
    model = net().to(dtype)
    optimizer, scaler = torch.optim.SGD(model.parameters(), lr=1), torch.amp.GradScaler("cpu", init_scale=2.0)
    scaler.scale(model(torch.ones(1, 4, dtype=dtype)).float().sum()).backward()
    scaler.step(optimizer)


@fp16_weights
def fp16_weights_bad():
    return with_scaler(torch.float16)


@fp16_weights
def fp16_weights_good():
    return with_scaler(torch.float32)


no_update = Experiment("amp-missing-update", "torch", r"raises RuntimeError: step\(\) has already been called since the last update", r"^nothing$", needs="2.3")


def two_steps(update):
    model = net()
    optimizer, scaler = torch.optim.SGD(model.parameters(), lr=1), torch.amp.GradScaler("cpu")
    for _ in range(2):
        optimizer.zero_grad()
        scaler.scale(model(torch.ones(1, 4)).sum()).backward()
        scaler.step(optimizer)
        if update:
            scaler.update()


@no_update
def no_update_bad():
    return two_steps(False)


@no_update
def no_update_good():
    return two_steps(True)


bypass = Experiment("amp-step-bypasses-scaler", "torch", r"^1024 times", r"^1 times", needs="2.3")


def scaled_step(by_scaler):
    model = net()
    optimizer, scaler = torch.optim.SGD(model.parameters(), lr=1), torch.amp.GradScaler("cpu", init_scale=1024.0)
    before = model.bias.detach().clone()
    scaler.scale(model(torch.ones(1, 4)).sum()).backward()
    scaler.step(optimizer) if by_scaler else optimizer.step()
    return f"{(before - model.bias).mean().item():.0f} times the step of SGD"


@bypass
def bypass_bad():
    return scaled_step(False)


@bypass
def bypass_good():
    return scaled_step(True)


unscale_gate = Experiment("unscale-not-gated", "torch", r"raises RuntimeError: unscale_\(\) has already been called", r"^nothing$", needs="2.3")


def unscale_each(every):
    model = net()
    optimizer, scaler = torch.optim.SGD(model.parameters(), lr=1), torch.amp.GradScaler("cpu")
    for i in range(2):
        scaler.scale(model(torch.ones(1, 4)).sum() / 2).backward()
        if every or i == 1:
            scaler.unscale_(optimizer)
    scaler.step(optimizer)
    scaler.update()


@unscale_gate
def unscale_gate_bad():
    return unscale_each(True)


@unscale_gate
def unscale_gate_good():
    return unscale_each(False)


half_adam = Experiment("fp16-weights-with-adam", "torch", r"^Adam infinite and nan, AdamW infinite and nan, NAdam infinite and nan, RMSprop infinite and nan; a network's loss after a step nan$",
                       r"^Adam finite, AdamW finite, NAdam finite, RMSprop finite; a network's loss after a step finite$", needs="2.3")


def one_step(eps):
    """What a first step makes of float16 weights whose gradients are 1, 1e-3 and 0, and of a small network of them."""
    said = []
    for kind in (torch.optim.Adam, torch.optim.AdamW, torch.optim.NAdam, torch.optim.RMSprop):
        weights = torch.nn.Parameter(torch.ones(3, dtype=torch.float16))
        optimizer = kind([weights], lr=1e-3, **eps)
        weights.grad = torch.tensor([1.0, 1e-3, 0.0], dtype=torch.float16)
        optimizer.step()
        bad = [name for name, one in (("infinite", weights.isinf()), ("nan", weights.isnan())) if one.any()]
        said.append(f"{kind.__name__} {' and '.join(bad) or 'finite'}")
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(8, 32), torch.nn.ReLU(), torch.nn.Linear(32, 4)).half()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, **eps)
    x, y = torch.randn(16, 8).half(), torch.randint(4, (16,))
    for _ in range(2):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x).float(), y)
        loss.backward()
        optimizer.step()
    return f"{', '.join(said)}; a network's loss after a step {'finite' if loss.isfinite() else 'nan'}"


@half_adam
def half_steps_bad():
    return one_step({})


@half_adam
def half_steps_good():
    return one_step({"eps": 1e-4})


no_scale = Experiment("amp-loss-not-scaled", "torch", r"^raises AssertionError: Attempted (unscale_|step) but _scale is None", r"^stepped$", needs="2.3")


def stepping_through_scaler(scaled):
    model = net()
    x, y = batch()
    optimizer, scaler = torch.optim.SGD(model.parameters(), lr=0.1), torch.amp.GradScaler("cpu")
    loss = F.cross_entropy(model(x), y)
    (scaler.scale(loss) if scaled else loss).backward()
    scaler.step(optimizer)
    scaler.update()
    return "stepped"


@no_scale
def no_scale_bad():
    return stepping_through_scaler(False)


@no_scale
def no_scale_good():
    return stepping_through_scaler(True)
