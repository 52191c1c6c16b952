import torch


def pretrain(model, loader, path):
    model.cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        optimizer.zero_grad()
        model(batch.cuda()).mean().backward()
        optimizer.step()
    torch.save(model.state_dict(), path)
