import torch


@torch.no_grad()
def validate(model, problem, validation_loader, log):
    model.eval()
    for batch in validation_loader:
        logits = model(batch)  # want "model runs with gradients on in an evaluation loop"
        problem.collect_statistics(log, batch, logits)


def validate_and_adapt(model, problem, validation_loader, log):
    model.eval()
    for batch in validation_loader:
        logits = model(batch)
        problem.update_weights(log, batch, logits)  # it may differentiate them
