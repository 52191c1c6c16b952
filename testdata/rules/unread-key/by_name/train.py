import argparse

import torch
import yaml

from steps import images, train

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", required=True)
    args = parser.parse_args()
    with open(args.config) as f:
        cfg = yaml.safe_load(f)
    torch.manual_seed(cfg["seed"])
    train(cfg["train"], images(cfg["data"]["root"], cfg["data"].get("image_size")))
