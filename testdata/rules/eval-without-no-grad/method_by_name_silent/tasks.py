import torch
from torch import nn


class Task(nn.Module):
    def valid_step(self, batch):
        raise NotImplementedError


class Tagging(Task):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def valid_step(self, batch):
        return self._general(batch)

    def _general(self, batch):
        return nn.functional.cross_entropy(self.model(batch["x"]), batch["y"])


class Wide:
    def scan(self, model, image):
        return torch.stack([self.look(model, part) for part in image.chunk(4)])

    def look(self, model, part):
        return model(part).argmax(1)


class Parsing(Tagging):
    @torch.no_grad()
    def valid_step(self, batch):
        return super().valid_step(batch)


class Fast(Wide):
    def look(self, model, part):
        with torch.inference_mode():
            return super().look(model, part)
