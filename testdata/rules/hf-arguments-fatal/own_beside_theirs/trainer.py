import json

import torch


class TrainArguments:
    def __init__(self, output_dir, per_device_train_batch_size=8, fp16=False, load_best_model_at_end=True, **more):
        self.output_dir, self.per_device_train_batch_size = output_dir, per_device_train_batch_size
        self.fp16, self.load_best_model_at_end = fp16, load_best_model_at_end

    @classmethod
    def read(cls, path):
        with open(path) as file:
            return cls(**json.load(file))


def optimizer_of(model, args):
    return torch.optim.AdamW(model.parameters(), lr=1e-4 if args.fp16 else 3e-4)
