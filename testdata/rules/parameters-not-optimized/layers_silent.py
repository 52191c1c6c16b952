import copy

import pytorch_lightning as pl
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader
from torchvision.models import resnet18, vgg16


class Adapt(nn.Module):
    def __init__(self, narrow, wide):
        super().__init__()
        self.conv = nn.Conv2d(narrow, wide, 1)

    def forward(self, x):
        return self.conv(x)


def batches(data):
    return DataLoader(data, batch_size=4, shuffle=True, num_workers=4, pin_memory=True)


def turn(optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


# the optimizer has both
def both(data):
    model, head = resnet18().cuda(), nn.Linear(1000, 10).cuda()
    optimizer = torch.optim.Adam([*model.parameters(), *head.parameters()])
    for x, y in batches(data):
        turn(optimizer, F.cross_entropy(head(model(x.cuda(non_blocking=True))), y.cuda(non_blocking=True)))


# a second optimizer has it: two networks against each other
def against_each_other(data):
    made, judge = nn.Sequential(nn.Linear(64, 784)).cuda(), nn.Sequential(nn.Linear(784, 1)).cuda()
    first = torch.optim.Adam(made.parameters())
    second = torch.optim.Adam(judge.parameters())
    for x, _ in batches(data):
        x = x.cuda(non_blocking=True)
        fake = made(torch.randn(len(x), 64, device="cuda"))
        turn(second, judge(fake.detach()).mean() - judge(x).mean())
        turn(first, -judge(fake).mean())


# frozen, or with weights that somebody trained before
def fixed(data, path):
    model = resnet18().cuda()
    head, other = nn.Linear(1000, 10).cuda(), nn.Linear(1000, 10).cuda()
    head.requires_grad_(False)
    other.load_state_dict(torch.load(path, map_location="cpu"))
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in batches(data):
        out, y = model(x.cuda(non_blocking=True)), y.cuda(non_blocking=True)
        turn(optimizer, F.cross_entropy(head(out), y) + F.cross_entropy(other(out), y))


# weights that are written by hand: a blur
def blurred(data):
    model = nn.Sequential(nn.Conv2d(3, 3, 3, padding=1)).cuda()
    blur = nn.Conv2d(3, 3, 3, groups=3, bias=False)
    blur.weight.data = torch.full((3, 1, 3, 3), 1 / 9)
    blur = blur.cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for x, _ in batches(data):
        x = x.cuda(non_blocking=True)
        turn(optimizer, F.mse_loss(blur(model(x)), x))


# what others trained measures how alike two pictures are
class Perceptual(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = vgg16(weights="DEFAULT").features[:16].eval()

    def forward(self, x, y):
        return F.mse_loss(self.features(x), self.features(y))


# a part of the network alone is trained, and what stands behind it is the network's
class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = Adapt(3, 64), nn.Conv2d(64, 1, 1)

    def forward(self, x):
        return self.head(self.body(x))


def part(data):
    model = Whole().cuda()
    optimizer = torch.optim.Adam(model.body.parameters())
    for x, y in batches(data):
        turn(optimizer, F.mse_loss(model(x.cuda(non_blocking=True)), y.cuda(non_blocking=True)))


# drawn anew on purpose, of the data: an augmentation
def augmented(data):
    model = nn.Sequential(nn.Conv2d(3, 10, 3)).cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in batches(data):
        x = nn.Conv2d(3, 3, 3, padding=1).cuda()(x.cuda(non_blocking=True)).detach()
        turn(optimizer, F.cross_entropy(model(x).mean((2, 3)), y.cuda(non_blocking=True)))


# copies of what was made before: weights of the past, and those that an inner loop starts from
def copied(data):
    model, head = nn.Sequential(nn.Conv2d(3, 64, 3)).cuda(), nn.Conv2d(64, 10, 3).cuda()
    optimizer = torch.optim.Adam([*model.parameters(), *head.parameters()])
    for x, y in batches(data):
        before = copy.deepcopy(head)
        out = model(x.cuda(non_blocking=True))
        turn(optimizer, F.mse_loss(head(out), before(out)) + F.cross_entropy(head(out).mean((2, 3)), y.cuda(non_blocking=True)))


class Meta(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(64, 64), nn.Linear(64, 10)

    def training_step(self, batch, _):
        x, y = batch
        fast = copy.deepcopy(self.head)
        return F.cross_entropy(fast(self.body(x)), y)

    def configure_optimizers(self):
        return torch.optim.Adam(self.body.parameters())


# the same network, run by a method of its own
class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.mean = Adapt(3, 64), nn.Conv2d(64, 1, 1)

    def sample(self, x):
        return self.mean(self.body(x)) + 0.1


def policy(data):
    model = Policy().cuda()
    optimizer = torch.optim.Adam(model.body.parameters())
    for x, y in batches(data):
        turn(optimizer, F.mse_loss(model.sample(x.cuda(non_blocking=True)), y.cuda(non_blocking=True)))


# two methods for two optimizers: who trains calls both
class Agent:
    def __init__(self):
        self.actor, self.critic = nn.Linear(8, 2), nn.Linear(2, 1)
        self.of_actor = torch.optim.Adam(self.actor.parameters())
        self.of_critic = torch.optim.Adam(self.critic.parameters())

    def update_critic(self, loader):
        for states, values in loader:
            turn(self.of_critic, F.mse_loss(self.critic(self.actor(states).detach()), values))

    def update_actor(self, loader):
        for states, _ in loader:
            turn(self.of_actor, -self.critic(self.actor(states)).mean())


# all of it, or what a method of its own gives; a part that is frozen, and one that another optimizer of its own has
class All(pl.LightningModule):
    def __init__(self, student):
        super().__init__()
        self.student, self.adapt = student, nn.Linear(64, 256)

    def training_step(self, batch, _):
        x, wanted = batch
        return F.mse_loss(self.adapt(self.student(x)), wanted)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


class Groups(All):
    def configure_optimizers(self):
        return torch.optim.Adam(self.groups_of(self.student.parameters()))

    def groups_of(self, first):
        return [{"params": first}, {"params": [p for name, p in self.named_parameters() if "adapt" in name]}]


class Frozen(pl.LightningModule):
    def __init__(self, student):
        super().__init__()
        self.student, self.judge = student, nn.Linear(64, 256)
        self.judge.requires_grad_(False)

    def training_step(self, batch, _):
        x, wanted = batch
        return F.mse_loss(self.judge(self.student(x)), wanted)

    def configure_optimizers(self):
        return torch.optim.Adam(self.student.parameters())


class Two(pl.LightningModule):
    def __init__(self, made):
        super().__init__()
        self.made, self.critic = made, nn.Linear(64, 1)
        self.automatic_optimization = False

    def training_step(self, batch, _):
        first, second = self.optimizers()
        loss = -self.critic(self.made(batch)).mean()
        first.zero_grad()
        self.manual_backward(loss)
        first.step()

    def configure_optimizers(self):
        return torch.optim.Adam(self.made.parameters()), torch.optim.Adam(self.critic.parameters())


# a loss has no weights that are learnt, by its old name either
def weighted(data, student):
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1, momentum=0.9)
    for x, y in DataLoader(data, batch_size=4, shuffle=True, num_workers=4, pin_memory=True):
        share = torch.tensor([1.0, y.float().mean()])
        criterion = nn.NLLLoss2d(weight=share)  # trainlint: ignore[deprecated-symbol] the name of its day
        loss = criterion(F.log_softmax(student(x), dim=1), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
