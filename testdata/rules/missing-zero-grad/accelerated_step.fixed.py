# A step whose backward pass is Accelerate's is called for one batch after the other.
from accelerate import Accelerator
from torch.nn import functional as F

accelerator = Accelerator()


class Learner:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = accelerator.prepare(model, optimizer)

    def train_step(self, batch):
        loss = F.cross_entropy(self.model(batch["x"]), batch["y"])
        self.optimizer.zero_grad()
        accelerator.backward(loss)  # want "nothing in this step clears the gradients that self.optimizer steps on"
        self.optimizer.step()
        return loss.item()


def run(learner, memory, turns):
    for turn in range(turns):
        print(learner.train_step(memory.sample()))
