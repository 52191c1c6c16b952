import yaml

with open("configs/swept.yaml", "w") as file:
    yaml.safe_dump({"lr": 0.1, "epochs": 1, "batch_size": 2}, file)
