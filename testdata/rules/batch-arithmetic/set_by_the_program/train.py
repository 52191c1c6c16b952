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
settings["steps_per_print"] = 100
model = torch.nn.Linear(3, 3)
engine, optimizer, loader, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), training_data=data, config=settings)
for batch in loader:
    loss = engine(batch).mean()
    engine.backward(loss)
    engine.step()
