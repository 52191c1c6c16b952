import torch
from transformers import AutoModelForCausalLM, BitsAndBytesConfig

model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2", torch_dtype=torch.float16)  # want "weights in bf16, and .*it is emulated"
optimizer = torch.optim.AdamW(model.parameters(), eps=1e-4)
for batch in loader:
    model(**batch).loss.backward()
    optimizer.step()
    optimizer.zero_grad()
