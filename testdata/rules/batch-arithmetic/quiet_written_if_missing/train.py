import argparse
import deepspeed
import torch

parser = argparse.ArgumentParser()
parser = deepspeed.add_config_arguments(parser)
args = parser.parse_args()
model = torch.nn.Linear(3, 3)
engine, optimizer, loader, _ = deepspeed.initialize(args=args, model=model, model_parameters=model.parameters(), training_data=data)
for batch in loader:
    loss = engine(batch).mean()
    engine.backward(loss)
    engine.step()
