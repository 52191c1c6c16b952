import torch
from dataclasses import dataclass
@dataclass
class Snapshot:
    state_dict: dict
    epoch: int
snapshot = Snapshot({}, 0)
torch.save(snapshot.state_dict, "a.pt")
class Best:
    def __init__(self):
        self.state_dict = None
    def update(self, model):
        self.state_dict = model.state_dict()
    def save(self, path):
        torch.save(self.state_dict, path)
        torch.save({"model": self.state_dict}, path)
best = Best()
torch.save(best.state_dict, "b.pt")
class Ckpt:
    @property
    def state_dict(self):
        return {}
c = Ckpt()
torch.save(c.state_dict, "c.pt")
