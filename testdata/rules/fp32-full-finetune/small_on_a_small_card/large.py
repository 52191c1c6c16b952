import torch
from transformers import AutoModelForCausalLM

model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2-large")  # want error "all 774 M parameters.*and GeForce RTX 2080 Ti has"
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
for batch in torch.utils.data.DataLoader(ds, batch_size=8):
    model(**batch).loss.backward()
    optimizer.step()
    optimizer.zero_grad()
