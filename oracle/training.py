"""Rules of training: torch on the CPU."""
import copy
import functools
import inspect
import math
import pathlib
import tempfile

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

from experiment import Experiment


def net(seed=0):
    torch.manual_seed(seed)
    return nn.Linear(4, 2)


def batch(seed=1, rows=8):
    torch.manual_seed(seed)
    return torch.randn(rows, 4), torch.randint(0, 2, (rows,))


accumulation = Experiment("accumulation-not-scaled", "torch", r"gradient is 4\.00 times", r"gradient is 1\.00 times")


def accumulated(divide):
    model = net()
    x, y = batch()
    F.cross_entropy(model(x), y).backward()
    whole = model.weight.grad.norm()
    model.zero_grad()
    for part, labels in zip(x.chunk(4), y.chunk(4)):
        (F.cross_entropy(model(part), labels) / divide).backward()
    return f"gradient is {model.weight.grad.norm() / whole:.2f} times that of the whole batch"


@accumulation
def accumulation_bad():
    return accumulated(1)


@accumulation
def accumulation_good():
    return accumulated(4)


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


probabilities = Experiment("bce-mismatch", "torch", r"least loss 0\.31", r"least loss 0\.00")


def least_loss(squash):
    x = torch.full((1,), 30.0)
    return f"least loss {F.binary_cross_entropy_with_logits(torch.sigmoid(x) if squash else x, torch.ones(1)):.2f}"


@probabilities
def probabilities_bad():
    return least_loss(True)


@probabilities
def probabilities_good():
    return least_loss(False)


logits = Experiment("bce-mismatch", "torch", r"raises RuntimeError: all elements of input should be between 0 and 1", r"^nothing$")


@logits
def logits_bad():
    nn.BCELoss()(torch.tensor([2.0]), torch.ones(1))


@logits
def logits_good():
    nn.BCELoss()(torch.tensor([0.9]), torch.ones(1))


frozen_input = Experiment("checkpoint-frozen-input", "torch", r"None of the inputs have requires_grad=True.*gradient None", r"^gradient there$")


def through_checkpoint(reentrant):
    from torch.utils.checkpoint import checkpoint

    model = net()
    out = checkpoint(model, torch.ones(1, 4), use_reentrant=reentrant)
    if out.requires_grad:
        out.sum().backward()
    return "gradient None" if model.weight.grad is None else "gradient there"


@frozen_input
def frozen_input_bad():
    return through_checkpoint(True)


@frozen_input
def frozen_input_good():
    return through_checkpoint(False)


late_binding = Experiment("checkpoint-late-binding", "torch", r"gradient is wrong", r"gradient is right")


def checkpointed_lambdas(late):
    from torch.utils.checkpoint import checkpoint

    x = torch.full((1,), 2.0, requires_grad=True)
    h = x
    for power in (2, 3):
        function = (lambda t: t**power) if late else (lambda t, power=power: t**power)
        h = checkpoint(function, h, use_reentrant=True)
    h.backward()
    return f"gradient is {'right' if x.grad.item() == 6 * 2.0**5 else 'wrong'}"


@late_binding
def late_binding_bad():
    return checkpointed_lambdas(True)


@late_binding
def late_binding_good():
    return checkpointed_lambdas(False)


reentrant_unset = Experiment("checkpoint-reentrant-unset", "torch", r"use_reentrant parameter should be passed explicitly", r"^nothing$", since="2.1")


@reentrant_unset
def reentrant_unset_bad():
    from torch.utils.checkpoint import checkpoint

    checkpoint(net(), torch.ones(1, 4, requires_grad=True))


@reentrant_unset
def reentrant_unset_good():
    from torch.utils.checkpoint import checkpoint

    checkpoint(net(), torch.ones(1, 4, requires_grad=True), use_reentrant=False)


reentrant_partial = Experiment("checkpoint-reentrant-unset", "torch", r"use_reentrant parameter should be passed explicitly", r"^nothing$", since="2.1")


@reentrant_partial
def reentrant_partial_bad():
    from torch.utils.checkpoint import checkpoint

    functools.partial(checkpoint, preserve_rng_state=False)(net(), torch.ones(1, 4, requires_grad=True))


@reentrant_partial
def reentrant_partial_good():
    from torch.utils.checkpoint import checkpoint

    functools.partial(checkpoint, use_reentrant=False)(net(), torch.ones(1, 4, requires_grad=True))


around = Experiment("backward-bypasses-accelerator", "accelerate", r"^gradient 4\.00 of a mean of 1\.00$", r"^gradient 1\.00 of a mean of 1\.00$")
unscaled = Experiment("backward-bypasses-accelerator", "accelerate", r"^raises AssertionError: .*_scale is None", r"^stepped$", needs="0.34")


def accelerated(backward):
    from accelerate import Accelerator

    accelerator = Accelerator(gradient_accumulation_steps=4, cpu=True)
    layer = nn.Linear(1, 1, bias=False)
    model, optimizer = accelerator.prepare(layer, torch.optim.SGD(layer.parameters(), lr=1))
    gradient = None
    for i in range(4):
        with accelerator.accumulate(model):
            backward(accelerator, model(torch.ones(1, 1)).mean())
            if accelerator.sync_gradients:
                gradient = layer.weight.grad.item()
            optimizer.step()
            optimizer.zero_grad()
    return f"gradient {gradient:.2f} of a mean of 1.00"


@around
def around_bad():
    return accelerated(lambda accelerator, loss: loss.backward())


@around
def around_good():
    return accelerated(lambda accelerator, loss: accelerator.backward(loss))


def of_float16(scaled):
    # What prepare() makes of an optimizer in float16; the CPU has a scaler, and Accelerator takes it for GPUs alone.
    from accelerate import Accelerator
    from accelerate.optimizer import AcceleratedOptimizer

    accelerator = Accelerator(cpu=True)
    accelerator.scaler = torch.amp.GradScaler("cpu")
    layer = nn.Linear(1, 1)
    optimizer = AcceleratedOptimizer(torch.optim.SGD(layer.parameters(), lr=1), scaler=accelerator.scaler)
    loss = layer(torch.ones(1, 1)).sum()
    accelerator.backward(loss) if scaled else loss.backward()
    optimizer.step()
    return "stepped"


@unscaled
def unscaled_bad():
    return of_float16(False)


@unscaled
def unscaled_good():
    return of_float16(True)


divided = Experiment("loss-divided-twice", "accelerate", r"^gradient 0\.25 of a mean of 1\.00$", r"^gradient 1\.00 of a mean of 1\.00$")


def divided_by(n):
    from accelerate import Accelerator

    accelerator = Accelerator(gradient_accumulation_steps=4, cpu=True)
    layer = nn.Linear(1, 1, bias=False)
    optimizer = torch.optim.SGD(layer.parameters(), lr=1)
    model, optimizer = accelerator.prepare(layer, optimizer)
    gradient = None
    for i in range(4):
        with accelerator.accumulate(model):
            accelerator.backward(model(torch.ones(1, 1)).mean() / n)
            if accelerator.sync_gradients:
                gradient = layer.weight.grad.item()
            optimizer.step()
            optimizer.zero_grad()
    return f"gradient {gradient:.2f} of a mean of 1.00"


@divided
def divided_bad():
    return divided_by(4)


@divided
def divided_good():
    return divided_by(1)


clip = Experiment("clip-misplaced", "torch", r"a step of norm [1-9]", r"a step of norm 0\.10")


def clip_where(after):
    model = net()
    optimizer = torch.optim.SGD(model.parameters(), lr=1)
    before = [p.detach().clone() for p in model.parameters()]
    (100 * model(torch.ones(1, 4)).sum()).backward()
    if after:
        optimizer.step()
    nn.utils.clip_grad_norm_(model.parameters(), 0.1)
    if not after:
        optimizer.step()
    moved = torch.stack([(a - b).norm() for a, b in zip(before, model.parameters())]).norm()
    return f"a step of norm {moved:.2f}"


@clip
def clip_bad():
    return clip_where(True)


@clip
def clip_good():
    return clip_where(False)


clip_gate = Experiment("clip-not-gated", "torch", r"0\.05 0\.13 0\.34 0\.93", r"0\.50 0\.50 0\.50 0\.50")


def clip_each(every):
    p = nn.Parameter(torch.zeros(4))
    for i in range(4):
        (p @ (torch.eye(4) * 10)[i] / 4).backward()
        if every or i == 3:
            nn.utils.clip_grad_norm_([p], 1.0)
    return " ".join(f"{v:.2f}" for v in p.grad.tolist())


