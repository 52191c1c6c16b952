import torch
from transformers import AutoModelForCausalLM

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-3.2-1B")  # want "all 1.24 B parameters .* SGD momentum states.*keeps 12 bytes a parameter, weights in bf16 take 6" # also default-dtype-fp32
optimizer = torch.optim.SGD(model.parameters(), lr=1e-5, momentum=0.9)
for batch in loader:
    model(**batch).loss.backward()
    optimizer.step()
    optimizer.zero_grad()
