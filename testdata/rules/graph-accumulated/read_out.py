import torch
from hydra.utils import instantiate


# What is read out of a model beside its loss is a label or a text as often as not.
def train(cfg, loader):
    model = instantiate(cfg.model)
    optimizer = torch.optim.Adam(model.parameters())
    answers, features = [], []
    for batch in loader:
        optimizer.zero_grad()
        loss, predicted = model(batch)
        loss.backward()
        optimizer.step()
        answers.append(predicted)
    for batch in loader:
        optimizer.zero_grad()
        loss, hidden = model(batch)
        loss.backward()
        optimizer.step()
        features.append(hidden)  # want "keeps hidden"
    return answers, features
