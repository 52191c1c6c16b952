import torch
from torch import nn


def train(model, loader, optimizer, device, batch_of):
    model.to(device)  # a module moves in place
    model.half().cuda()
    criterion = nn.MSELoss()
    criterion.cuda()
    for batch in loader:
        batch.to(device)  # so may what another library makes of a batch
        data, target = batch_of(batch)
        data.clamp_(0, 1)
        data.unsqueeze_(-1)
        try:
            data.squeeze(3)
        except IndexError:
            data = data.squeeze()
        loss = criterion(model(data), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        loss.item()  # waits for the step
        with torch.profiler.record_function("view"):
            data.permute(0, 2, 1)
    memory = loader.memory
    memory.detach()  # of a class that nobody sees


class Net(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.linear = nn.Linear(8, 8)
        self.to(device)
        super().float()


# Once it is a tensor of torch's, once something else, whose detach() may do something.
def either(x, handles, many):
    held = torch.cat((x, x), 1)
    if many:
        held = handles.take(x)
    held.detach()
    return held
