"""A word embedding may be frozen; what stands behind it still records."""
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, words, tags, tune):
        super().__init__()
        self.words = nn.Embedding(words, 100)
        self.body = nn.GRU(100, 100, batch_first=True)
        self.tags = nn.Linear(100, tags)
        if not tune:
            self.words.weight.requires_grad = False

    def forward(self, x):
        return self.tags(self.body(self.words(x))[0])


class Frozen(nn.Module):
    def __init__(self, words, tags):
        super().__init__()
        self.words = nn.Embedding(words, 100)
        self.tags = nn.Linear(100, tags)
        self.words.weight.requires_grad = False
        self.tags.requires_grad_(False)

    def forward(self, x):
        return self.tags(self.words(x))


class Learner:
    def __init__(self, model, lr):
        self.model = model
        self.parameters = [p for p in self.model.parameters() if p.requires_grad]
        self.optimizer = torch.optim.SGD(self.parameters, lr=lr)

    def update(self, x, y):
        self.model.train()
        self.optimizer.zero_grad()
        loss = nn.functional.cross_entropy(self.model(x).transpose(1, 2), y)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def predict(self, x):
        self.model.eval()
        return self.model(x).argmax(-1).cpu().numpy()


def main(train_batches, dev_batches, args):
    learner = Learner(Tagger(args.words, args.tags, args.tune).cuda(), args.lr)
    for epoch in range(args.epochs):
        for x, y in train_batches:
            learner.update(x.cuda(), y.cuda())
        found = []
        with torch.no_grad():
            for x, _ in dev_batches:
                found.append(learner.predict(x.cuda()))  # want "learner.predict runs with gradients on in an evaluation loop"


def whole(dev_batches, args):
    model = Frozen(args.words, args.tags).cuda()
    model.eval()
    return [model(x.cuda()).argmax(-1) for x, _ in dev_batches]
