import torch


class Trainer:
    def __init__(self, model, decay):
        self.model = model
        self.decay = decay

    def make_optimizer(self, parameters, lr):
        listed = list(parameters) if not isinstance(parameters, list) else parameters
        groups = [{"params": listed, "factor": 1.0}]
        return torch.optim.Adam(groups, lr=lr, weight_decay=self.decay)

    def start(self):
        return self.make_optimizer(self.model.parameters(), 1e-3)


def listed_whenever_asked(model, several):
    parameters = list(model.parameters())
    if several:
        print(len(list(parameters)))
    return torch.optim.Adam(parameters, lr=1e-3)  # want "has used up"
