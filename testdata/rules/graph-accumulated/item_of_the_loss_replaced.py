# The trainer differentiates what is put together of all parts, although some of its items are replaced before, and
# another way through gives another loss.
import torch
import torch.nn.functional as F
from transformers import Trainer


class InChunks(Trainer):
    def __init__(self, *args, soft=0.3, chunk=4096, **kwargs):
        super().__init__(*args, **kwargs)
        self.soft, self.chunk = soft, chunk

    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        labels = inputs.pop("labels")
        hidden = model.body(inputs["input_ids"])
        head = model.head
        if (labels != -100).any():
            parts = []
            for start in range(0, len(labels), self.chunk):
                logits = head(hidden[start : start + self.chunk])
                parts.append(F.cross_entropy(logits, labels[start : start + self.chunk], reduction="none"))
            ce = torch.cat(parts)
            if self.soft > 0 and inputs["first"].any():
                log_probabilities = F.log_softmax(head(hidden[inputs["first"]]), dim=-1)
                for j, at in enumerate(inputs["first"].tolist()):
                    softer = -log_probabilities[j].mean()
                    ce[at] = self.soft * softer + (1.0 - self.soft) * ce[at]
            loss = ce.sum() / len(labels)
        else:
            loss = torch.tensor(0.0, requires_grad=True)
        return loss


def in_a_loop(model, head, loader, optimizer, soft, chunk):
    seen = []
    for x, labels in loader:
        hidden = model(x)
        parts = []
        for start in range(0, len(labels), chunk):
            parts.append(F.cross_entropy(head(hidden[start : start + chunk]), labels[start : start + chunk], reduction="none"))
        ce = torch.cat(parts)
        ce[0] = soft * ce[1] + (1.0 - soft) * ce[0]
        loss = ce.sum() / len(labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen.append(loss)  # want "seen keeps loss of every iteration"
    return seen
