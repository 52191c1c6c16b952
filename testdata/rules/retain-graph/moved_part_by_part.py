import torch
import torch.nn.functional as F


def to_device(part, device):
    if isinstance(part, torch.Tensor):
        return part.to(device)
    if isinstance(part, dict):
        return {k: to_device(v, device) for k, v in part.items()}
    return [to_device(v, device) for v in part]


def parts_of(state):
    if isinstance(state, torch.Tensor):
        return state * 1.0
    return [parts_of(s) for s in state]


# What calls itself gives parts of the batch that it was given: no graph is in them.
def fit(model, loader, optimizer, device):
    for batch in loader:
        batch = to_device(batch, device)
        loss = F.cross_entropy(model(batch["x"]), batch["y"])
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # want "retain_graph=True keeps the saved tensors"
        optimizer.step()


# Here they are parts of a state that has the graph of the step before.
def fit_on_states(model, head, loader, optimizer, state):
    for batch in loader:
        state = parts_of(state)
        output, state = model(batch["x"], state)
        loss = F.cross_entropy(head(output), batch["y"])
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()


# A loop over batches, as its line says, of something of which nothing is known.
class Program:
    def run(self, model, optimizer):
        for x, y in self.source.train_batches(8):
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward(retain_graph=True)  # want "retain_graph=True keeps the saved tensors"
            optimizer.step()

    # What another network has computed may be walked over, too.
    def run_on_features(self, model, optimizer):
        for x, y in self.features():
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward(retain_graph=True)
            optimizer.step()
