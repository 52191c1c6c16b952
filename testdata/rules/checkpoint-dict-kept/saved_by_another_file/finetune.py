# The project saved these weights, from the GPU, so that they go back there.
import torch


def finetune(model, loader, path):
    model.cuda()
    weights = torch.load(path)  # want warning "weights keeps a second copy"
    model.load_state_dict(weights)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        optimizer.zero_grad()
        model(batch.cuda()).mean().backward()
        optimizer.step()
