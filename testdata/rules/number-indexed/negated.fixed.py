import torch


def update(net, old, optimizer, batches):
    for x, advantage in batches:
        ratio = torch.exp(net(x) - old(x))
        clipped = torch.clamp(ratio, 0.8, 1.2) * advantage
        policy_loss = -torch.min(ratio * advantage, clipped).mean()
        each = -torch.min(ratio * advantage, clipped)
        optimizer.zero_grad()
        policy_loss.backward()
        optimizer.step()
        print(policy_loss.item())  # want "is one number"
        print(each.data[0])
