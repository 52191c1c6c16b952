"""What a training is fed with, what moves with its modules, what its schedulers do: torch on the CPU."""
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from experiment import Experiment

unshuffled = Experiment(
    "unshuffled-training-data", "torch", r"^classes in a batch 1, epochs alike True, right [0-6]\d %$", r"^classes in a batch 4, epochs alike False, right (9\d|100) %$")


def sorted_by_class(**options):
    torch.manual_seed(0)
    classes = torch.arange(4).repeat_interleave(64)
    points = F.one_hot(classes, 4).float() * 2 + torch.randn(256, 4) * 0.5
    loader = DataLoader(TensorDataset(points, classes), batch_size=64, **options)
    model = nn.Sequential(nn.Linear(4, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 4))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2, momentum=0.9)
    seen, kinds = [], 0
    for _ in range(10):
        labels = []
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
            labels.append(y)
            kinds = max(kinds, len(y.unique()))
        seen.append(torch.cat(labels))
    model.eval()
    right = (model(points).argmax(1) == classes).float().mean()
    return f"classes in a batch {kinds}, epochs alike {all(torch.equal(seen[0], one) for one in seen[1:])}, right {100 * right:.0f} %"


@unshuffled
def unshuffled_bad():
    return sorted_by_class()


@unshuffled
def unshuffled_good():
    return sorted_by_class(shuffle=True)


unmoved = Experiment("unregistered-buffer", "torch", r"^mean on cpu, in state_dict False, raises$", r"^mean on meta, in state_dict True, runs$")


def normalizing(register):
    class Normalize(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(3, 3)
            if register:
                self.register_buffer("mean", torch.ones(3))
            else:
                self.mean = torch.ones(3)

        def forward(self, x):
            return self.linear(x) - self.mean

    model = Normalize().to("meta")  # a device that every build of torch has
    try:
        model(torch.ones(2, 3, device="meta"))
        outcome = "runs"
    except RuntimeError:
        outcome = "raises"
    return f"mean on {model.mean.device}, in state_dict {'mean' in model.state_dict()}, {outcome}"


@unmoved
def unmoved_bad():
    return normalizing(False)


@unmoved
def unmoved_good():
    return normalizing(True)


unstepped = Experiment("scheduler-never-steps", "torch", r"^StepLR 1\.0, OneCycleLR 0\.04$", r"^StepLR 0\.1, OneCycleLR 0\.\d+$")


def rates(step):
    said = []
    for name, options in (("StepLR", {"step_size": 5}), ("OneCycleLR", {"max_lr": 1.0, "total_steps": 12})):
        optimizer = torch.optim.SGD(nn.Linear(2, 2).parameters(), lr=1.0)
        scheduler = getattr(torch.optim.lr_scheduler, name)(optimizer, **options)
        for _ in range(9):
            optimizer.step()
            if step:
                scheduler.step()
        said.append(f"{name} {optimizer.param_groups[0]['lr']:.2g}" if optimizer.param_groups[0]["lr"] != 1.0 else f"{name} 1.0")
    return ", ".join(said)


@unstepped
def unstepped_bad():
    return rates(False)


@unstepped
def unstepped_good():
    return rates(True)


restarted = Experiment(
    "schedule-starts-over", "torch",
    r"^StepLR 0\.5, CosineAnnealingLR 0\.27, OneCycleLR 0\.99, LinearLR 3\.4, ExponentialLR 0\.39$",
    r"^StepLR 0\.25, CosineAnnealingLR 0\.024, OneCycleLR 0\.13, LinearLR 1, ExponentialLR 0\.39$",
)


def resumed(load):
    """The rates of the last of ten epochs, of which the first six ran before the program was stopped."""
    said = []
    for name, options in (
        ("StepLR", {"step_size": 4, "gamma": 0.5}),
        ("CosineAnnealingLR", {"T_max": 10}),
        ("OneCycleLR", {"max_lr": 1.0, "total_steps": 12}),
        ("LinearLR", {"start_factor": 0.1, "total_iters": 8}),
        ("ExponentialLR", {"gamma": 0.9}),
    ):
        saved = None
        for first, end in ((0, 6), (6, 10)):
            optimizer = torch.optim.SGD(nn.Linear(2, 2).parameters(), lr=1.0, momentum=0.9)
            scheduler = getattr(torch.optim.lr_scheduler, name)(optimizer, **options)
            if saved:
                optimizer.load_state_dict(saved[0])
                if load:
                    scheduler.load_state_dict(saved[1])
            for _ in range(first, end):
                rate = optimizer.param_groups[0]["lr"]
                optimizer.step()
                scheduler.step()
            saved = optimizer.state_dict(), scheduler.state_dict()
        said.append(f"{name} {rate:.2g}")
    return ", ".join(said)


@restarted
def restarted_bad():
    return resumed(False)


@restarted
def restarted_good():
    return resumed(True)


both_phases = Experiment("scheduler-steps-in-evaluation", "torch", r"^decayed after epoch 4$", r"^decayed after epoch 7$")


def decays(gated):
    optimizer = torch.optim.SGD(nn.Linear(2, 2).parameters(), lr=1.0)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=7)
    for epoch in range(1, 20):
        for phase in ("train", "val"):
            if phase == "train":
                optimizer.step()
            if not gated or phase == "train":
                scheduler.step()
        if optimizer.param_groups[0]["lr"] < 1:
            return f"decayed after epoch {epoch}"
    return "never decayed"


