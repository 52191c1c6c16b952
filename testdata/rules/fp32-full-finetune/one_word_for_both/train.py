import argparse

import torch
import yaml
from accelerate import Accelerator
from transformers import AutoModelForCausalLM

parser = argparse.ArgumentParser()
parser.add_argument("--config")
config = yaml.safe_load(open(parser.parse_args().config))
accelerator = Accelerator(mixed_precision=config["precision"])
dtype = torch.float32 if config["precision"] == "no" else torch.bfloat16
model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-3.2-1B", torch_dtype=dtype)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
for batch in loader:
    accelerator.backward(model(**batch).loss)
    optimizer.step()
    optimizer.zero_grad()
