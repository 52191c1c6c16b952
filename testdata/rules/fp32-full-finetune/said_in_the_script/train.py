from accelerate import Accelerator
from transformers import AutoModelForCausalLM
import torch

accelerator = Accelerator(mixed_precision="no")  # want "train in fp32"
other = dict(mixed_precision="fp16")
model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-3.2-1B", torch_dtype=torch.float32)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
for batch in loader:
    accelerator.backward(model(**batch).loss)
    optimizer.step()
    optimizer.zero_grad()
