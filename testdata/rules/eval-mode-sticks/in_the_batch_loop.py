import torch
import torch.nn.functional as F


@torch.no_grad()
def log_samples(model, fixed, writer, step):
    model.eval()  # want "model.eval\(\) stays in force"
    writer.add_images("samples", model(fixed).clamp(0, 1), step)


@torch.no_grad()
def log_and_return(model, fixed, writer, step):
    model.eval()
    writer.add_images("samples", model(fixed).clamp(0, 1), step)
    model.train()


# train() stands at the top of the epoch, eval() in a helper inside it.
def fit(model, loader, fixed, writer, epochs):
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-4)
    step = 0
    for epoch in range(epochs):
        model.train()
        for batch in loader:
            optimizer.zero_grad()
            loss = F.mse_loss(model(batch), batch)
            loss.backward()
            optimizer.step()
            if step % 200 == 0:
                log_samples(model, fixed, writer, step)
            step += 1


def fit_and_return(model, loader, fixed, writer, epochs):
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-4)
    step = 0
    for epoch in range(epochs):
        model.train()
        for batch in loader:
            optimizer.zero_grad()
            loss = F.mse_loss(model(batch), batch)
            loss.backward()
            optimizer.step()
            if step % 200 == 0:
                log_and_return(model, fixed, writer, step)
            step += 1


def train_each_batch(model, loader, fixed, writer, epochs):
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-4)
    for epoch in range(epochs):
        for step, batch in enumerate(loader):
            model.train()
            optimizer.zero_grad()
            loss = F.mse_loss(model(batch), batch)
            loss.backward()
            optimizer.step()
            if step % 200 == 0:
                log_samples(model, fixed, writer, step)
