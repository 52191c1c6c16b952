import argparse

import deepspeed

parser = argparse.ArgumentParser()
parser = deepspeed.add_config_arguments(parser)
args = parser.parse_args()
model = build()
engine, optimizer, _, _ = deepspeed.initialize(args=args, model=model, model_parameters=model.parameters())
for batch in loader:
    engine.backward(engine(batch).mean())
    engine.step()
