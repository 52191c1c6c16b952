import deepspeed

config = {
    "train_micro_batch_size_per_gpu": 4,
    "zero_optimization": {
        "stage": 1,
        "offload_param": {"device": "nvme"},  # want "no effect at ZeRO stage 1"
    },
}
by_argument = {"train_micro_batch_size_per_gpu": 4, "zero_optimization": {"stage": stage, "offload_param": {"device": "cpu"}}}
engine, *_ = deepspeed.initialize(model=model, config=config)
