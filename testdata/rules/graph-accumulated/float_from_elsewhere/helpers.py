def compute_loss(output, batch):
    return (output - batch).pow(2).mean().item()


def train_step(model, batch, optimizer):
    loss = (model(batch) - batch).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
