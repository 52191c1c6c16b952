import torch


def cleared_in_the_loop(model, optimizer, batches, accumulation_steps, steps):
    batches = iter(batches)
    for step in range(steps):
        for _ in range(accumulation_steps):
            optimizer.zero_grad()  # want "runs for each of the accumulation_steps micro-batches"
            loss = model(next(batches)).mean() / accumulation_steps
            loss.backward()
        optimizer.step()


def cleared_in_front(model, optimizer, batches, accumulation_steps, steps):
    batches = iter(batches)
    for step in range(steps):
        optimizer.zero_grad()
        for _ in range(accumulation_steps):
            loss = model(next(batches)).mean() / accumulation_steps
            loss.backward()
        optimizer.step()


def cleared_in_the_first(model, optimizer, batches, accumulation_steps, steps):
    batches = iter(batches)
    for step in range(steps):
        for micro in range(accumulation_steps):
            if micro == 0:
                optimizer.zero_grad()
            loss = model(next(batches)).mean() / accumulation_steps
            loss.backward()
        optimizer.step()


def another_model(model, critic, optimizer, batches, accumulation_steps, steps):
    critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    batches = iter(batches)
    for step in range(steps):
        optimizer.zero_grad()
        for micro in range(accumulation_steps):
            critic_optimizer.zero_grad()
            loss = critic(model(next(batches))).mean() / accumulation_steps
            loss.backward()
        optimizer.step()