@clip_gate
def clip_gate_bad():
    return clip_each(True)


@clip_gate
def clip_gate_good():
    return clip_each(False)


turns = Experiment("generator-not-detached", "torch", r"gradients of the generator 2, same step True", r"gradients of the generator 0, same step True")


def two_networks():
    torch.manual_seed(0)
    return nn.Linear(4, 4), nn.Linear(4, 1)


def discriminate(detached):
    torch.manual_seed(0)
    z, real = torch.randn(8, 4), torch.randn(8, 4)
    moved = []
    for other in (detached, True):
        generator, discriminator = two_networks()
        optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
        fake = generator(z)
        loss = discriminator(fake.detach() if other else fake).mean() - discriminator(real).mean()
        loss.backward()
        optimizer.step()
        moved.append((discriminator.weight.detach(), sum(p.grad is not None for p in generator.parameters())))
    return f"gradients of the generator {moved[0][1]}, same step {torch.equal(moved[0][0], moved[1][0])}"


@turns
def turns_bad():
    return discriminate(False)


@turns
def turns_good():
    return discriminate(True)


left_over = Experiment("gradients-left-over", "torch", r"the step is that of its own loss: False", r"the step is that of its own loss: True")


def by_turns(cleared):
    generator, discriminator = two_networks()
    g, d = torch.optim.SGD(generator.parameters(), lr=0.0), torch.optim.SGD(discriminator.parameters(), lr=0.1)
    z, real = torch.ones(8, 4), -torch.ones(8, 4)
    for lap in range(2):
        if cleared:
            d.zero_grad()
        fake = generator(z)
        own = discriminator(fake.detach()).pow(2).mean() + (discriminator(real) - 1).pow(2).mean()
        wanted = [x.clone() for x in torch.autograd.grad(own, list(discriminator.parameters()), retain_graph=True)]
        own.backward()
        same = all(torch.allclose(a, p.grad) for a, p in zip(wanted, discriminator.parameters()))
        d.step()
        d.zero_grad()
        (discriminator(fake) - 1).pow(2).mean().backward()
        g.step()
        g.zero_grad()
    return f"the step is that of its own loss: {same}"


@left_over
def left_over_bad():
    return by_turns(False)


@left_over
def left_over_good():
    return by_turns(True)


idle_term = Experiment(
    "loss-term-trains-nothing", "torch", r"^the step is that without the term: True$", r"^the step is that without the term: False$"
)


def painted(detached):
    generator, discriminator = two_networks()
    g, d = torch.optim.SGD(generator.parameters(), lr=0.1), torch.optim.SGD(discriminator.parameters(), lr=0.1)
    z, real = torch.ones(8, 4), -torch.ones(8, 4)
    fake = generator(z)
    d.zero_grad()
    (discriminator(fake.detach()).mean() - discriminator(real).mean()).backward()
    d.step()
    g.zero_grad()
    distance = (fake - 0.5).abs().mean()
    alone = torch.autograd.grad(distance, list(generator.parameters()), retain_graph=True)
    (distance - discriminator(fake.detach() if detached else fake).mean()).backward()
    same = all(torch.equal(a, p.grad) for a, p in zip(alone, generator.parameters()))
    g.step()
    return f"the step is that without the term: {same}"


@idle_term
def idle_term_bad():
    return painted(True)


@idle_term
def idle_term_good():
    return painted(False)


ungraded = Experiment("step-without-gradients", "torch", r"the encoder moved: False", r"the encoder moved: True")


def fool(detached):
    encoder, discriminator = two_networks()
    before = encoder.weight.detach().clone()
    optimizer = torch.optim.Adam(encoder.parameters())
    code = encoder(torch.ones(8, 4))
    if detached:
        code = code.detach()
    loss = discriminator(code).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return f"the encoder moved: {not torch.equal(before, encoder.weight)}"


@ungraded
def ungraded_bad():
    return fool(True)


@ungraded
def ungraded_good():
    return fool(False)


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


sampler = Experiment("ddp-without-sampler", "torch", r"8 of 8 samples on each of 2 ranks", r"4 of 8 samples on each of 2 ranks")


def share(sampled):
    from torch.utils.data import DataLoader, DistributedSampler

    data = list(range(8))
    counts = {len(list(DataLoader(data, sampler=DistributedSampler(data, 2, rank) if sampled else None))) for rank in range(2)}
    return f"{counts.pop()} of 8 samples on each of 2 ranks"


@sampler
def sampler_bad():
    return share(False)


@sampler
def sampler_good():
    return share(True)


twice = Experiment("double-softmax", "torch", r"least loss 0\.55", r"least loss 0\.00")


def cross_entropy(squash):
    x = torch.tensor([[50.0, -50.0, -50.0]])
    return f"least loss {F.cross_entropy(x.softmax(1) if squash else x, torch.zeros(1, dtype=torch.long)):.2f}"


@twice
def twice_bad():
    return cross_entropy(True)


@twice
def twice_good():
    return cross_entropy(False)


divergence = Experiment("nll-mismatch", "torch", r"^learns \[1\.0, 0\.0\] of \[0\.7, 0\.3\]$", r"^learns \[0\.7, 0\.3\] of \[0\.7, 0\.3\]$")


def learnt_of(activation):
    """What a divergence makes of two logits."""
    logits, target = torch.zeros(1, 2, requires_grad=True), torch.tensor([[0.7, 0.3]])
    optimizer = torch.optim.SGD([logits], lr=2.0)
    for _ in range(500):
        optimizer.zero_grad()
        nn.functional.kl_div(activation(logits, 1), target, reduction="batchmean").backward()
        optimizer.step()
    shares = [round(share, 1) for share in logits.softmax(1)[0].tolist()]
    return f"learns {shares} of [0.7, 0.3]"


@divergence
def divergence_bad():
    return learnt_of(torch.softmax)


@divergence
def divergence_good():
    return learnt_of(torch.log_softmax)


likelihood = Experiment("nll-mismatch", "torch", r"least loss -1\.00", r"least loss 0\.00")


def negative_likelihood(log):
    x = torch.tensor([[50.0, -50.0, -50.0]])
    return f"least loss {F.nll_loss(x.log_softmax(1) if log else x.softmax(1), torch.zeros(1, dtype=torch.long)) + 0.0:.2f}".replace("-0.00", "0.00")


@likelihood
def likelihood_bad():
    return negative_likelihood(False)


@likelihood
def likelihood_good():
    return negative_likelihood(True)


eval_mode = Experiment("eval-mode-sticks", "torch", r"dropout drops nothing in the second epoch", r"dropout drops in the second epoch")


def epochs(back):
    model = nn.Dropout(0.5)
    for _ in range(2):
        if back:
            model.train()
        dropped = (model(torch.ones(1000)) == 0).any().item()
        model.eval()
        model(torch.ones(1))
    return f"dropout drops {'' if dropped else 'nothing '}in the second epoch"


@eval_mode
def eval_mode_bad():
    return epochs(False)


@eval_mode
def eval_mode_good():
    return epochs(True)


rewrapped = Experiment("loss-rewrapped", "torch", r"gradient None", r"^gradient there$")


def wrapped(again):
    model = net()
    loss = model(torch.ones(1, 4)).sum()
    if again:
        loss = torch.tensor(loss, requires_grad=True)
    loss.backward()
    return "gradient None" if model.weight.grad is None else "gradient there"


@rewrapped
def rewrapped_bad():
    return wrapped(True)


@rewrapped
def rewrapped_good():
    return wrapped(False)


super_init = Experiment("missing-super-init", "torch", r"raises AttributeError: cannot assign module before Module.__init__", r"^nothing$")


@super_init
def super_init_bad():
    class Head(nn.Module):
        def __init__(self):
            self.linear = nn.Linear(2, 2)

    Head()


