"""Steps, gradients and optimizers: torch on the CPU."""
import pathlib
import tempfile

import torch
from torch import nn

from experiment import Experiment
from small import batch, net


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
