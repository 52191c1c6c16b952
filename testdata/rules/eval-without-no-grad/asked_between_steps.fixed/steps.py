import torch


def forward_step(model, data, criterion):
    inputs, targets = data
    logits = model(inputs)
    return logits, criterion(logits, targets)


def validation(model, data_valid, criterion, log):
    with torch.no_grad():
        logits, loss = forward_step(model, data_valid, criterion)  # want "forward_step runs with gradients on for held-out data between the steps"
    log.write(str(loss.item()))
    return loss, model.show(logits)


def quiet_validation(model, data_valid, criterion, log):
    with torch.no_grad():
        logits, loss = forward_step(model, data_valid, criterion)
    log.write(str(loss.item()))
    return loss, model.show(logits)


def adapt_on_validation(model, data_valid, criterion, optimizer):
    logits, loss = forward_step(model, data_valid, criterion)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def evaluate_actions(model, data, criterion):
    logits, loss = forward_step(model, data, criterion)
    return loss
