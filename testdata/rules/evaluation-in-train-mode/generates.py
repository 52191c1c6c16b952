# generate() of models in evaluation mode, of one whose weights an option asks for, and of one that is no network.
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


class Maze:
    def generate(self, width):
        return [0] * width


tok = AutoTokenizer.from_pretrained("x")
model = Talker(tok.config)
model.load_state_dict(torch.load("w.bin", map_location="cpu"))
model.eval()
read = Talker.from_pretrained("somewhere")
bare = Talker(tok.config)
if tok.config.resume:
    bare.load_state_dict(torch.load("w.bin", map_location="cpu"))
maze = Maze()
for text in ["a", "b"]:
    ids = tok(text, return_tensors="pt")
    with torch.no_grad():
        print(model.generate(input_ids=ids["input_ids"]))
        print(read.generate(input_ids=ids["input_ids"]))
        print(bare.generate(input_ids=ids["input_ids"]))
    print(maze.generate(4))
