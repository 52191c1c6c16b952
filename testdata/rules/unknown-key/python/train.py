import deepspeed
import torch

model = torch.nn.Linear(4, 4)
config = {
    "train_micro_batch_size_per_gpu": 4,
    "zero_optimization": {
        "stage": 2,
        "contigous_gradients": True,  # want "zero_optimization takes no contigous_gradients.*did you mean contiguous_gradients"
    },
}
engine, *_ = deepspeed.initialize(model=model, config=config)
