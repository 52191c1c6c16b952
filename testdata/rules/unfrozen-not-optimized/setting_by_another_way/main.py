import json

import torch
from loop import run
from transformers import CLIPTextModel


def main(config, unet, batches):
    encoder = CLIPTextModel.from_pretrained(config["model"])
    if not config["training"]["train_encoder"]:
        encoder.requires_grad_(False)
    params = [p for p in unet.parameters() if p.requires_grad]
    if config["training"]["train_encoder"]:
        params.extend(p for p in encoder.parameters() if p.requires_grad)
    optimizer = torch.optim.AdamW(params, lr=1e-5)
    run(unet, encoder, optimizer, batches, settings=json.loads(config["settings"]))


main(json.load(open("config.json")), torch.nn.Linear(8, 8), [])