@both_phases
def both_phases_bad():
    return decays(False)


@both_phases
def both_phases_good():
    return decays(True)


cut_term = Experiment("loss-term-without-graph", "torch", r"^gradient of the decoder None$", r"^gradient of the decoder [\d.]+$")


def with_term(number):
    torch.manual_seed(0)
    encoder, head, decoder = nn.Linear(4, 3), nn.Linear(3, 2), nn.Linear(3, 4)
    x, y = torch.randn(8, 4), torch.randint(0, 2, (8,))
    h = encoder(x)
    aux = F.mse_loss(decoder(h), x)
    loss = F.cross_entropy(head(h), y) + (aux.item() if number else aux)
    loss.backward()
    grad = decoder.weight.grad
    return f"gradient of the decoder {grad if grad is None else round(grad.norm().item(), 3)}"


@cut_term
def cut_term_bad():
    return with_term(True)


@cut_term
def cut_term_good():
    return with_term(False)


asked = Experiment(
    "teacher-in-train-mode", "torch", r"^same answer twice False, statistics moved True$", r"^same answer twice True, statistics moved False$")


def asking(evaluate):
    torch.manual_seed(0)
    teacher = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Dropout(0.5), nn.Linear(8, 2))
    teacher.load_state_dict({key: value.clone() for key, value in teacher.state_dict().items()})
    if evaluate:
        teacher.eval()
    before = teacher[1].running_mean.clone()
    x = torch.randn(16, 4) + 3
    with torch.no_grad():
        same = torch.equal(teacher(x), teacher(x))
    return f"same answer twice {same}, statistics moved {not torch.equal(before, teacher[1].running_mean)}"


@asked
def asked_bad():
    return asking(False)


@asked
def asked_good():
    return asking(True)


by_heart = Experiment("evaluated-on-training-data", "torch", r"^labels of chance: right 100 %$", r"^labels of chance: right [3-6]\d %$")


def measured_on(trained):
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(128, 32), torch.randint(2, (128,)))
    train_set, held_out = torch.utils.data.random_split(data, [64, 64])
    model = nn.Sequential(nn.Linear(32, 256), nn.ReLU(), nn.Linear(256, 2))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(30):
        for x, y in DataLoader(train_set, batch_size=16, shuffle=True):
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
    val_loader = DataLoader(train_set if trained else held_out, batch_size=64)
    with torch.no_grad():
        right = [(model(x).argmax(1) == y).float().mean() for x, y in val_loader]
    return f"labels of chance: right {100 * torch.stack(right).mean():.0f} %"


@by_heart
def by_heart_bad():
    return measured_on(True)


@by_heart
def by_heart_good():
    return measured_on(False)


of_the_other = Experiment("mean-of-other-loader", "torch", r"^mean of losses of 1: 0\.25$", r"^mean of losses of 1: 1\.00$")


def mean_over(by_training):
    train_loader = DataLoader(TensorDataset(torch.zeros(64, 1)), batch_size=4)
    val_loader = DataLoader(TensorDataset(torch.zeros(16, 1)), batch_size=4)
    total = 0.0
    for (x,) in val_loader:
        total += F.l1_loss(x, torch.ones_like(x)).item()
    return f"mean of losses of 1: {total / len(train_loader if by_training else val_loader):.2f}"


@of_the_other
def of_the_other_bad():
    return mean_over(True)


@of_the_other
def of_the_other_good():
    return mean_over(False)


by_batches = Experiment("mean-by-wrong-count", "torch", r"^right 64\.00; of losses of 1 0\.02$", r"^right 1\.00; of losses of 1 1\.00$")


def mean_by(right_count):
    loader = DataLoader(TensorDataset(torch.zeros(256, 1)), batch_size=64)
    right, total = 0, 0.0
    for (x,) in loader:
        right += (x == 0).sum().item()
        total += F.l1_loss(x, torch.ones_like(x)).item()
    batches, samples = len(loader), len(loader.dataset)
    if not right_count:
        batches, samples = samples, batches
    return f"right {right / samples:.2f}; of losses of 1 {total / batches:.2f}"


@by_batches
def by_batches_bad():
    return mean_by(False)


@by_batches
def by_batches_good():
    return mean_by(True)