@super_init
def super_init_good():
    class Head(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(2, 2)

    Head()


zero_grad = Experiment("missing-zero-grad", "torch", r"gradient of the third step is 3\.00 times", r"gradient of the third step is 1\.00 times")


def three_steps(clear):
    model = net()
    for step in range(3):
        if clear:
            model.zero_grad()
        model(torch.ones(1, 4)).sum().backward()
    return f"gradient of the third step is {model.bias.grad[0]:.2f} times its own"


@zero_grad
def zero_grad_bad():
    return three_steps(False)


@zero_grad
def zero_grad_good():
    return three_steps(True)


generator = Experiment("parameters-generator-reused", "torch", r"raises ValueError: optimizer got an empty parameter list", r"^nothing$")


def used_twice(listed):
    parameters = net().parameters()
    if listed:
        parameters = list(parameters)
    sum(p.numel() for p in parameters)
    torch.optim.SGD(parameters, lr=1)


@generator
def generator_bad():
    return used_twice(False)


@generator
def generator_good():
    return used_twice(True)


typo = Experiment("requires-grad-typo", "torch", r"gradient there", r"gradient None")


def frozen(name):
    model = net()
    for p in model.parameters():
        setattr(p, name, False)
    x = torch.ones(1, 4, requires_grad=True)
    model(x).sum().backward()
    return "gradient None" if model.weight.grad is None else "gradient there"


@typo
def typo_bad():
    return frozen("require_grad")


@typo
def typo_good():
    return frozen("requires_grad")


of_module = Experiment("requires-grad-typo", "torch", r"gradient there", r"gradient None")


@of_module
def of_module_bad():
    model = net()
    model.requires_grad = False
    model(torch.ones(1, 4, requires_grad=True)).sum().backward()
    return "gradient None" if model.weight.grad is None else "gradient there"


@of_module
def of_module_good():
    model = net()
    model.requires_grad_(False)
    model(torch.ones(1, 4, requires_grad=True)).sum().backward()
    return "gradient None" if model.weight.grad is None else "gradient there"


set_epoch = Experiment("sampler-set-epoch", "torch", r"two epochs have one order", r"two epochs have two orders")


def orders(told):
    from torch.utils.data import DistributedSampler

    sampler, found = DistributedSampler(list(range(100)), 2, 0), set()
    for epoch in range(2):
        if told:
            sampler.set_epoch(epoch)
        found.add(tuple(sampler))
    return f"two epochs have {'one order' if len(found) == 1 else 'two orders'}"


@set_epoch
def set_epoch_bad():
    return orders(False)


@set_epoch
def set_epoch_good():
    return orders(True)


schedule_first = Experiment("scheduler-before-optimizer", "torch", r"warns UserWarning: Detected call of `lr_scheduler.step\(\)` before.*rates 0.1 0.01", r"rates 1.0 0.1")


def rates_used(first):
    model = net()
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    used = []
    for _ in range(2):
        if first:
            scheduler.step()
        used.append(round(optimizer.param_groups[0]["lr"], 6))
        optimizer.step()
        if not first:
            scheduler.step()
    return "rates " + " ".join(map(str, used))


@schedule_first
def schedule_first_bad():
    return rates_used(True)


@schedule_first
def schedule_first_good():
    return rates_used(False)


schedule_gate = Experiment("scheduler-not-gated", "torch", r"rate at the end of 8 micro-batches 1e-08", r"rate at the end of 8 micro-batches 0.01")


def gated(gate):
    optimizer = torch.optim.SGD(net().parameters(), lr=1.0)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    for i in range(8):
        if (i + 1) % 4 == 0:
            optimizer.step()
        if not gate or (i + 1) % 4 == 0:
            scheduler.step()
    return f"rate at the end of 8 micro-batches {float(f'{scheduler.get_last_lr()[0]:.3g}')}"


@schedule_gate
def schedule_gate_bad():
    return gated(False)


@schedule_gate
def schedule_gate_good():
    return gated(True)


bypassed = Experiment("ddp-bypassed", "torch", r"^gradients 1.0 1.0 of rank 0, 2.0 2.0 of rank 1$", r"^gradients 1.5 1.5 of rank 0, 1.5 1.5 of rank 1$")


class Averaged(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 1)

    def forward(self, x):
        return self.layer(x).mean()


def one_rank(rank, folder, past):
    """A step of one of two processes, whose batch is its rank's; past: the wrapper is not called."""
    torch.distributed.init_process_group("gloo", init_method=f"file://{folder}/group", rank=rank, world_size=2)
    torch.manual_seed(0)
    wrapped = nn.parallel.DistributedDataParallel(Averaged())
    (wrapped.module if past else wrapped)(torch.full((2, 2), rank + 1.0)).backward()
    with open(f"{folder}/{rank}", "w", encoding="utf-8") as out:
        out.write(" ".join(f"{g:.1f}" for g in wrapped.module.layer.weight.grad.flatten().tolist()))
    torch.distributed.barrier()
    torch.distributed.destroy_process_group()


def two_ranks(past):
    with tempfile.TemporaryDirectory() as folder:
        torch.multiprocessing.spawn(one_rank, (folder, past), nprocs=2)
        first, second = (pathlib.Path(folder, name).read_text(encoding="utf-8") for name in "01")
    return f"gradients {first} of rank 0, {second} of rank 1"


@bypassed
def bypassed_bad():
    return two_ranks(True)


@bypassed
def bypassed_good():
    return two_ranks(False)


schedule_length = Experiment("scheduler-length", "torch", r"after each epoch 1.0 1.0 1.0 1.0; raises ValueError; at the end 0.88; behind a gate 0.75",
                             r"after each epoch 0.85 0.5 0.15 0.0; ends; at the end 0.0; behind a gate 0.0")


def rates(make, every):
    """The learning rate after each of 4 epochs of 8 batches, of a schedule that steps once in so many batches."""
    optimizer = torch.optim.SGD(net().parameters(), lr=1.0)
    scheduler = make(optimizer)
    seen = []
    for batch in range(1, 33):
        optimizer.step()
        if batch % every == 0:
            scheduler.step()
        if batch % 8 == 0:
            seen.append(round(scheduler.get_last_lr()[0], 2) + 0.0)
    return seen


def lengths(cosine_every, one_cycle, flat_every, gated):
    """A cosine and a OneCycleLR of 4 epochs or 32 batches, and linear decays over 32 batches, one behind a gate of 4."""
    lr = torch.optim.lr_scheduler
    cosine = rates(lambda o: lr.CosineAnnealingLR(o, T_max=4), cosine_every)
    try:
        rates(lambda o: lr.OneCycleLR(o, max_lr=1.0, total_steps=one_cycle), 1)
        end = "ends"
    except ValueError:
        end = "raises ValueError"

    def linear(length):
        return lambda o: lr.LambdaLR(o, lambda step: max(0, 1 - step / length))

    return (f"after each epoch {' '.join(map(str, cosine))}; {end}; at the end {rates(linear(32), flat_every)[-1]}; "
            f"behind a gate {rates(linear(gated), 4)[-1]}")


@schedule_length
def schedule_length_bad():
    return lengths(cosine_every=1, one_cycle=4, flat_every=8, gated=32)


@schedule_length
def schedule_length_good():
    return lengths(cosine_every=8, one_cycle=32, flat_every=1, gated=8)


pickled = Experiment("optimizer-pickled", "torch", r"^the model moved False$", r"^the model moved True$")


def resumed(state):
    """A model and its optimizer, saved and loaded again; whether the model moves by a step behind that."""
    model = net()
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "last.pt")
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict() if state else optimizer}, path)
        loaded = torch.load(path) if state else torch.load(path, **({"weights_only": False} if "weights_only" in inspect.signature(torch.load).parameters else {}))
    model = net()
    model.load_state_dict(loaded["model"])
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    if state:
        optimizer.load_state_dict(loaded["optimizer"])
    else:
        optimizer = loaded["optimizer"]
    before = [p.detach().clone() for p in model.parameters()]
    optimizer.zero_grad()
    model(torch.ones(2, next(model.parameters()).shape[1])).sum().backward()
    optimizer.step()
    return f"the model moved {any(bool((a != b).any()) for a, b in zip(before, model.parameters()))}"


@pickled
def optimizer_pickled_bad():
    return resumed(state=False)


@pickled
def optimizer_pickled_good():
    return resumed(state=True)


decays = Experiment("scheduler-length", "torch", r"after 1000 batches 1e-25, 1e-22, 1e-1$", r"after 1000 batches 1e0, 1e-0, 1e0$")


def rate_left(every):
    """The powers of ten that a StepLR, an ExponentialLR and a MultiStepLR leave of a rate of 1; every: the batches between two of their steps."""
    lr = torch.optim.lr_scheduler

    def left(make):
        optimizer = torch.optim.SGD(net().parameters(), lr=1.0)
        scheduler = make(optimizer)
        for batch in range(1, 1001):
            optimizer.step()
            if batch % every == 0:
                scheduler.step()
        return f"1e{math.log10(scheduler.get_last_lr()[0]):.0f}"

    made = lambda o: lr.StepLR(o, 40), lambda o: lr.ExponentialLR(o, 0.95), lambda o: lr.MultiStepLR(o, [30, 50], gamma=0.2)
    return "after 1000 batches " + ", ".join(map(left, made))


