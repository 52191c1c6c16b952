import torch
from torch import nn

from data import loader, pool
from models import Critic, Discriminator, Encoder, Generator
from penalties import regularise

bce, l1 = nn.BCEWithLogitsLoss(), nn.L1Loss()


# As it is meant: the judge's phase detaches, the painter's does not.
def by_turns(data):
    paint, judge = Generator(), Discriminator()
    painting = torch.optim.Adam(paint.parameters())
    judging = torch.optim.Adam(judge.parameters())
    for x, y in data:
        ones = torch.ones(len(x), 1)
        fake = paint(x)
        judging.zero_grad()
        (bce(judge(y), ones) + bce(judge(fake.detach()), 1 - ones)).backward()
        judging.step()
        painting.zero_grad()
        (bce(judge(fake), ones) + 100 * l1(fake, y)).backward()
        painting.step()


# Both learn from one backward pass: the judge's term is for the judge, which steps before it is cleared.
def one_pass(data):
    paint, judge = Generator(), Discriminator()
    painting = torch.optim.Adam(paint.parameters())
    judging = torch.optim.Adam(judge.parameters())
    for x, y in data:
        ones = torch.ones(len(x), 1)
        fake = paint(x)
        painting.zero_grad()
        judging.zero_grad()
        loss = l1(fake, y) + bce(judge(y), ones) + bce(judge(fake.detach()), 1 - ones)
        loss.backward()
        painting.step()
        judging.step()


# One optimizer has both.
def one_optimizer(data):
    encode, critic = Encoder(), Critic()
    optimizer = torch.optim.Adam(list(encode.parameters()) + list(critic.parameters()))
    other = torch.optim.SGD(Generator().parameters(), lr=0.1)
    for x, y in data:
        code = encode(x)
        optimizer.zero_grad()
        other.zero_grad()
        loss = l1(code, y) + (critic(code.detach()) - y).pow(2).mean()
        loss.backward()
        optimizer.step()
        other.step()


# Features are matched: what is detached is what they are matched with.
def matched(data):
    paint, judge = Generator(), Discriminator()
    painting = torch.optim.Adam(paint.parameters())
    judging = torch.optim.Adam(judge.parameters())
    for x, y in data:
        ones = torch.ones(len(x), 1)
        fake = paint(x)
        judging.zero_grad()
        (bce(judge(y), ones) + bce(judge(fake.detach()), 1 - ones)).backward()
        judging.step()
        painting.zero_grad()
        loss = l1(judge(fake), judge(y).detach()) + l1(fake, y)  # also eval-without-no-grad
        loss.backward()
        painting.step()


# A relativistic loss compares with what is real, of which the painter has no part: nothing of his is cut off.
def relative(data):
    paint, judge = Generator(), Discriminator()
    painting = torch.optim.Adam(paint.parameters())
    judging = torch.optim.Adam(judge.parameters())
    for x, y in data:
        judging.zero_grad()
        (judge(paint(x).detach()).mean() - judge(y).mean()).backward()
        judging.step()
        painting.zero_grad()
        loss = judge(y).mean() - judge(paint(x)).mean()
        loss.backward()
        painting.step()


# The term is shown and not part of what is differentiated.
def shown(data):
    paint, judge = Generator(), Discriminator()
    painting = torch.optim.Adam(paint.parameters())
    judging = torch.optim.Adam(judge.parameters())
    for x, y in data:
        ones = torch.ones(len(x), 1)
        fake = paint(x)
        judging.zero_grad()
        (bce(judge(y), ones) + bce(judge(fake.detach()), 1 - ones)).backward()
        judging.step()
        painting.zero_grad()
        loss = l1(fake, y) + bce(judge(fake), ones)
        loss.backward()
        painting.step()
        with torch.no_grad():
            print(float(loss + bce(judge(fake.detach()), 1 - ones)))


# The judge's gradients pile up on purpose: nothing clears them before its step.
def kept_for_later(data):
    paint, judge = Generator(), Discriminator()
    painting = torch.optim.Adam(paint.parameters())
    judging = torch.optim.Adam(judge.parameters())
    for i, (x, y) in enumerate(data):
        ones = torch.ones(len(x), 1)
        fake = paint(x)
        painting.zero_grad()
        loss = l1(fake, y) + bce(judge(fake.detach()), 1 - ones) + bce(judge(y), ones)
        loss.backward()
        painting.step()
        if i % 4 == 3:
            judging.step()
            judging.zero_grad()


