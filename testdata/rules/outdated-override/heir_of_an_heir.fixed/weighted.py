import torch
from transformers import Trainer


class Tasks(Trainer):
    def weigh(self, loss):
        return 0.5 * loss


class Focal(Tasks):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):  # want error "compute_loss takes no num_items_in_batch"
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = self.weigh(torch.nn.functional.cross_entropy(outputs.logits, labels))
        return (loss, outputs) if return_outputs else loss


class Apart:
    def compute_loss(self, model, inputs):
        return model(**inputs).loss
