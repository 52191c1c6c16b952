# generate() comes from transformers; the class that inherits it is the project's, and its weights lie in a file that
# may not be there.
import os

import torch
from torch import nn
from transformers import AutoTokenizer, GenerationMixin, PreTrainedModel


class Talker(PreTrainedModel, GenerationMixin):
    def __init__(self, config):
        super().__init__(config)
        self.a = nn.Linear(4, 4)
        self.d = nn.Dropout(0.1)

    def forward(self, input_ids):
        return self.d(self.a(input_ids))


tok = AutoTokenizer.from_pretrained("x")
model = Talker(tok.config)
if os.path.exists("w.bin"):
    model.load_state_dict(torch.load("w.bin", map_location="cpu"), strict=False)
while True:
    text = input()
    if text == "exit":
        break
    ids = tok(text, return_tensors="pt")
    with torch.no_grad():
        out = model.generate(input_ids=ids["input_ids"])  # want "model runs in training mode with the weights that it was given"
    print(tok.decode(out[0]))
