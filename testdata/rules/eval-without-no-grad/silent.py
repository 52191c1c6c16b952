import torch
import torch.nn.functional as F
import lightning as L


def evaluate(model, loader):
    model.eval()
    with torch.no_grad():
        for x, y in loader:
            model(x)


@torch.no_grad()
def validate(model, loader):
    model.eval()
    return sum(model(x).sum().item() for x in loader)


@torch.inference_mode()
def test(model, loader):
    for x, y in loader:
        print(model(x).argmax(1))


# Called under no_grad.
def eval_epoch(model, loader):
    model.eval()
    return collect_test(model, loader)


def collect_test(model, test_loader):
    for x in test_loader:
        print(model(x).mean())


def main(model, loader):
    with torch.no_grad():
        eval_epoch(model, loader)


def per_batch(model, loader):
    model.eval()
    for x in loader:
        with torch.inference_mode():
            print(model(x).mean())


# Adversarial examples need gradients.
def test_robust(model, loader, attack):
    model.eval()
    for x, y in loader:
        x.requires_grad_()
        loss = F.cross_entropy(model(x), y)
        (gradient,) = torch.autograd.grad(loss, x)
        print(model(x + gradient.sign()).argmax(1))


def evaluate_saliency(model, loader):
    model.eval()
    for x, y in loader:
        out = model(x)
        out.max().backward()


# A training loop over a set that is called test.
def train(model, test_loader, optimizer):
    model.train()
    for x, y in test_loader:
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()


def run(model, loader, training):
    model.train(training)
    with torch.set_grad_enabled(training):
        for x in loader:
            print(model(x).mean())


class Module(L.LightningModule):
    def validation_step(self, batch, index):
        for x in batch.loader:
            print(self.model(x).mean())


# Not a loop over batches, not a model.
def test_shapes(model, sizes):
    for size in sizes:
        assert model(torch.zeros(size)).shape == size


def evaluate_metric(metric, loader):
    for x, y in loader:
        metric.update(x, y)


# generate() is under no_grad by itself.
def test_generation(model, loader):
    model.eval()
    for x in loader:
        print(model.generate(x))
