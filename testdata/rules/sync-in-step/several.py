import torch


def train(model, optimizer, loader, log):
    total, correct = 0.0, 0
    for batch, labels in loader:
        output = model(batch.cuda())
        loss = torch.nn.functional.cross_entropy(output, labels.cuda())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()  # want "the training step waits for the GPU 3 times to fetch values"
        correct += (output.argmax(1) == labels).sum().item()
        log(output.detach().cpu().numpy())


def in_loop(model, optimizer, loader, log):
    for batch in loader:
        losses = model(batch.cuda())
        optimizer.zero_grad()
        sum(losses).backward()
        optimizer.step()
        for name, value in zip("abc", losses):
            log(name, value.item())  # want "value.item\(\) in a loop inside the training step waits for the GPU in every lap"
        log([value.item() for value in losses])  # want "in every lap"
