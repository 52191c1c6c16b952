# With gradients off, writing into a tensor copies numbers; a dictionary keeps what it is given.
import torch


def learn(policy, optimizer, parts, passes):
    stats = torch.zeros(passes, len(parts))
    for i in range(passes):
        for j, part in enumerate(parts):
            loss = policy(part).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            with torch.no_grad():
                stats[i, j] = loss
    return stats.mean().item()


@torch.no_grad()
def renew(banks, start, features):
    banks["features"][start : start + len(features), :] = features
    banks["at"] = start + len(features)


def with_a_bank(model, optimizer, loader, banks):
    for start, batch in enumerate(loader):
        features = model(batch)
        loss = (features - banks["features"][start]).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        renew(banks, start, features)


def kept(policy, optimizer, parts):
    stats = {}
    for j, part in enumerate(parts):
        loss = policy(part).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            stats[j] = loss  # want warning "stats keeps loss of every iteration"
    return sum(v.item() for v in stats.values())
