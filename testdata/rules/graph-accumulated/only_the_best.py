import torch


# The first ten alone are added, and what comes later takes the place of one of them.
def best(model, loader, scorer, k=10):
    scores, kept, all_of_them = [], [], []
    model.eval()
    for x, y in loader:
        output = model(x)
        score = scorer(y)
        if len(scores) < k:
            scores.append(score)
            kept.append(output)
        elif score > min(scores):
            at = scores.index(min(scores))
            scores[at] = score
            kept[at] = output.detach()
    return kept


def full(model, loader, opt, k=10):
    kept, rest = [], []
    for x, y in loader:
        output = model(x)
        loss = torch.nn.functional.mse_loss(output, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if len(kept) >= k:
            rest.append(output)  # want "keeps output of every iteration"
        else:
            kept.append(output)
    print(kept, rest)
