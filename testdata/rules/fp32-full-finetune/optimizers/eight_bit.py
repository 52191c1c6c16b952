import bitsandbytes as bnb
from transformers import AutoModelForCausalLM

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-13b-hf")  # want "all 13.0 B parameters .*= 121 GiB before the first activation.*autocast alone still keeps 10 bytes a parameter, weights in bf16 take 6" # also default-dtype-fp32
optimizer = bnb.optim.AdamW8bit(model.parameters(), lr=1e-5)
for batch in loader:
    model(**batch).loss.backward()
    optimizer.step()
    optimizer.zero_grad()
