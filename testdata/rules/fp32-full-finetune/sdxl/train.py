import argparse, yaml, torch
from accelerate import Accelerator
from diffusers import AutoencoderKL, UNet2DConditionModel
from torch.utils.data import DataLoader
from transformers import CLIPTextModel, CLIPTextModelWithProjection

def load_config(path):
    with open(path) as f:
        return yaml.safe_load(f)

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", type=str, required=True)
    args = parser.parse_args()
    config = load_config(args.config)
    accelerator = Accelerator(gradient_accumulation_steps=config["training"]["gradient_accumulation_steps"])
    weight_dtype = torch.float16 if config["hardware"]["mixed_precision"] == "fp16" else torch.float32
    name = config["model"]["pretrained_model_name_or_path"]
    vae = AutoencoderKL.from_pretrained(name, subfolder="vae")
    text_encoder = CLIPTextModel.from_pretrained(name, subfolder="text_encoder")
    unet = UNet2DConditionModel.from_pretrained(name, subfolder="unet", torch_dtype=weight_dtype)
    vae.requires_grad_(False)
    text_encoder.requires_grad_(False)
    if config["training"]["gradient_checkpointing"]:
        unet.enable_gradient_checkpointing()
    optimizer = torch.optim.AdamW(unet.parameters(), lr=config["training"]["lr"])
    loader = DataLoader(make_dataset(config), batch_size=config["training"]["batch_size"], shuffle=True)
    unet, optimizer, loader = accelerator.prepare(unet, optimizer, loader)
    for batch in loader:
        loss = unet(batch).mean()
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()

if __name__ == "__main__":
    main()
