import torch
from transformers import AutoModelForCausalLM

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-3.2-1B")  # want "weights \+ [0-9.]+ GiB gradients = [0-9.]+ GiB before.*keeps 8 bytes a parameter, weights in bf16 take 4" # also default-dtype-fp32
optimizer = torch.optim.SGD(model.parameters(), lr=1e-5)
for batch in loader:
    model(**batch).loss.backward()
    optimizer.step()
    optimizer.zero_grad()