# What a function that is not seen makes of the cut output, or adds to the term, may have gradients.
def unseen(data):
    paint, judge = Generator(), Discriminator()
    painting = torch.optim.Adam(paint.parameters())
    judging = torch.optim.Adam(judge.parameters())
    for x, y in data:
        ones = torch.ones(len(x), 1)
        fake = paint(x)
        judging.zero_grad()
        bce(judge(fake.detach()), 1 - ones).backward()
        judging.step()
        painting.zero_grad()
        loss = l1(fake, y) + judge(fake.detach()).mean() * regularise(paint)
        loss.backward()
        painting.step()


# An optimizer of unknown parameters may have the judge's.
def unknown_parameters(data, parameters):
    paint, judge = Generator(), Discriminator()
    painting = torch.optim.Adam(parameters)
    judging = torch.optim.Adam(judge.parameters())
    for x, y in data:
        ones = torch.ones(len(x), 1)
        fake = paint(x)
        judging.zero_grad()
        bce(judge(fake.detach()), 1 - ones).backward()
        judging.step()
        painting.zero_grad()
        (l1(fake, y) + bce(judge(fake.detach()), ones)).backward()
        painting.step()


# The cut output is a leaf that asks for gradients itself, and they are handed on.
def in_two_parts(data):
    paint, judge = Generator(), Discriminator()
    painting = torch.optim.Adam(paint.parameters())
    judging = torch.optim.Adam(judge.parameters())
    for x, y in data:
        ones = torch.ones(len(x), 1)
        fake = paint(x)
        judging.zero_grad()
        bce(judge(fake.detach()), 1 - ones).backward()
        judging.step()
        painting.zero_grad()
        leaf = fake.detach().requires_grad_()
        loss = bce(judge(leaf), ones) + l1(leaf, y) + 0.1 * paint(y).mean()
        loss.backward()
        fake.backward(leaf.grad)
        painting.step()


# A critic learns on features that it does not shape, by an optimizer of its own.
def own_critic(data):
    encode, critic = Encoder(), Critic()
    shaping = torch.optim.Adam(encode.parameters())
    judging = torch.optim.Adam(critic.parameters())
    for x, y in data:
        code = encode(x)
        value = critic(code.detach())
        shaping.zero_grad()
        judging.zero_grad()
        loss = l1(code, y) * (y - value).detach().abs().mean() + 0.5 * (value - y).pow(2).mean()
        loss.backward()
        shaping.step()
        judging.step()


# The penalty on gradients belongs to the judge's phase.
def penalised(data):
    paint, judge = Generator(), Discriminator()
    painting = torch.optim.Adam(paint.parameters())
    judging = torch.optim.Adam(judge.parameters())
    for x, y in data:
        judging.zero_grad()
        fake = paint(x).detach()
        between = (0.5 * y + 0.5 * fake).requires_grad_()
        grads, = torch.autograd.grad(judge(between).sum(), between, create_graph=True)
        (judge(fake).mean() - judge(y).mean() + 10 * (grads.norm(2, dim=1) - 1).pow(2).mean()).backward()
        judging.step()
        painting.zero_grad()
        (l1(paint(x), y) - judge(paint(x)).mean()).backward()
        painting.step()


# Old samples out of a pool are for the judge.
def pooled(data):
    paint, judge = Generator(), Discriminator()
    painting = torch.optim.Adam(paint.parameters())
    judging = torch.optim.Adam(judge.parameters())
    for x, y in data:
        ones = torch.ones(len(x), 1)
        fake = paint(x)
        painting.zero_grad()
        (l1(fake, y) + bce(judge(pool.query(fake)), ones)).backward()
        painting.step()
        judging.zero_grad()
        bce(judge(pool.query(fake.detach())), 1 - ones).backward()
        judging.step()


# The average of a network is what it is compared with.
def averaged(data):
    student, mean = Encoder(), Encoder()
    judge = Discriminator()
    optimizer = torch.optim.Adam(student.parameters())
    judging = torch.optim.Adam(judge.parameters())
    for x, y in data:
        judging.zero_grad()
        judge(student(x).detach()).mean().backward()
        judging.step()
        optimizer.zero_grad()
        loss = l1(student(x), y) + l1(student(x), mean(x).detach()) - judge(student(x)).mean()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for a, b in zip(mean.parameters(), student.parameters()):
                a.lerp_(b, 0.01)


# The judge is in the same turn as the encoder in the first phase, and alone in the second.
def shared_turn(data):
    encode, judge = Encoder(), Discriminator()
    both = torch.optim.Adam([*encode.parameters(), *judge.parameters()])
    judging = torch.optim.Adam(judge.parameters())
    for x, y in data:
        code = encode(x)
        both.zero_grad()
        (l1(code, y) + judge(code.detach()).mean()).backward()
        both.step()
        judging.zero_grad()
        judge(code.detach()).mean().backward()
        judging.step()


by_turns(loader)
