import torch

first = torch.amp.GradScaler("cuda")  # want "torch.cuda.amp.GradScaler is deprecated since torch 2.4, every call warns: torch.amp.GradScaler\(.cuda.\)"
second = torch.amp.GradScaler("cuda", enabled=True)  # want "deprecated"
third = torch.amp.GradScaler("cuda", 2.0**16, 2.0, 0.5, 2000, True)  # want "deprecated"
fourth = torch.amp.GradScaler("cuda", init_scale=1024.0)  # want "deprecated"
fifth = torch.amp.GradScaler(  # want "deprecated"
    "cuda",
    init_scale=1024.0,  # a small model
    enabled=True,
)
sixth = torch.amp.GradScaler("cpu")  # want "torch.amp.GradScaler\(.cpu.\)"
seventh = torch.amp.GradScaler("cuda", *[], **{})  # want "deprecated"
eighth = torch.amp.GradScaler("cuda") if first else None  # want "deprecated"
