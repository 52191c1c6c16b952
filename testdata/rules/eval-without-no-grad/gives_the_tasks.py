import torch

from helpers import *


class Chooser(MetaLearner):
    def meta_valid(self, meta_valid_generator):
        for task in meta_valid_generator(self.val_tasks):  # it gives the data, and is no network
            self.log(task, out.cpu().numpy(), meta_train=False)

    def loss_of(self, x, y, training):
        with torch.enable_grad() if training else torch.no_grad():
            return torch.nn.functional.cross_entropy(self.net(x), y)


def ask(workers, batch):
    answer = workers.train_model(batch)  # what is done, not a network
    print(answer)


def draw(prompts, model, folder):
    for i, prompt in enumerate(prompts):
        torch.manual_seed(0)
        picture = model(prompt).images[0]  # a pipeline
        picture.save(f"{folder}/{i}.png")
