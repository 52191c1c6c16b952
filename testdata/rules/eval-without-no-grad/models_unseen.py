import torch
import torch.nn as nn
from hydra.utils import instantiate
from torch.utils.data import DataLoader


# Nobody sees what builds the model; who can be put into a mode and called is one.
def predict(cfg, split):
    net = instantiate(cfg.architecture)
    net.eval()
    for batch in DataLoader(split, batch_size=8):
        print(net(batch)["scores"].cpu())  # want "evaluation loop"


# The mode is set anew in every lap, and the loader is called so.
class Classifier(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.kind = name
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        if self.kind == "flat":
            return self.fc(x.flatten(1)), None
        elif self.kind == "deep":
            return self.fc(x), x
        return x


def accuracy(name, test_loader):
    classifier = Classifier(name)
    right = 0
    for x, y in test_loader:
        classifier = classifier.eval()
        logits, _ = classifier(x)  # want "evaluation loop"
        right += logits.data.max(1)[1].eq(y).sum().item()
    return right


# Inference one token at a time, behind eval().
def complete(tokens, length):
    decoder = Classifier("flat")
    decoder.eval()
    for _ in range(length):
        logits, _ = decoder(tokens)  # want "evaluation loop"
        tokens = torch.cat([tokens, logits[-1].argmax().view(1, 1)], dim=1)
    return tokens


# A penalty that differentiates is no model: what is evaluated needs no gradients for it.
class PathLength:
    def __init__(self, decay):
        self.decay = decay

    def penalty(self, images, styles):
        return torch.autograd.grad(images.sum(), styles, create_graph=True)[0].square().mean() * self.decay


# The loop around is reported already.
def neighbours(words, candidates):
    encoder = Classifier("deep")
    encoder.eval()
    for word in words:
        own = encoder(word)  # want "evaluation loop"
        for other in candidates:
            print(own, encoder(other))


# What a branch gives back as it came went elsewhere, too; what the layers give does not.
def compare(name, test_loader, viewer):
    classifier = Classifier(name)
    classifier.eval()
    for x, y in test_loader:
        x = viewer.show(x)
        viewer.keep(x)
        logits = classifier(x)  # want "evaluation loop"
        print(logits[0])
