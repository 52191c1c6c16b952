import deepspeed
import torch
from transformers import AutoModelForCausalLM

from data import tokens

model = AutoModelForCausalLM.from_pretrained("gpt2")
engine, _, loader, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), training_data=tokens, config="ds.json")
for batch in loader:
    engine.backward(engine(**batch).loss)
    engine.step()
torch.save({"model": engine.module.state_dict()}, "last.pt")  # want "torch.save writes empty tensors under ZeRO-3"
