"""Losses and what reaches them: torch on the CPU."""
import torch
import torch.nn.functional as F
from torch import nn

from experiment import Experiment
from small import batch, net


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


twice = Experiment("double-softmax", "torch", r"least loss 0\.55", r"least loss 0\.00")


def cross_entropy(squash):
    x = torch.tensor([[50.0, -50.0, -50.0]])
    given = [x.softmax(1), x.sigmoid()] if squash else [x]
    return f"least loss {min(F.cross_entropy(g, torch.zeros(1, dtype=torch.long)) for g in given):.2f}"


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


shapes = Experiment("shape-mismatch", "torch", r"raises RuntimeError: (addmm: )?mat1 and mat2 shapes cannot be multiplied", r"^nothing$")


@shapes
def shapes_bad():
    nn.Sequential(nn.Linear(4, 8), nn.Linear(9, 2))(torch.ones(1, 4))


@shapes
def shapes_good():
    nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 2))(torch.ones(1, 4))


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


of_the_prior = Experiment("kl-term-sign", "torch", r"^the divergence goes from \d\.\d to \d{3,}, the loss to -\d+$", r"^the divergence goes from \d\.\d to \d\.\d, the loss to \d+$")


def divergence_after(sign):
    torch.manual_seed(0)
    encode, decode, x = nn.Linear(8, 8), nn.Linear(4, 8), torch.randn(64, 8)
    optimizer = torch.optim.Adam([*encode.parameters(), *decode.parameters()], lr=0.05)
    seen = []
    for _ in range(60):
        mu, logvar = encode(x).chunk(2, 1)
        out = decode(mu + torch.randn_like(mu) * torch.exp(0.5 * logvar))
        kl = sign * 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp(), dim=1).mean()
        loss = F.mse_loss(out, x) + kl
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen.append((-sign * kl).item() if sign < 0 else -kl.item())
    return f"the divergence goes from {abs(seen[0]):.1f} to {abs(seen[-1]):.{0 if abs(seen[-1]) > 100 else 1}f}, the loss to {loss.item():.0f}"


@of_the_prior
def of_the_prior_bad():
    return divergence_after(1)


@of_the_prior
def of_the_prior_good():
    return divergence_after(-1)


of_decisions = Experiment("loss-term-without-graph", "torch", r"^raises RuntimeError: element 0 of tensors does not require grad", r"^a gradient$")


def compared(scores):
    model = nn.Linear(4, 3)
    out = model(torch.randn(8, 4))
    target = torch.zeros(8)
    loss = nn.MSELoss()(out.amax(1), target) if scores else nn.MSELoss()(out.argmax(1).float(), target)
    loss.backward()
    return "a gradient" if model.weight.grad is not None else "none"


@of_decisions
def of_decisions_bad():
    return compared(False)


@of_decisions
def of_decisions_good():
    return compared(True)
