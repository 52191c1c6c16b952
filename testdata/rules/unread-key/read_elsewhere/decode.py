import yaml

with open("config.yaml") as f:
    print(yaml.safe_load(f)["beam_width"])
