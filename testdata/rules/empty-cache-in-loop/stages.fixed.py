import gc

import torch
from transformers import Trainer, TrainingArguments


def gradient_norms(model, batch):
    model.zero_grad(set_to_none=True)
    model(**batch).loss.backward()
    return [float(p.grad.norm()) for p in model.parameters() if p.grad is not None]


def stages(model, optimizer, datasets, batch):
    for number in range(len(datasets)):
        trainer = Trainer(model=model, args=TrainingArguments("out"), train_dataset=datasets[number])
        trainer.train()
        print(gradient_norms(model, batch))
        optimizer.step()
        gc.collect()
        torch.cuda.empty_cache()


def steps(model, optimizer, batches):
    for number in range(len(batches)):
        print(gradient_norms(model, batches[number]))
        optimizer.step()
