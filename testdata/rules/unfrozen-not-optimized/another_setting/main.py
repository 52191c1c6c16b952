import json

import torch
from loop import run
from transformers import CLIPTextModel


def main(config, unet, batches):
    encoder = CLIPTextModel.from_pretrained(config["model"])
    if not config["training"]["from_scratch"]:
        encoder.requires_grad_(False)
    params = list(filter(lambda p: p.requires_grad, unet.parameters()))
    if config["training"]["train_encoder"]:
        params.extend(list(filter(lambda p: p.requires_grad, encoder.parameters())))
    optimizer = torch.optim.AdamW(params, lr=1e-5)
    run(unet, encoder, optimizer, batches, settings=json.loads(config["settings"]))


main(json.load(open("config.json")), torch.nn.Linear(8, 8), [])
