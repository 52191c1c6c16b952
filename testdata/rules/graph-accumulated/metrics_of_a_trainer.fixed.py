from collections import defaultdict

import torch.nn.functional as F
from transformers import Trainer


class PairTrainer(Trainer):
    def __init__(self, *args, beta=0.1, **kwargs):
        super().__init__(*args, **kwargs)
        self.beta = beta
        self.stored = defaultdict(lambda: defaultdict(list))

    def losses(self, model, batch):
        out = model(**batch)
        nll = F.cross_entropy(out.logits.flatten(0, 1), batch["labels"].flatten())
        margin = out.logits.mean()
        metrics = {"logits": out.logits.detach().mean().cpu()}
        metrics["nll"] = nll.cpu().mean()
        return nll + self.beta * margin, metrics

    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        loss, metrics = self.losses(model, inputs)
        self.store(metrics, "train")
        return (loss, metrics) if return_outputs else loss

    def store(self, metrics, phase):
        for key, value in metrics.items():
            self.stored[phase][key].append(value.detach())  # want "keeps value of every call"


class NumberTrainer(PairTrainer):
    def losses(self, model, batch):
        out = model(**batch)
        nll = F.cross_entropy(out.logits.flatten(0, 1), batch["labels"].flatten())
        return nll, {"nll": nll.item()}

    def store(self, metrics, phase):
        for key, value in metrics.items():
            self.stored[phase][key + "_number"].append(value)
