# What only defines a training does nothing when it is run.
import sys

import torch
from transformers import AutoModelForCausalLM

if "--quiet" in sys.argv:
    NAME = "mistralai/Mistral-7B-v0.1"
else:
    NAME = "mistralai/Mistral-7B-v0.3"


def train(loader):
    model = AutoModelForCausalLM.from_pretrained("mistralai/Mistral-7B-v0.1", torch_dtype=torch.float32)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for batch in loader:
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
