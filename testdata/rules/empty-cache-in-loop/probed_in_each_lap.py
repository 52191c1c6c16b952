import gc

import torch
from models import build_loss, build_model, build_optimizer


def cleanup():
    gc.collect()
    torch.cuda.empty_cache()


def peak_of_a_step(size, device):
    """A few micro-batches of a model that was made for them."""
    cleanup()
    model, _ = build_model("unet", size=size)
    model = model.to(device)
    cost = build_loss().to(device)
    optimizer = build_optimizer(model, lr=1e-4)
    scaler = torch.amp.GradScaler("cuda")
    x = torch.randn(size, 3, 64, 64, device=device)
    optimizer.zero_grad(set_to_none=True)
    for _ in range(4):
        with torch.amp.autocast("cuda"):
            loss = cost(model(x), x) / 4
        scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    peak = torch.cuda.max_memory_allocated()
    del model, cost, optimizer, scaler, x
    cleanup()
    return peak


def choose(sizes, device):
    tried = []
    for size in sizes:
        try:
            tried.append((size, peak_of_a_step(size, device)))
        except RuntimeError:
            break
    return tried


def one_step(handle, params):
    sum((p * p).sum() for p in params).backward()
    handle.step()


class Handle:
    def __init__(self, inner):
        self.inner = inner

    def step(self):
        self.inner.step()

    def release(self):
        self.inner = None
        gc.collect()


def check_all():
    kinds = [("sgd", lambda p: Handle(torch.optim.SGD(p, lr=0.1))), ("adam", lambda p: Handle(torch.optim.Adam(p)))]
    for name, build in kinds:
        params = [torch.ones(3, requires_grad=True)]
        handle = build(params)
        one_step(handle, params)
        handle.release()
        print(name)
