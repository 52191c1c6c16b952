# The model is one of several, so that its mode is not known where it is asked for: nothing is recorded in an evaluation all the same.
import torch
from torch import nn
from models import build


def forward_pass(model, batch):
    ids, labels = batch
    if model.training:
        out = model(ids)
    else:
        with torch.no_grad():
            out = model(ids)
    return nn.functional.nll_loss(out, labels)


def forward_always(model, batch):
    ids, labels = batch
    if model.training:
        ids = ids + 0.1 * torch.randn_like(ids)
    return nn.functional.nll_loss(model(ids), labels)


def prepared(model, optimizer, cfg):
    if cfg.fp16:
        from apex import amp

        model, optimizer = amp.initialize(model, optimizer, opt_level="O1")
    if cfg.local_rank != -1:
        model = nn.parallel.DistributedDataParallel(model, device_ids=[cfg.local_rank])
    elif cfg.n_gpu > 1:
        model = nn.DataParallel(model)
    return model, optimizer


class Trainer:
    def __init__(self, cfg):
        encoder, self.optimizer = prepared(build(cfg), None, cfg)
        self.model = encoder

    def validate(self, loader):
        self.model.eval()
        total = 0.0
        for i, batch in enumerate(loader):
            total += forward_pass(self.model, batch).item()
        return total

    def validate_recorded(self, loader):
        self.model.eval()
        total = 0.0
        for i, batch in enumerate(loader):
            total += forward_always(self.model, batch).item()  # want "runs with gradients on"
        return total

    def train(self, loader, dev, cfg):
        for epoch in range(cfg.epochs):
            self.model.train()
            for step, batch in enumerate(loader):
                loss = forward_pass(self.model, batch)
                loss.backward()
                self.optimizer.step()
                self.optimizer.zero_grad()
                if step % cfg.eval_every == 0:
                    self.validate(dev)
                    self.model.train()
            self.validate_recorded(dev)


def main(cfg, loader, dev):
    trainer = Trainer(cfg)
    if cfg.train_files:
        trainer.train(loader, dev, cfg)
    else:
        trainer.validate(dev)
