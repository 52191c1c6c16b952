import torch


def one_forward_one_backward(stage, optimizer, loader, receive_gradient, warmup):
    """Outputs wait in a queue until their gradients come back from the next stage."""
    waiting, seen = [], []
    for batch in loader:
        output = stage(batch)
        waiting.append(output)
        seen.append(output.detach())  # want "seen keeps"
        if len(waiting) > warmup:
            first = waiting.pop(0)
            torch.autograd.backward(first, receive_gradient())
            optimizer.step()
            optimizer.zero_grad()
    return seen


def interleaved(stages, optimizer, loader, receive_gradient, warmup):
    """Two helpers share the queues of the stages."""
    waiting = [[] for _ in stages]
    kept = [[] for _ in stages]

    def forward(i, batch):
        output = stages[i](batch)
        waiting[i].append(output)
        kept[i].append(output.sum().detach())  # want "kept keeps"
        return output

    def backward(i):
        output = waiting[i].pop(0)
        torch.autograd.backward(output, receive_gradient())

    for step, batch in enumerate(loader):
        for i in range(len(stages)):
            batch = forward(i, batch)
        if step >= warmup:
            for i in reversed(range(len(stages))):
                backward(i)
            optimizer.step()
            optimizer.zero_grad()
    return kept


def differentiated_by_the_caller(stage: torch.nn.Module, optimizer, loader, backward_step, receive_gradient, warmup):
    """Nobody sees what the backward step of a pipeline does."""
    waiting = []
    for batch in loader:
        output = stage(batch)
        waiting.append(output)
        if len(waiting) > warmup:
            backward_step(waiting.pop(0), receive_gradient())
            optimizer.step()
            optimizer.zero_grad()
