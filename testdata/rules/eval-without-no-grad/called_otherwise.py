import torch
from torch.utils.data import DataLoader
from torchvision.utils import save_image


# The method is called an evaluation among other words.
class Quality:
    def __init__(self, model, dataset):
        self.model = model
        self.loader = DataLoader(dataset, batch_size=8)

    def perform_eval(self, folder):
        for i, batch in enumerate(self.loader):
            made = self.model(batch["low"])  # want "model runs with gradients on in an evaluation loop"
            save_image(made, f"{folder}/{i}.png")


# The loop stands in a function within the one that evaluates.
def evaluate_retrieval(model, queries, gallery):
    def features(loader):
        found = []
        for images, names in loader:
            found.append(model(images).cpu().numpy())  # want "model runs with gradients on in an evaluation loop"
        return found

    return features(queries), features(gallery)


# What trains as well may differentiate what it gets.
def train_and_evaluate(model, loader):
    outputs = []
    for images, names in loader:
        outputs.append(model(images))
    return outputs


def warm_up(model, loader):
    for images, names in loader:
        model(images)