@decays
def rate_decays_bad():
    return rate_left(every=1)


@decays
def rate_decays_good():
    return rate_left(every=100)


shapes = Experiment("shape-mismatch", "torch", r"raises RuntimeError: (addmm: )?mat1 and mat2 shapes cannot be multiplied", r"^nothing$")


@shapes
def shapes_bad():
    nn.Sequential(nn.Linear(4, 8), nn.Linear(9, 2))(torch.ones(1, 4))


@shapes
def shapes_good():
    nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 2))(torch.ones(1, 4))


stale = Experiment("stale-scheduler", "torch", r"the new optimizer's rate stays 1.0", r"the new optimizer's rate falls to 0.1")


def replaced(again):
    model = net()
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    if again:
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    optimizer.step()
    scheduler.step()
    rate = optimizer.param_groups[0]["lr"]
    return f"the new optimizer's rate {'stays' if rate == 1 else 'falls to'} {rate}"


@stale
def stale_bad():
    return replaced(False)


@stale
def stale_good():
    return replaced(True)


unfrozen = Experiment("unfrozen-not-optimized", "torch", r"the unfrozen layer stays", r"the unfrozen layer moves")


def thawed(added):
    body, head = net(0), nn.Linear(2, 1)
    body.requires_grad_(False)
    optimizer = torch.optim.SGD([p for p in [*body.parameters(), *head.parameters()] if p.requires_grad], lr=1.0)
    body.requires_grad_(True)
    if added:
        optimizer.add_param_group({"params": list(body.parameters())})
    before = body.weight.detach().clone()
    head(body(torch.ones(1, 4))).sum().backward()
    optimizer.step()
    return f"the unfrozen layer {'stays' if torch.equal(before, body.weight) else 'moves'}"


@unfrozen
def unfrozen_bad():
    return thawed(False)


@unfrozen
def unfrozen_good():
    return thawed(True)


replaced_layer = Experiment("replaced-not-optimized", "torch", r"the new layer stays", r"the new layer moves")


def replaced_in(model, first):
    if first:
        model[1] = torch.nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    if not first:
        model[1] = torch.nn.Linear(4, 2)
    before = model[1].weight.detach().clone()
    model(torch.ones(1, 4)).sum().backward()
    optimizer.step()
    return f"the new layer {'stays' if torch.equal(before, model[1].weight) else 'moves'}"


@replaced_layer
def replaced_layer_bad():
    return replaced_in(torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 3)), False)


@replaced_layer
def replaced_layer_good():
    return replaced_in(torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 3)), True)


cleared_first = Experiment("zero-grad-before-step", "torch", r"the weights stay", r"the weights move")


def order(clear_first):
    model = net()
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    before = model.weight.detach().clone()
    model(torch.ones(1, 4)).sum().backward()
    if clear_first:
        optimizer.zero_grad()
    optimizer.step()
    return f"the weights {'stay' if torch.equal(before, model.weight) else 'move'}"


@cleared_first
def cleared_first_bad():
    return order(True)


@cleared_first
def cleared_first_good():
    return order(False)


cleared_each = Experiment("zero-grad-kills-accumulation", "torch", r"gradient of 1 of 4 micro-batches", r"gradient of 4 of 4 micro-batches")


def gathered(each):
    model = net()
    for _ in range(4):
        if each:
            model.zero_grad()
        model(torch.ones(1, 4)).sum().backward()
    return f"gradient of {model.bias.grad[0]:.0f} of 4 micro-batches"


@cleared_each
def cleared_each_bad():
    return gathered(True)


@cleared_each
def cleared_each_good():
    return gathered(False)


untrained = Experiment("teacher-with-gradients", "torch", r"gradients of the teacher 4, of its pass 2 tensors kept, same step True",
                       r"gradients of the teacher 0, of its pass 0 tensors kept, same step True")


def distil(quietly):
    torch.manual_seed(0)
    x = torch.randn(8, 4)
    moved = []
    for no_grad in (quietly, True):
        torch.manual_seed(0)
        teacher, student = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 4)), nn.Linear(4, 4)
        optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
        kept = []
        with torch.autograd.graph.saved_tensors_hooks(lambda t: kept.append(t.data_ptr()) or t, lambda t: t):
            with torch.set_grad_enabled(not no_grad):
                wanted = teacher(x)
        weights = {p.data_ptr() for p in teacher.parameters()}
        kept = {p for p in kept if p not in weights}
        nn.functional.mse_loss(student(x), wanted).backward()
        optimizer.step()
        moved.append((student.weight.detach(), sum(p.grad is not None for p in teacher.parameters()), len(kept)))
    return f"gradients of the teacher {moved[0][1]}, of its pass {moved[0][2]} tensors kept, same step {torch.equal(moved[0][0], moved[1][0])}"


@untrained
def untrained_bad():
    return distil(False)


@untrained
def untrained_good():
    return distil(True)


quiet = Experiment("step-without-gradients", "torch", r"^raises RuntimeError: element 0 of tensors does not require grad", r"^nothing$")


def stepped(grad):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with torch.set_grad_enabled(grad):
        out = model(torch.ones(3, 4))
    optimizer.zero_grad()
    F.cross_entropy(out, torch.zeros(3, dtype=torch.long)).backward()
    optimizer.step()


@quiet
def quiet_bad():
    stepped(False)


@quiet
def quiet_good():
    stepped(True)


in_training = Experiment("evaluation-in-train-mode", "torch", r"^the same batch twice differs True, alone differs True, running mean moves True$",
                         r"^the same batch twice differs False, alone differs False, running mean moves False$")


def measured(switches):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(0.5), nn.Linear(16, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    F.cross_entropy(model(torch.randn(32, 4)), torch.zeros(32, dtype=torch.long)).backward()
    optimizer.step()
    if switches:
        model.eval()
    before, x = model[1].running_mean.clone(), torch.randn(8, 4)
    with torch.no_grad():
        first, second = model(x), model(x)
        norm, smaller = model[:3](x)[:4], model[:3](x[:4])
    return (f"the same batch twice differs {not torch.equal(first, second)}, alone differs {not torch.allclose(norm, smaller, atol=1e-6)}, "
            f"running mean moves {not torch.equal(before, model[1].running_mean)}")


@in_training
def in_training_bad():
    return measured(False)


@in_training
def in_training_good():
    return measured(True)


listed = Experiment("unregistered-layers", "torch", r"^2 parameters, the layers move False$", r"^4 parameters, the layers move True$")


def layers_in(container):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = container([nn.Linear(4, 4)])
            self.head = nn.Linear(4, 2)

        def forward(self, x):
            for layer in self.layers:
                x = layer(x)
            return self.head(x)

    torch.manual_seed(0)
    net = Net()
    before = net.layers[0].weight.detach().clone()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    F.cross_entropy(net(torch.randn(8, 4)), torch.zeros(8, dtype=torch.long)).backward()
    optimizer.step()
    return f"{len(list(net.parameters()))} parameters, the layers move {not torch.equal(before, net.layers[0].weight)}"


@listed
def listed_bad():
    return layers_in(list)


@listed
def listed_good():
    return layers_in(nn.ModuleList)


plain = Experiment("unregistered-parameter", "torch", r"^0 parameters$", r"^1 parameters$")


def parameters_with(compute):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = compute()

    return f"{len(list(Net().parameters()))} parameters"


@plain
def plain_bad():
    return parameters_with(lambda: nn.Parameter(torch.ones(4)).to("meta"))  # any other device will do


@plain
def plain_good():
    return parameters_with(lambda: nn.Parameter(torch.ones(4).to("meta")))


anew = Experiment("layer-made-in-forward", "torch", r"^the same input twice differs True, 0 parameters$", r"^the same input twice differs False, 2 parameters$")


def layer_made(early):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            if early:
                self.head = nn.Linear(4, 2)

        def forward(self, x):
            return self.head(x) if early else nn.Linear(4, 2)(x)

    net, x = Net(), torch.ones(3, 4)
    return f"the same input twice differs {not torch.equal(net(x), net(x))}, {len(list(net.parameters()))} parameters"


@anew
def anew_bad():
    return layer_made(False)


@anew
def anew_good():
    return layer_made(True)


modeless = Experiment("dropout-ignores-mode", "torch", r"^in evaluation mode the function drops True, the module drops True$",
                      r"^in evaluation mode the function drops False, the module drops False$")


def dropped(knows):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.drop = nn.Dropout(0.5)

        def forward(self, x):
            if knows:
                return F.dropout(x, 0.5, training=self.training), self.drop(x)
            return F.dropout(x, 0.5), nn.Dropout(0.5)(x)

    torch.manual_seed(0)
    first, second = Net().eval()(torch.ones(100))
    return f"in evaluation mode the function drops {bool((first == 0).any())}, the module drops {bool((second == 0).any())}"


@modeless
def modeless_bad():
    return dropped(False)


@modeless
def modeless_good():
    return dropped(True)


distorted = Experiment("augmented-evaluation", "torchvision", r"^the held-out part reads the same picture twice alike False$",
                       r"^the held-out part reads the same picture twice alike True$")


def held_out_pictures(apart):
    from torchvision import datasets, transforms

    torch.manual_seed(0)
    augment = transforms.Compose([transforms.RandomCrop(8), transforms.ToTensor()])
    whole = datasets.FakeData(4, (3, 32, 32), transform=augment)
    _, held_out = torch.utils.data.random_split(whole, [2, 2])
    if apart:
        held_out.dataset = datasets.FakeData(4, (3, 32, 32), transform=transforms.ToTensor())
    return f"the held-out part reads the same picture twice alike {all(torch.equal(held_out[0][0], held_out[0][0]) for _ in range(8))}"


@distorted
def distorted_bad():
    return held_out_pictures(False)


@distorted
def distorted_good():
    return held_out_pictures(True)


plateau = Experiment("monitor-mode", "torch", r"^after ten better epochs the learning rate is 0\.01$", r"^after ten better epochs the learning rate is 0\.1$")


def watched(mode):
    optimizer = torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1)
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode=mode, patience=5, cooldown=9)
    optimizer.step()
    for epoch in range(10):
        scheduler.step(0.5 + 0.04 * epoch)  # an accuracy
    return f"after ten better epochs the learning rate is {optimizer.param_groups[0]['lr']:.2g}"


