def run_tasks(model, tasks, count, criterion, optimizer, train=True):
    if train:
        model.train()
    else:
        model.eval()
    model.zero_grad()
    total, right = 0.0, 0.0
    for _ in range(count):
        x, y = tasks.episode()
        scores = model(x)  # want "on for the training phase alone"
        total += criterion(scores, y)
        right += (scores.argmax(1) == y).float().mean().item()
    if train:
        total.backward()
        optimizer.step()
    return right, total.detach().item()
