import gc

import torch
from transformers import Trainer, TrainingArguments


def cleanup():
    """Shared by everything below."""
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def train_one_epoch(model, loader, optimizer, criterion, device):
    model.train()
    total = 0.0
    for images, labels in loader:
        images, labels = images.to(device), labels.to(device)
        optimizer.zero_grad()
        loss = criterion(model(images), labels)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


# Every lap of these loops is an epoch, a fold or a task: a whole training each.
def by_epoch(model, train_loader, optimizer, criterion, device):
    for epoch in range(10):
        train_one_epoch(model, train_loader, optimizer, criterion, device)
        cleanup()


def by_round(model, loaders, optimizer, criterion, device):
    for round_loader in loaders:
        train_one_epoch(model, round_loader, optimizer, criterion, device)
        cleanup()


def by_fold(build, folds, criterion, device):
    for dataset in folds:
        model, loader, optimizer = build(dataset)
        for epoch in range(3):
            train_one_epoch(model, loader, optimizer, criterion, device)
        del model, optimizer
        torch.cuda.empty_cache()


# Named like a step, and walks over the batches itself.
def train_iteration(model, loader, optimizer, criterion):
    for images, labels in loader:
        optimizer.zero_grad()
        criterion(model(images), labels).backward()
        optimizer.step()
    cleanup()


class TaskTrainer:
    def __init__(self, model, dataset):
        self.model = model
        self.loader = torch.utils.data.DataLoader(dataset, batch_size=8)
        self.optimizer = torch.optim.AdamW(model.parameters())

    def train_epoch(self):
        for batch in self.loader:
            self.optimizer.zero_grad()
            self.model(batch).backward()
            self.optimizer.step()

    def run(self, epochs):
        for epoch in range(epochs):
            self.train_epoch()
            cleanup()


TASKS = ["cola", "mrpc", "rte", "sst2", "stsb"]


def by_task(load, model):
    for train_dataset in [load(task) for task in TASKS]:
        trainer = TaskTrainer(model, train_dataset)
        trainer.run(epochs=3)
        del trainer
        cleanup()


def by_task_transformers(load, model):
    for dataset in TASKS:
        trainer = Trainer(model=model, args=TrainingArguments(dataset), train_dataset=load(dataset))
        trainer.train()
        del trainer
        gc.collect()
        torch.cuda.empty_cache()


# All the data is one batch: a step is an epoch.
def full_batch(model, graph, features, labels, epochs):
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(graph, features), labels)
        loss.backward()
        optimizer.step()
        torch.cuda.empty_cache()
