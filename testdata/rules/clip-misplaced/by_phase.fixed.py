# A step with several phases: each clip is judged by what stands around it.
import random

from torch.nn.utils.clip_grad import clip_grad_norm_


def supervised(model, optimizer, batch):
    optimizer.zero_grad()
    loss = model(batch).mean()
    loss.backward()
    clip_grad_norm_(model.parameters(), 5)  # want "clipped before backward"
    optimizer.step()


def rewarded(model, optimizer, batch):
    optimizer.zero_grad()
    loss = -model.score(batch).mean()
    loss.backward()
    clip_grad_norm_(model.parameters(), 5)
    optimizer.step()


def one_or_the_other(model, loader, optimizer):
    for batch in loader:
        if random.random() < 0.5:
            supervised(model, optimizer, batch)
        else:
            rewarded(model, optimizer, batch)


def by_turns(generator, critic, loader, opt_g, opt_c):
    for real in loader:
        opt_c.zero_grad()
        critic(real).mean().backward()
        clip_grad_norm_(critic.parameters(), 1.0)  # want "clipped after opt_c has used them"
        opt_c.step()
        opt_c.zero_grad()
        opt_g.zero_grad()
        critic(generator(real)).mean().backward()
        clip_grad_norm_(generator.parameters(), 1.0)  # want "clipped before backward"
        opt_g.step()


def each_before_its_step(generator, critic, loader, opt_g, opt_c):
    for real in loader:
        opt_c.zero_grad()
        opt_g.zero_grad()
        critic(real).mean().backward()
        critic(generator(real)).mean().backward()
        clip_grad_norm_(critic.parameters(), 1.0)
        opt_c.step()
        clip_grad_norm_(generator.parameters(), 1.0)
        opt_g.step()


def whose_it_is_does_not_show(first, second, loader, opt_a, opt_b):
    for batch in loader:
        first(batch).mean().backward()
        opt_a.step()
        clip_grad_norm_(first.parameters(), 1.0)
        second(batch).mean().backward()
        opt_b.step()
        opt_a.zero_grad()
        opt_b.zero_grad()
