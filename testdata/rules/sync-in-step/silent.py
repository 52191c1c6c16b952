import torch


def one(model, optimizer, loader):
    total = 0.0
    for batch in loader:
        loss = model(batch.cuda())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()


def logged(model, optimizer, loader):
    for step, batch in enumerate(loader):
        loss, accuracy = model(batch.cuda())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 100 == 0:
            print(loss.item(), accuracy.item(), accuracy.cpu().numpy())


def evaluate(model, loader):
    for batch in loader:
        loss, accuracy = model(batch.cuda())  # also eval-without-no-grad
        print(loss.item(), accuracy.item())


def environment(model, optimizer, env, loader):
    for batch in loader:
        action = model(batch.cuda())
        state, reward = env.step(action.cpu().numpy())
        value = model(state).item()  # also eval-without-no-grad
        loss = (value - reward) * action
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def not_a_fetch(model, optimizer, loader, config):
    for batch in loader:
        names = config.items
        loss = model(batch.cuda(), names.item("a"), names.item("b"))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
