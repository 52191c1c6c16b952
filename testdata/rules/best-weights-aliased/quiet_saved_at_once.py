import torch


def fit(model, train, held_out, loss_of, epochs, path):
    optimizer = torch.optim.Adam(model.parameters())
    best_model, best = None, float("inf")
    for epoch in range(epochs):
        model.train()
        for batch in train:
            optimizer.zero_grad()
            loss_of(model, batch).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            loss = sum(loss_of(model, batch).item() for batch in held_out)
        if loss < best:
            best_model = model
            best = loss
            if path:
                torch.save(best_model.state_dict(), path)
                print("kept", best)


def other(best_model):
    return best_model
