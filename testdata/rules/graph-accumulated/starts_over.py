import torch


def emptied_in_the_loop(model, loader, optimizer):
    for batch in loader:
        total = 0
        for part in batch:
            loss = model(part).mean()
            total = total + loss
        total.backward()
        optimizer.step()
        optimizer.zero_grad()


def emptied_at_its_end(model, loader, optimizer):
    losses = []
    for step, batch in enumerate(loader):
        loss = model(batch).mean()
        losses.append(loss)
        if (step + 1) % 4 == 0:
            sum(losses).backward()  # also micro-batches-summed
            optimizer.step()
            optimizer.zero_grad()
            losses = []


def cleared(model, loader, optimizer):
    losses = []
    for step, batch in enumerate(loader):
        losses.append(model(batch).mean())
        if len(losses) == 4:
            torch.stack(losses).mean().backward()
            optimizer.step()
            optimizer.zero_grad()
            losses.clear()


def numbers_only(model, loader, optimizer):
    total, losses, best = 0.0, [], None
    for batch in loader:
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        total += loss.item()
        total += float(loss)
        losses.append(loss.detach())
        losses.append(loss.cpu().detach().numpy())
        best = loss if best is None else best
    return total


def without_gradients(model, loader):
    total = 0
    with torch.no_grad():
        for batch in loader:
            total += model(batch).mean()
    return total


@torch.inference_mode()
def decorated(model, loader):
    total = 0
    for batch in loader:
        total += model(batch).mean()
    return total


def grows(model, loader, optimizer):
    total, parts, table = 0, [], {}
    for i, batch in enumerate(loader):
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        total = total + loss  # want "total keeps loss of every iteration"
        parts.append(loss)  # want "parts keeps loss"
        parts.append((i, loss))  # want "parts keeps"
        parts += [loss]  # want "parts keeps"
        table[i] = loss  # want "table keeps loss"
    return total


def the_sum_is_the_loss(model, loader, optimizer):
    total = 0
    for batch in loader:
        total = total + model(batch).mean()
    total.backward()
    optimizer.step()


def replaced_each_time(model, loader, optimizer):
    last = {}
    for batch in loader:
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        last["loss"] = loss
        kept = [loss]
    return last, kept


def turns_of_the_critic(model, critic, loader, optimizer, critic_optimizer, turns):
    for batch in loader:
        optimizer.zero_grad()
        fake = model(batch)
        (-critic(fake).mean()).backward()
        optimizer.step()
        total = 0.0
        for _ in range(turns):
            critic_optimizer.zero_grad()
            loss = critic(fake.detach()).mean() - critic(batch).mean()
            loss.backward()
            critic_optimizer.step()
            total += loss
        print(total.item() / turns)