@plateau
def plateau_bad():
    return watched("min")


@plateau
def plateau_good():
    return watched("max")


rebound = Experiment("result-dropped", "torch", r"^moved by 0\.00$", r"^moved by 0\.10$")


def moved_by(update):
    """How far a loop over the parameters moves a weight."""
    model = nn.Linear(1, 1, bias=False)
    before = model.weight.detach().clone()
    model(torch.ones(1, 1)).sum().backward()
    with torch.no_grad():
        update(model)
    return f"moved by {(model.weight - before).abs().item():.2f}"


@rebound
def rebound_bad():
    def update(model):
        for p in model.parameters():
            p = p - 0.1 * p.grad

    return moved_by(update)


@rebound
def rebound_good():
    def update(model):
        for p in model.parameters():
            p.copy_(p - 0.1 * p.grad)

    return moved_by(update)


compared = Experiment("requires-grad-typo", "torch", r"^requires grad True$", r"^requires grad False$")


@compared
def compared_bad():
    p = nn.Parameter(torch.ones(1))
    p.requires_grad == False  # noqa: B015, E712
    return f"requires grad {p.requires_grad}"


@compared
def compared_good():
    p = nn.Parameter(torch.ones(1))
    p.requires_grad = False
    return f"requires grad {p.requires_grad}"


left_alone = Experiment("result-dropped", "torch", r"^shape \[3\], dtype torch\.float32, requires grad True$", r"^shape \[3, 1\], dtype torch\.float64, requires grad False$")


def computed(keeps):
    x = torch.ones(3, requires_grad=True)
    if keeps:
        x = x.unsqueeze(-1)
        x = x.to(torch.float64)
        x = x.detach()
    else:
        x.unsqueeze(-1)
        x.to(torch.float64)
        x.detach()
    return f"shape {list(x.shape)}, dtype {x.dtype}, requires grad {x.requires_grad}"


@left_alone
def left_alone_bad():
    return computed(False)


@left_alone
def left_alone_good():
    return computed(True)


uncalled = Experiment("method-not-called", "torch", r"^moved 0\.00, training mode True$", r"^moved 0\.\d*[1-9]\d*, training mode False$")


def named(calls):
    model = net()
    x, y = batch()
    before = model.weight.detach().clone()
    optimizer = torch.optim.SGD(model.parameters(), lr=1)
    F.cross_entropy(model(x), y).backward()
    if calls:
        optimizer.step()
        model.eval()
    else:
        optimizer.step
        model.eval
    return f"moved {(model.weight - before).norm():.2f}, training mode {model.training}"


@uncalled
def uncalled_bad():
    return named(False)


@uncalled
def uncalled_good():
    return named(True)


never = Experiment("optimizer-never-steps", "torch", r"^critic moved True, generator moved False$", r"^critic moved True, generator moved True$")


def adversaries(own_step):
    torch.manual_seed(0)
    critic, generator = nn.Linear(8, 1), nn.Linear(4, 8)
    before = [net.weight.detach().clone() for net in (critic, generator)]
    for_critic, for_generator = torch.optim.Adam(critic.parameters()), torch.optim.Adam(generator.parameters())
    for _ in range(3):
        for_critic.zero_grad()
        fake = generator(torch.randn(16, 4))
        (critic(fake.detach()).mean() - critic(torch.randn(16, 8)).mean()).backward()
        for_critic.step()
        for_generator.zero_grad()
        (-critic(fake).mean()).backward()
        (for_generator if own_step else for_critic).step()
    moved = [not torch.equal(net.weight, old) for net, old in zip((critic, generator), before)]
    return f"critic moved {moved[0]}, generator moved {moved[1]}"


@never
def never_bad():
    return adversaries(False)


@never
def never_good():
    return adversaries(True)


outdated = Experiment(
    "weights-changed-before-backward", "torch", r"^raises RuntimeError: one of the variables needed .* modified by an inplace operation",
    r"^critic moved True, actor moved True$",
)


def critic_moved(anew):
    torch.manual_seed(0)
    actor, critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh()), nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 1))
    before = [net[0].weight.detach().clone() for net in (critic, actor)]
    for_critic, for_actor = torch.optim.Adam(critic.parameters()), torch.optim.Adam(actor.parameters())
    action = actor(torch.randn(16, 4))
    actor_loss = -critic(action).mean()
    for_critic.zero_grad()
    (critic(action.detach()) - 1).pow(2).mean().backward()
    for_critic.step()
    if anew:
        actor_loss = -critic(action).mean()
    for_actor.zero_grad()
    actor_loss.backward()
    for_actor.step()
    moved = [not torch.equal(net[0].weight, old) for net, old in zip((critic, actor), before)]
    return f"critic moved {moved[0]}, actor moved {moved[1]}"


@outdated
def outdated_bad():
    return critic_moved(False)


@outdated
def outdated_good():
    return critic_moved(True)


cycling = Experiment("cycled-loader", "torch", r"^second pass repeats the first; 8 batches alive$", r"^second pass differs from the first; \d batches alive$")


def two_passes(endless):
    """Two passes over a loader that shuffles and augments, and how many of the batches of the first are alive behind it."""
    import gc
    import weakref

    class Noisy(torch.utils.data.Dataset):
        def __len__(self):
            return 16

        def __getitem__(self, i):
            return i + torch.rand(3)

    torch.manual_seed(0)
    batches = iter(endless(torch.utils.data.DataLoader(Noisy(), batch_size=2, shuffle=True)))
    alive, sums = [], []
    for _ in range(8):
        batch = next(batches)
        alive.append(weakref.ref(batch))
        sums.append(float(batch.sum()))
    del batch
    gc.collect()
    living = sum(one() is not None for one in alive)
    again = [float(next(batches).sum()) for _ in range(8)]
    return f"second pass {'repeats' if again == sums else 'differs from'} the first; {living} batches alive"


@cycling
def cycling_bad():
    import itertools

    return two_passes(itertools.cycle)


@cycling
def cycling_good():
    def endless(loader):
        while True:
            yield from loader

    return two_passes(endless)


centers_left = Experiment("parameters-not-optimized", "torch", r"^centers moved by 0\.000, the network by 0\.[0-9]*[1-9]", r"^centers moved by 0\.[0-9]*[1-9]")


