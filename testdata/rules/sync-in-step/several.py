import torch


def train(model, optimizer, loader, log):
    total, correct = 0.0, 0
    for batch, labels in loader:
        output = model(batch.cuda())
        loss = torch.nn.functional.cross_entropy(output, labels.cuda())
        correct += (output.argmax(1) == labels).sum().item()  # want "the training step waits for the GPU 3 times, with work for it between"
        optimizer.zero_grad()
        loss.backward()
        log(model.head.weight.grad.norm().item())
        optimizer.step()
        total += loss.item()
        log(output.detach().cpu().numpy())


def in_loop(model, optimizer, loader, log, scales):
    for batch in loader:
        total = 0
        for scale in scales:
            value = model(batch.cuda() * scale).mean()
            total = total + value
            log(value.item())  # want "value.item\(\) in a loop inside the training step waits for the GPU in every lap"
        optimizer.zero_grad()
        total.backward()
        optimizer.step()


# The first fetch waits for all of them: the others find their values there.
def at_the_end(model, optimizer, loader, log):
    total, correct = 0.0, 0
    for batch, labels in loader:
        output = model(batch.cuda())
        losses = torch.nn.functional.cross_entropy(output, labels.cuda(), reduction="none")
        optimizer.zero_grad()
        losses.mean().backward()
        optimizer.step()
        total += losses.sum().item()
        correct += (output.argmax(1) == labels).sum().item()
        for name, value in zip("abc", losses):
            log(name, value.item())
        log([value.item() for value in losses])
