from transformers import Trainer


# The model computes the loss itself; nothing else in the method is a word of a step.
class Logged(Trainer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.parts, self.numbers = [], []

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        outputs = model(**inputs)
        loss = 0.5 * outputs.loss + 0.01 * outputs.logits.pow(2).mean()
        self.parts.append(outputs.loss.detach())  # want "self.parts keeps outputs.loss of every call"
        self.numbers.append(outputs.loss.item())
        return (loss, outputs) if return_outputs else loss