def centers_trained(given):
    torch.manual_seed(0)
    model, centers = nn.Linear(4, 3), nn.Parameter(torch.randn(2, 3))
    before, weights = centers.detach().clone(), model.weight.detach().clone()
    optimizer = torch.optim.SGD([*model.parameters(), *([centers] if given else [])], lr=0.1)
    for _ in range(5):
        x, y = batch()
        optimizer.zero_grad()
        (model(x) - centers[y]).pow(2).sum(1).mean().backward()
        optimizer.step()
    return f"centers moved by {(centers - before).abs().max():.3f}, the network by {(model.weight - weights).abs().max():.3f}"


@centers_left
def centers_left_bad():
    return centers_trained(False)


@centers_left
def centers_left_good():
    return centers_trained(True)


compared_with_each = Experiment("shape-mismatch", "torch", r"explains 0\.0 of the targets$", r"^explains 1\.0 of the targets$")


def explained(shape):
    """How much of the targets' variance a linear model explains that is trained on a loss of predictions in that shape."""
    torch.manual_seed(0)
    x = torch.randn(256, 4)
    y = x @ torch.tensor([1.0, -2.0, 0.5, 3.0])
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(300):
        optimizer.zero_grad()
        nn.functional.mse_loss(shape(model(x)), y).backward()
        optimizer.step()
    left = (model(x).squeeze(1) - y).var() / y.var()
    return f"explains {abs(1 - left.item()):.1f} of the targets"


@compared_with_each
def compared_with_each_bad():
    return explained(lambda out: out)


@compared_with_each
def compared_with_each_good():
    return explained(lambda out: out.squeeze(1))


head_left = Experiment("parameters-not-optimized", "torch", r"^weights of one head: False, moved False$", r"^weights of one head: True, moved True$")


def head_of(each):
    """A head behind a trained network: made in each step, or once and given to the optimizer."""
    torch.manual_seed(0)
    model, head = nn.Linear(4, 4), nn.Linear(4, 2)
    optimizer = torch.optim.SGD([*model.parameters(), *([] if each else head.parameters())], lr=0.1)
    first, started, moved = None, [], False
    for _ in range(5):
        x, y = batch()
        head = nn.Linear(4, 2) if each else head
        first = first or head
        before = head.weight.detach().clone()
        optimizer.zero_grad()
        nn.functional.cross_entropy(head(model(x)), y).backward()
        optimizer.step()
        started.append(head is first)
        moved = moved or not torch.equal(before, head.weight)
    return f"weights of one head: {all(started)}, moved {moved}"


@head_left
def head_left_bad():
    return head_of(True)


@head_left
def head_left_good():
    return head_of(False)


misplaced = Experiment("misplaced-argument", "torch",
                       r"^eps 0\.8, momentum 0\.1; workers 0; stride 2, padding \(0, 0\); weight decay 0, momentum 0\.01$",
                       r"^eps 1e-05, momentum 0\.8; workers 2; stride 1, padding \(2, 2\); weight decay 0\.01, momentum 0$")


def kept(norm, loader, conv, optimizer):
    group = optimizer.param_groups[0]
    return (f"eps {norm.eps}, momentum {norm.momentum}; workers {loader.num_workers}; stride {conv.stride[0]}, padding {conv.padding}; "
            f"weight decay {group['weight_decay']}, momentum {group['momentum']}")


def samples():
    return torch.utils.data.TensorDataset(torch.zeros(4, 3))


@misplaced
def misplaced_bad():
    return kept(nn.BatchNorm2d(3, 0.8), torch.utils.data.DataLoader(samples(), 2, 2), nn.Conv2d(3, 3, 5, 2),
                torch.optim.SGD(nn.Linear(3, 3).parameters(), 0.1, 0.01))


@misplaced
def misplaced_good():
    return kept(nn.BatchNorm2d(3, momentum=0.8), torch.utils.data.DataLoader(samples(), 2, num_workers=2), nn.Conv2d(3, 3, 5, padding=2),
                torch.optim.SGD(nn.Linear(3, 3).parameters(), 0.1, weight_decay=0.01))


misplaced_rate = Experiment("misplaced-argument", "torch", r"^dropout 0\.0, bias 0\.3$|^raises TypeError: bias should be of type bool", r"^dropout 0\.3, bias True$")


@misplaced_rate
def misplaced_rate_bad():
    rnn = nn.LSTM(3, 3, 2, 0.3)
    return f"dropout {float(rnn.dropout)}, bias {rnn.bias}"


@misplaced_rate
def misplaced_rate_good():
    rnn = nn.LSTM(3, 3, 2, dropout=0.3)
    return f"dropout {float(rnn.dropout)}, bias {rnn.bias}"


misplaced_term = Experiment("misplaced-argument", "torch", r"^eps 0\.1, weight decay 0\.01; alpha 0\.9, momentum 0$", r"^eps 1e-08, weight decay 0\.1; alpha 0\.99, momentum 0\.9$")


def terms(adam, rms):
    adam, rms = adam.param_groups[0], rms.param_groups[0]
    return f"eps {adam['eps']}, weight decay {adam['weight_decay']}; alpha {rms['alpha']}, momentum {rms['momentum']}"


@misplaced_term
def misplaced_term_bad():
    weights = list(nn.Linear(3, 3).parameters())
    return terms(torch.optim.AdamW(weights, 0.1, (0.9, 0.999), 0.1), torch.optim.RMSprop(weights, 0.1, 0.9))


@misplaced_term
def misplaced_term_good():
    weights = list(nn.Linear(3, 3).parameters())
    return terms(torch.optim.AdamW(weights, 0.1, (0.9, 0.999), weight_decay=0.1), torch.optim.RMSprop(weights, 0.1, momentum=0.9))


thrown = Experiment("batches-thrown-away", "torch", r"^learned from 8 of 32 samples$", r"^learned from 32 of 32 samples$")


def learned(every_batch):
    """Each sample is a dimension of its own: the weights that moved are the samples that were learned from."""
    model = nn.Linear(32, 1, bias=False)
    nn.init.zeros_(model.weight)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, x in enumerate(torch.eye(32).split(4)):
        loss = (model(x) - 1).pow(2).mean()
        if every_batch:
            (loss / 4).backward()
        if (i + 1) % 4 == 0:
            if not every_batch:
                loss.backward()
            optimizer.step()
            optimizer.zero_grad()
    return f"learned from {int((model.weight != 0).sum())} of 32 samples"


@thrown
def thrown_bad():
    return learned(False)


@thrown
def thrown_good():
    return learned(True)


renewed = Experiment("optimizer-made-anew", "torch", r"^moments of 1 step, gradients a thousand times smaller move it 1\.0 as far$", r"^moments of 6 steps, .* 0\.\d as far$")


def last_move(in_loop):
    """How far a weight goes in a last step whose gradient is a thousandth of those before, beside how far it went in the first."""
    weight = nn.Parameter(torch.zeros(1))
    optimizer, moved = torch.optim.Adam([weight], lr=0.1), []
    for size in (1, 1, 1, 1, 1, 1e-3):
        if in_loop:
            optimizer = torch.optim.Adam([weight], lr=0.1)
        before = weight.item()
        optimizer.zero_grad()
        (size * (1 if len(moved) % 2 else -1) * weight).sum().backward()
        optimizer.step()
        moved.append(abs(weight.item() - before))
    steps = int(optimizer.state[weight]["step"])
    return f"moments of {steps} step{'s' if steps > 1 else ''}, gradients a thousand times smaller move it {moved[-1] / moved[0]:.1f} as far"


@renewed
def renewed_bad():
    return last_move(True)


@renewed
def renewed_good():
    return last_move(False)


aliased = Experiment("best-weights-aliased", "torch", r"^loaded: step 3 of 3, a shallow copy: step 3$", r"^loaded: step 1 of 3, a shallow copy: step 3$")


def best_of(kept):
    """Which step the weights are of that were kept behind the first of three and are loaded behind the last."""
    model = net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x, y = batch()
    after, best, shallow = [], None, None
    for step in range(3):
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        after.append(model.weight.detach().clone())
        if step == 0:
            best, shallow = kept(model.state_dict()), model.state_dict().copy()
    of = []
    for state in (best, shallow):
        other = net(1)
        other.load_state_dict(state)
        of.append(next(i for i, w in enumerate(after, 1) if torch.equal(w, other.weight)))
    return f"loaded: step {of[0]} of 3, a shallow copy: step {of[1]}"


@aliased
def aliased_bad():
    return best_of(lambda state: state)


@aliased
def aliased_good():
    return best_of(copy.deepcopy)


cancelled = Experiment("bias-before-norm", "torch", r"^1 of 2 parameters more, its gradient 0\.0000 of the weight's, outputs alike True$", r"^0 of 1 parameters more, outputs alike True$")


