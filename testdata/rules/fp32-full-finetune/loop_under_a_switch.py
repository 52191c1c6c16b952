# A script without a main guard, whose loop stands under a switch.
import sys

import torch
from transformers import AutoModelForCausalLM

model = AutoModelForCausalLM.from_pretrained("mistralai/Mistral-7B-v0.1", torch_dtype=torch.float32)  # want "train in fp32.*at least .* a GPU"
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
if "--train" in sys.argv:
    with torch.autograd.profiler.profile() as profile:
        for batch in loader:
            loss = model(**batch).loss
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
