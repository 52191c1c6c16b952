from torch import nn
from transformers import Trainer


class Weighted(Trainer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.seen, self.numbers = [], []

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = nn.functional.cross_entropy(outputs.logits, labels)
        self.seen.append(loss)  # want "self.seen keeps loss of every call"
        self.numbers.append(loss.item())
        return (loss, outputs) if return_outputs else loss

    def compute_metrics_loss(self, model, inputs):
        loss = nn.functional.cross_entropy(model(**inputs).logits, inputs["labels"])
        self.seen.append(loss)
        return loss


class Penalized(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        outputs = model(**inputs)
        loss = outputs.loss
        for parameter in model.parameters():
            loss += 1e-4 * parameter.abs().sum()
        return (loss, outputs) if return_outputs else loss