def normed(bias):
    torch.manual_seed(0)
    layer, norm, target = nn.Conv2d(3, 8, 3, bias=bias), nn.BatchNorm2d(8), torch.randn(4, 8, 6, 6)
    plain = nn.Conv2d(3, 8, 3, bias=False)
    plain.load_state_dict({"weight": layer.weight.detach()})
    x = torch.randn(4, 3, 8, 8)
    out = norm(layer(x))
    (out - target).pow(2).sum().backward()
    alike = torch.allclose(out, nn.BatchNorm2d(8)(plain(x)), atol=1e-5)
    count = len(list(layer.parameters()))
    share = f", its gradient {layer.bias.grad.norm() / layer.weight.grad.norm():.4f} of the weight's" if bias else ""
    return f"{count - 1} of {count} parameters more{share}, outputs alike {alike}"


@cancelled
def cancelled_bad():
    return normed(True)


@cancelled
def cancelled_good():
    return normed(False)


half_average = Experiment("half-precision-average", "torch", r"the average moved 0\.00", r"the average moved (0\.9|1\.0)")


def averaged(dtype):
    """How far an average with a decay of 0.999 gets in 5000 updates, as a share of how far one in fp32 does."""
    torch.manual_seed(0)
    start = torch.randn(1000)
    weights = 1.2 * start  # what training has made of them
    average, exact = start.clone().to(dtype), start.clone()
    for _ in range(5000):
        average.mul_(0.999).add_(weights.to(dtype), alpha=1 - 0.999)
        exact.mul_(0.999).add_(weights, alpha=1 - 0.999)
    moved = (average.float() - start.to(dtype).float()).norm() / (exact - start).norm()
    return f"the average moved {moved:.2f} of its way"


@half_average
def half_average_bad():
    return averaged(torch.bfloat16)


@half_average
def half_average_good():
    return averaged(torch.float32)


outrun = Experiment("global-step-in-inner-loop", "torch", r"^the generator took 25 of 100 steps$", r"^the generator took 100 of 100 steps$")


def limited(inside, n_critic=4, max_steps=100):
    """A training of max_steps by its counter; how far the rate has come down says how many steps the optimizer took."""
    generator, critic = nn.Linear(2, 1), nn.Linear(2, 1)
    optimizer_g = torch.optim.SGD(generator.parameters(), lr=1.0)
    optimizer_d = torch.optim.SGD(critic.parameters(), lr=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer_g, lambda step: 1 - step / max_steps)
    global_step = 0
    while global_step < max_steps:
        batch = torch.ones(1, 2)
        for _ in range(n_critic):
            optimizer_d.zero_grad()
            critic(batch).mean().backward()
            optimizer_d.step()
            if inside:
                global_step += 1
        optimizer_g.zero_grad()
        generator(batch).mean().backward()
        optimizer_g.step()
        schedule.step()
        if not inside:
            global_step += 1
    return f"the generator took {round((1 - schedule.get_last_lr()[0]) * max_steps)} of {max_steps} steps"


@outrun
def outrun_bad():
    return limited(True)


@outrun
def outrun_good():
    return limited(False)


unread = Experiment("unread-key", "torch", r"^a rate ten times as high trains the same$", r"^a rate ten times as high trains something else$")


def configured(key):
    """What two values of a key that the config has make of the same training; key is what the code asks for."""
    trained = []
    for value in (0.01, 0.1):
        config = {"learning_rate": value}
        torch.manual_seed(0)
        model = nn.Linear(2, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=config.get(key, 0.02))
        model(torch.ones(1, 2)).mean().backward()
        optimizer.step()
        trained.append(model.weight.detach().clone())
    return f"a rate ten times as high trains {'the same' if torch.equal(*trained) else 'something else'}"


@unread
def unread_bad():
    return configured("lr")


@unread
def unread_good():
    return configured("learning_rate")


thawed_norms = Experiment("frozen-norms-thawed", "torch", r"^the statistics moved by 0\.[1-9]", r"^the statistics moved by 0\.0$")


def with_norms(again):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(3, 4, 3, bias=False), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 36, 2))

    def freeze():
        for m in model.modules():
            if isinstance(m, nn.BatchNorm2d):
                m.eval()

    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    before = model[1].running_mean.clone()
    freeze()
    for _ in range(2):
        model.train()
        if again:
            freeze()
        for _ in range(4):
            optimizer.zero_grad()
            F.cross_entropy(model(torch.randn(8, 3, 8, 8) + 1), torch.randint(0, 2, (8,))).backward()
            optimizer.step()
    return f"the statistics moved by {float((model[1].running_mean - before).abs().max()):.1f}"


@thawed_norms
def thawed_norms_bad():
    return with_norms(False)


@thawed_norms
def thawed_norms_good():
    return with_norms(True)


across = Experiment("across-samples", "torch", r"^a sample alone and in its batch: lstm differs, attention differs, probabilities add up to 1 False$",
                    r"^a sample alone and in its batch: lstm same, attention same, probabilities add up to 1 True$")


def samples_apart(batch_first, dim):
    torch.manual_seed(0)
    lstm = nn.LSTM(4, 8, batch_first=batch_first)
    layer = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=batch_first)
    x = torch.randn(6, 5, 4)
    whole, alone = lstm(x)[0][3], lstm(x[3:4])[0][0]
    seen, apart = layer(x)[3], layer(x[3:4])[0]
    told = ["same" if torch.allclose(a, b, atol=1e-5) else "differs" for a, b in ((whole, alone), (seen, apart))]
    sums = torch.softmax(torch.randn(6, 3), dim=dim).sum(1)
    return (f"a sample alone and in its batch: lstm {told[0]}, attention {told[1]}, "
            f"probabilities add up to 1 {torch.allclose(sums, torch.ones(6))}")


@across
def across_bad():
    return samples_apart(False, 0)


@across
def across_good():
    return samples_apart(True, 1)


begun = Experiment("loader-restarted", "torch", r"^samples seen in 20 steps: 8 of 160$", r"^samples seen in 20 steps: 160 of 160$")


def taken(anew):
    loader = DataLoader(TensorDataset(torch.arange(160.0)), batch_size=8)
    batches, seen = iter(loader), set()
    for _ in range(20):
        (x,) = next(iter(loader)) if anew else next(batches)
        seen.update(x.tolist())
    return f"samples seen in 20 steps: {len(seen)} of 160"


@begun
def begun_bad():
    return taken(True)


@begun
def begun_good():
    return taken(False)


one_layer = Experiment("layers-shared", "torch", r"^6 layers, 72 parameters, equal after training True$", r"^6 layers, 432 parameters, equal after training False$")


def stacked(layers):
    torch.manual_seed(0)
    optimizer = torch.optim.SGD(layers.parameters(), lr=0.1)
    x = torch.randn(32, 8)
    for layer in layers:
        x = torch.tanh(layer(x))
    x.pow(2).mean().backward()
    optimizer.step()
    equal = all(torch.equal(layer.weight, layers[0].weight) for layer in layers)
    return f"{len(layers)} layers, {sum(p.numel() for p in layers.parameters())} parameters, equal after training {equal}"


@one_layer
def one_layer_bad():
    return stacked(nn.ModuleList([nn.Linear(8, 8)] * 6))


@one_layer
def one_layer_good():
    return stacked(nn.ModuleList([nn.Linear(8, 8) for _ in range(6)]))


rectified = Experiment("rectified-logits", "torch", r"^smallest probability 0\.5\d*, gradient of a logit at 0: 0\.0$",
                       r"^smallest probability 0\.[0-4]\d*, gradient of a logit at 0: 0\.[1-9]\d*$")


def judged(last):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1), last)
    x = torch.randn(512, 2)
    y = (x[:, :1] > 0).float()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(200):
        optimizer.zero_grad()
        F.binary_cross_entropy_with_logits(model(x), y).backward()
        optimizer.step()
    logits = torch.tensor([[-1.0, 2.0]], requires_grad=True)  # the class that is due has the low one
    F.cross_entropy(last(logits), torch.tensor([0])).backward()
    return f"smallest probability {torch.sigmoid(model(x)).min():.2f}, gradient of a logit at 0: {abs(logits.grad[0, 0].item()):.2f}".replace(" 0.00", " 0.0")


@rectified
def rectified_bad():
    return judged(nn.ReLU())


@rectified
def rectified_good():
    return judged(nn.Identity())


squared = Experiment("rate-for-factor", "torch", r"^learning rates 1\.0e-06, 9\.5e-07$", r"^learning rates 1\.0e-03, 9\.5e-04$")


