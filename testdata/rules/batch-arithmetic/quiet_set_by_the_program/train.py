import argparse
import json

import deepspeed
import torch

parser = argparse.ArgumentParser()
parser.add_argument("--config", default="ds.json")
parser.add_argument("--micro", type=int, default=4)
parser.add_argument("--steps", type=int, default=1)
args = parser.parse_args()
with open(args.config) as f:
    settings = json.load(f)
settings["train_batch_size"] = args.micro * args.steps * 2
settings["train_micro_batch_size_per_gpu"] = args.micro
settings["gradient_accumulation_steps"] = args.steps
model = torch.nn.Linear(3, 3)
engine, optimizer, loader, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), training_data=data, config=settings)
for batch in loader:
    loss = engine(batch).mean()
    engine.backward(loss)
    engine.step()
