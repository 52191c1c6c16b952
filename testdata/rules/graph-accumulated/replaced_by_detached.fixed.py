import torch


class Meter:
    def __init__(self):
        self.history = []

    def add(self, values):
        self.history.append(values)


def train(model, loader, optimizer, epochs):
    logs = []
    for epoch in range(epochs):
        epoch_loss = 0.0
        outputs = []
        for step, batch in enumerate(loader):
            out = model(batch["pixels"], batch["labels"])
            out["loss"].backward()
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            out["loss"] = out["loss"].detach()
            epoch_loss += out["loss"]
            logs.append(out["loss"])
            outputs.append(out)
        print(epoch, epoch_loss / len(loader), len(outputs))
    return logs


# Only the loss is replaced: the other loss still hangs on its graph.
def one_of_two(model, loader, optimizer):
    recon_total, kl_total = 0.0, 0.0
    for batch in loader:
        losses = {"recon": model(batch).mean(), "kl": model(batch).pow(2).mean()}
        total = losses["recon"] + losses["kl"]
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        losses["recon"] = losses["recon"].detach()
        recon_total += losses["recon"]
        kl_total += losses["kl"].detach()  # want "kl_total keeps losses"
    print(recon_total, kl_total)
