from installed_elsewhere.scores import scores


def step(model, optimizer, tokens, labels):
    loss = -scores(model, tokens, labels)["scores"].mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
