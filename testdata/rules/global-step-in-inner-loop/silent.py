import torch
from accelerate import Accelerator


def nest(model, optimizer, loader):
    global_step = 0
    for epoch in range(10):
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
            global_step += 1
            if global_step % 100 == 0:
                print(global_step)


def one_update_per_epoch(model, optimizer, loader, writer):
    global_step = 0
    for epoch in range(10):
        optimizer.zero_grad()
        for batch in loader:
            loss = model(batch).mean()
            loss.backward()
            writer.add_scalar("loss", loss.item(), global_step)
            global_step += 1
        optimizer.step()


def gated(model, optimizer, loader, accumulation, max_steps):
    global_step = 0
    for i, batch in enumerate(loader):
        (model(batch).mean() / accumulation).backward()
        if (i + 1) % accumulation == 0:
            optimizer.step()
            optimizer.zero_grad()
            global_step += 1
        if global_step >= max_steps:
            break


def gate_by_continue(model, optimizer, loader, accumulation, max_steps):
    global_step = 0
    for i, batch in enumerate(loader):
        (model(batch).mean() / accumulation).backward()
        if (i + 1) % accumulation != 0:
            continue
        optimizer.step()
        optimizer.zero_grad()
        global_step += 1
        if global_step >= max_steps:
            break


def counter_is_the_gate(model, optimizer, loader, accumulation):
    global_step = 0
    for batch in loader:
        (model(batch).mean() / accumulation).backward()
        global_step += 1
        if global_step % accumulation == 0:
            optimizer.step()
            optimizer.zero_grad()


def counter_is_divided(model, optimizer, loader, accumulation, writer):
    global_step = 0
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / accumulation
        loss.backward()
        if (i + 1) % accumulation == 0:
            optimizer.step()
            optimizer.zero_grad()
        global_step += 1
        writer.add_scalar("loss", loss.item(), global_step // accumulation)


def synchronised(model, optimizer, loader, max_steps):
    accelerator = Accelerator(gradient_accumulation_steps=4)
    global_step = 0
    for batch in loader:
        with accelerator.accumulate(model):
            accelerator.backward(model(batch).mean())
            optimizer.step()
            optimizer.zero_grad()
        if accelerator.sync_gradients:
            global_step += 1
        if global_step >= max_steps:
            break


def nothing_accumulated(model, optimizer, loader, max_steps):
    accelerator = Accelerator(mixed_precision="bf16")
    global_step = 0
    for batch in loader:
        with accelerator.accumulate(model):
            accelerator.backward(model(batch).mean())
            optimizer.step()
            optimizer.zero_grad()
        global_step += 1
        if global_step >= max_steps:
            break


def other_counters(model, optimizer, loader, writer):
    micro_step = total_tokens = env_steps = 0
    for batch in loader:
        optimizer.zero_grad()
        for micro_batch in batch.chunk(4):
            (model(micro_batch).mean() / 4).backward()
            micro_step += 1
            total_tokens += 1
            env_steps += 1
        optimizer.step()
        writer.add_scalar("tokens", total_tokens, micro_step + env_steps)


def starts_anew(model, optimizer, loader):
    for batch in loader:
        step = 0
        for micro_batch in batch.chunk(4):
            (model(micro_batch).mean() / 4).backward()
            step += 1
            print(step)
        optimizer.step()
        optimizer.zero_grad()


def never_read(model, optimizer, loader):
    global_step = 0
    for batch in loader:
        optimizer.zero_grad()
        for micro_batch in batch.chunk(4):
            (model(micro_batch).mean() / 4).backward()
            global_step += 1
        optimizer.step()


def averages(model, optimizer, loader):
    num_steps, total = 0, 0.0
    for batch in loader:
        optimizer.zero_grad()
        for micro_batch in batch.chunk(4):
            loss = model(micro_batch).mean() / 4
            loss.backward()
            total += loss.item()
            num_steps += 1
        optimizer.step()
        print(total / num_steps)


def episodes(policy, optimizer, env):
    total_steps = 0
    for episode in range(1000):
        state, done, losses = env.reset(), False, []
        while not done:
            action, log_prob = policy(state)
            state, reward, done, _ = env.step(action)
            losses.append(-log_prob * reward)
            total_steps += 1
        optimizer.zero_grad()
        torch.stack(losses).sum().backward()
        optimizer.step()
        print(total_steps)


def ppo(policy, optimizer, rollouts, writer):
    global_step = 0
    for rollout in rollouts:
        for _ in range(4):
            for minibatch in rollout.minibatches():
                optimizer.zero_grad()
                policy.loss(minibatch).backward()
                optimizer.step()
                global_step += 1
        writer.add_scalar("reward", rollout.reward, global_step)


def evaluates(model, optimizer, train_loader, val_loader):
    step = 0
    for batch in train_loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
        for val_batch in val_loader:
            step += 1
            print(step, model(val_batch))  # also eval-without-no-grad


def last_micro_batch(model, optimizer, loader, n, max_steps):
    global_step = 0
    for batch in loader:
        for k, micro_batch in enumerate(batch.chunk(n)):
            (model(micro_batch).mean() / n).backward()
            if k == n - 1:
                global_step += 1
        optimizer.step()
        optimizer.zero_grad()
        if global_step >= max_steps:
            break


def retries(model, optimizer, loader):
    global_step = 0
    for batch in loader:
        optimizer.zero_grad()
        while True:
            try:
                model(batch).mean().backward()
                global_step += 1
                break
            except RuntimeError:
                batch = batch[: len(batch) // 2]
        optimizer.step()
        print(global_step)


def flush(model, optimizer, chunks, max_steps):
    global_step = 0
    for chunk in chunks:
        for batch in chunk:
            model(batch).mean().backward()
            optimizer.step()
            optimizer.zero_grad()
            global_step += 1
        optimizer.step()
        if global_step > max_steps:
            return


def tokens(model, optimizer, loader):
    steps = 0
    for batch in loader:
        for token in batch:
            out = model(token)
            steps += 1
        optimizer.zero_grad()
        out.mean().backward()
        optimizer.step()
    print(steps)