def decayed(base):
    optimizer = torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=1e-3)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: base * 0.95**epoch)
    rates = []
    for _ in range(2):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    return "learning rates " + ", ".join(f"{rate:.1e}" for rate in rates)


@squared
def squared_bad():
    return decayed(1e-3)


@squared
def squared_good():
    return decayed(1.0)


reseeded = Experiment("seed-in-loop", "torch", r"^masks alike True, orders of epochs alike True$", r"^masks alike False, orders of epochs alike False$")


def drawn(again):
    torch.manual_seed(0)
    drop, masks, orders = nn.Dropout(0.5), [], []
    loader = DataLoader(TensorDataset(torch.arange(64.0)), batch_size=64, shuffle=True)
    for _ in range(3):
        if again:
            torch.manual_seed(0)
        masks.append(drop(torch.ones(64)))
    for _ in range(3):
        if again:
            torch.manual_seed(0)
        orders.extend(x for (x,) in loader)
    alike = [all(torch.equal(one, each[0]) for one in each) for each in (masks, orders)]
    return f"masks alike {alike[0]}, orders of epochs alike {alike[1]}"


@reseeded
def reseeded_bad():
    return drawn(True)


@reseeded
def reseeded_good():
    return drawn(False)


unread_rate = Experiment("optimizer-attribute", "torch", r"^the weight moved by 1\.000$", r"^the weight moved by 0\.001$")


def slowed(slow):
    weight = nn.Parameter(torch.zeros(1))
    optimizer = torch.optim.SGD([weight], lr=1.0)
    slow(optimizer)
    weight.sum().backward()
    optimizer.step()
    return f"the weight moved by {abs(weight.item()):.3f}"


@unread_rate
def unread_rate_bad():
    return slowed(lambda optimizer: setattr(optimizer, "lr", 1e-3))


@unread_rate
def unread_rate_good():
    return slowed(lambda optimizer: optimizer.param_groups[0].update(lr=1e-3))


decided = Experiment("loss-term-without-graph", "torch", r"^the term moved from 0\.\d+ to 0\.[2-9]\d*, gradient of the term None$",
                     r"^the term moved from 0\.\d+ to 0\.0\d*, gradient of the term some$")


def overlapping(hard):
    torch.manual_seed(0)
    logits = nn.Parameter(torch.randn(64) * 0.3)
    target = (torch.arange(64) % 2).float()

    def dice():
        prob = torch.sigmoid(logits)
        mask = (prob > 0.5).float() if hard else prob
        return 1 - 2 * (mask * target).sum() / (mask.sum() + target.sum())

    first = dice()
    gradient = "some" if first.requires_grad else "None"
    optimizer = torch.optim.SGD([logits], lr=20.0)
    for _ in range(100):
        optimizer.zero_grad()
        (0.0 * logits.sum() + dice()).backward()
        optimizer.step()
    return f"the term moved from {first.item():.2f} to {dice().item():.2f}, gradient of the term {gradient}"


@decided
def decided_bad():
    return overlapping(True)


@decided
def decided_good():
    return overlapping(False)


never_kept = Experiment("best-never-beaten", "torch", r"^the loss fell in 9 of 9 epochs, 0 checkpoints written$",
                        r"^the loss fell in 9 of 9 epochs, 10 checkpoints written$")


def kept_best(beats):
    model, (x, y) = net(), batch()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    best, losses, written = float("inf"), [], 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(10):
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            if beats(loss.item(), best):
                best = loss.item()
                torch.save(model.state_dict(), pathlib.Path(folder) / "best.pt")
                written += 1
            losses.append(loss.item())
            loss.backward()
            optimizer.step()
    fell = sum(later < earlier for earlier, later in zip(losses, losses[1:]))
    return f"the loss fell in {fell} of 9 epochs, {written} checkpoints written"


@never_kept
def never_kept_bad():
    return kept_best(lambda loss, best: loss > best)


@never_kept
def never_kept_good():
    return kept_best(lambda loss, best: loss < best)


reset_each_epoch = Experiment("weights-reset", "torch", r"^30 epochs gave the weights of the last one alone True$",
                              r"^30 epochs gave the weights of the last one alone False$")


def initialised(each):
    def weights(layer):
        torch.manual_seed(2)
        nn.init.xavier_uniform_(layer.weight)
        nn.init.zeros_(layer.bias)

    def trained(epochs):
        model, (x, y) = net(), batch()
        model.apply(weights)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for _ in range(epochs):
            if each:
                model.apply(weights)
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        return model.weight

    return f"30 epochs gave the weights of the last one alone {torch.equal(trained(30), trained(1))}"


@reset_each_epoch
def reset_each_epoch_bad():
    return initialised(True)


@reset_each_epoch
def reset_each_epoch_good():
    return initialised(False)


exchanged = Experiment("average-is-copy", "torch", r"^after 200 steps the average is 0\.0\d away from the weights, which swing by 2\.0\d$",
                       r"^after 200 steps the average is 1\.0\d away from the weights, which swing by 2\.0\d$")


def averaged_swing(kept):
    # weights that jump between -1 and 1, with a slow average between them
    model = nn.Linear(1, 1, bias=False)
    with torch.no_grad():
        model.weight.fill_(0)
        average = copy.deepcopy(model)
        for step in range(200):
            model.weight.fill_(1.0 if step % 2 else -1.0)
            for s, p in zip(average.parameters(), model.parameters()):
                s.mul_(kept).add_(p, alpha=1 - kept)
    away = (model.weight - average.weight).abs().item()
    return f"after 200 steps the average is {away:.2f} away from the weights, which swing by {2.0:.2f}"


@exchanged
def exchanged_bad():
    return averaged_swing(1 - 0.99)


@exchanged
def exchanged_good():
    return averaged_swing(0.99)


moved_twice = Experiment("labels-shifted-twice", "transformers", r"^after 10 comes 12$", r"^after 10 comes 11$")


def counting(shifted):
    import transformers

    torch.manual_seed(0)
    config = transformers.GPT2Config(vocab_size=32, n_positions=16, n_embd=32, n_layer=1, n_head=2, resid_pdrop=0.0, embd_pdrop=0.0,
                                     attn_pdrop=0.0)
    model = transformers.GPT2LMHeadModel(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(150):
        ids = (torch.randint(0, 32, (16, 1)) + torch.arange(9)) % 32
        optimizer.zero_grad()
        if shifted:
            loss = model(input_ids=ids[:, :-1], labels=ids[:, 1:]).loss
        else:
            loss = model(input_ids=ids, labels=ids).loss
        loss.backward()
        optimizer.step()
    model.eval()
    said = model(input_ids=torch.tensor([[7, 8, 9, 10]])).logits[0, -1].argmax().item()
    return f"after 10 comes {said}"


@moved_twice
def moved_twice_bad():
    return counting(True)


@moved_twice
def moved_twice_good():
    return counting(False)


divided_anew = Experiment("split-each-epoch", "torch", r"^(0\.9\d|1\.00) of what the fifth epoch holds out was trained on, loss on it 0\.0\d, on new data [1-9]\d*\.\d\d$",
                          r"^0\.00 of what the fifth epoch holds out was trained on, loss on it [1-9]\d*\.\d\d, on new data [1-9]\d*\.\d\d$")


def split_anew(each):
    # more weights than samples, and targets of chance: nothing can be learned but the samples themselves
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(100, 400), torch.randn(100, 1), torch.arange(100))
    model = nn.Linear(400, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.002)
    train, held = random_split(data, [80, 20])
    trained = set()
    for _ in range(5):
        if each:
            train, held = random_split(data, [80, 20])
        for _ in range(100):
            x, y, _ = [torch.stack(part) for part in zip(*train)]
            optimizer.zero_grad()
            (80 * F.mse_loss(model(x), y) / 10).backward()
            optimizer.step()
        share = sum(int(i) in trained for _, _, i in held) / 20
        x, y, _ = [torch.stack(part) for part in zip(*held)]
        loss = F.mse_loss(model(x), y).item()
        trained |= {int(i) for _, _, i in train}
    new = F.mse_loss(model(torch.randn(500, 400)), torch.randn(500, 1)).item()
    return f"{share:.2f} of what the fifth epoch holds out was trained on, loss on it {loss:.2f}, on new data {new:.2f}"


@divided_anew
def divided_anew_bad():
    return split_anew(True)


@divided_anew
def divided_anew_good():
    return split_anew(False)
