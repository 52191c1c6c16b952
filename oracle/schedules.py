"""Learning rates, what is counted and what is kept as the best: torch on the CPU."""
import copy
import inspect
import math
import pathlib
import tempfile

import torch
import torch.nn.functional as F
from torch import nn

from experiment import Experiment
from small import batch, net


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


by_batch = Experiment("scheduler-length", "torch", r"^plateau 1e-\d{2,}; cosine 0.25; linear 0.01 after 1 epoch$",
                      r"^plateau 1e-?0; cosine 0.93; linear 0.83 after 1 epoch$")


def counted_by_batch(every):
    """What is left of a rate of 1 after one of 6 epochs of 200 batches, whose losses fall with the noise of batches: of a ReduceLROnPlateau
    after its patience, of a cosine and a linear decay whose lengths are the number of epochs; every: the batches between two steps."""
    lr = torch.optim.lr_scheduler
    noise = torch.Generator().manual_seed(0)
    losses = [2 - batch / 400 + 0.3 * torch.randn((), generator=noise).item() for batch in range(200)]

    def left(make, measured=False):
        optimizer = torch.optim.SGD(net().parameters(), lr=1.0)
        scheduler = make(optimizer)
        for batch in range(1, 201):
            optimizer.step()
            if batch % every == 0:
                scheduler.step(*[losses[batch - 1]] * measured)
        return optimizer.param_groups[0]["lr"]

    plateau = math.log10(left(lambda o: lr.ReduceLROnPlateau(o, patience=3, eps=0), True))
    cosine = left(lambda o: lr.CosineAnnealingLR(o, T_max=6))
    linear = left(lambda o: lr.LinearLR(o, start_factor=1.0, end_factor=0.01, total_iters=6))
    return f"plateau 1e{plateau:.0f}; cosine {cosine:.2f}; linear {linear:.2f} after 1 epoch"


@by_batch
def counted_by_batch_bad():
    return counted_by_batch(every=1)


@by_batch
def counted_by_batch_good():
    return counted_by_batch(every=200)


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
    by_key = slowed(lambda optimizer: optimizer.param_groups[0].update(learning_rate=1e-3))
    by_attribute = slowed(lambda optimizer: setattr(optimizer, "lr", 1e-3))
    return by_key if by_key != "the weight moved by 1.000" else by_attribute


@unread_rate
def unread_rate_good():
    return slowed(lambda optimizer: optimizer.param_groups[0].update(lr=1e-3))


own_weights = Experiment("loads-own-weights", "torch", r"^after 10 steps the target is 0.0 from its start, and has moved with the network when it is the network: True$",
                         r"^after 10 steps the target is [0-9.]*[1-9] from its start, and has moved with the network when it is the network: False$")


def brought_up_to_date(source, copied):
    model, target, (x, y) = net(), net(), batch()
    slow = copied(model)
    start = next(target.parameters()).detach().clone()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(10):
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    moved = torch.equal(next(slow.parameters()), next(model.parameters()))
    target.load_state_dict(source(model, target).state_dict())
    away = (next(target.parameters()) - start).abs().max().item()
    return f"after 10 steps the target is {away:.3f} from its start, and has moved with the network when it is the network: {moved}".replace(" 0.000 ", " 0.0 ")


@own_weights
def own_weights_bad():
    return brought_up_to_date(lambda model, target: target, lambda model: model)


@own_weights
def own_weights_good():
    import copy

    return brought_up_to_date(lambda model, target: model, copy.deepcopy)


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


never_acts = Experiment("schedule-never-acts", "torch", r"^StepLR rates used: 1.0; MultiStepLR rates used: 1.0$", r"^StepLR rates used: 1.0, 0.1; MultiStepLR rates used: 1.0, 0.1$")


def rates_of_epochs(step_size, milestones):
    """The rates with which a training of 10 epochs steps."""
    said = []
    for make in (lambda o: torch.optim.lr_scheduler.StepLR(o, step_size), lambda o: torch.optim.lr_scheduler.MultiStepLR(o, milestones)):
        optimizer = torch.optim.SGD(net().parameters(), lr=1.0)
        scheduler = make(optimizer)
        used = []
        for _ in range(10):
            used.append(round(optimizer.param_groups[0]["lr"], 3))
            optimizer.step()
            scheduler.step()
        said.append(f"{type(scheduler).__name__} rates used: {', '.join(map(str, sorted(set(used), reverse=True)))}")
    return "; ".join(said)


@never_acts
def rates_of_epochs_bad():
    return rates_of_epochs(10, [10, 15])


@never_acts
def rates_of_epochs_good():
    return rates_of_epochs(9, [9, 15])
