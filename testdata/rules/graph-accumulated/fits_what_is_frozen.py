import torch
import torch.nn.functional as F
from nets import IncrementalNet


class GaussianBayes:
    def prepare(self, config):
        self.network = IncrementalNet(config.backbone)
        self.network.freeze_backbone()
        self.network = self.network.cuda()

    def epoch(self, model, train_loader):
        features = []
        model.train()
        for inputs, _ in train_loader:
            found, _ = model(inputs.cuda())
            features.append(found.cpu())
        self.bayes.fit(F.normalize(torch.cat(features), dim=1).numpy())

    def score(self, model, test_loader):
        model.eval()
        hits = 0
        for inputs, targets in test_loader:
            found, _ = model(inputs.cuda())
            hits += (self.bayes.predict(found.cpu().numpy()) == targets.numpy()).sum()
        return hits


class Prompts:
    def prepare(self, config):
        self.network = IncrementalNet(config.backbone)
        self.network.freeze_backbone()

    def epoch(self, model, train_loader, optimizer):
        total = 0.0
        model.train()
        for inputs, targets in train_loader:
            logits, pull = model(inputs.cuda())
            loss = pull.sum()
            total += loss.sum()  # want "total keeps the value of every iteration"
            loss = loss + F.cross_entropy(logits, targets.cuda())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return total
