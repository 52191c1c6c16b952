import torch


def build(model, lr):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    return optimizer, torch.optim.lr_scheduler.StepLR(optimizer, 4)


def swap(trainer, lr):
    trainer.optimizer = torch.optim.AdamW(trainer.model.parameters(), lr=lr)


def swap_both(trainer, lr):
    trainer.optimizer = torch.optim.AdamW(trainer.model.parameters(), lr=lr)
    trainer.scheduler = torch.optim.lr_scheduler.StepLR(trainer.optimizer, 4)
