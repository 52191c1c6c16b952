import deepspeed
import torch
from transformers import AutoModelForCausalLM

from data import tokens

model = AutoModelForCausalLM.from_pretrained("gpt2")
engine, _, loader, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), training_data=tokens, config="two.json")
for batch in loader:
    engine.backward(engine(**batch).loss)
    engine.step()
torch.save({"model": engine.module.state_dict()}, "last.pt")
