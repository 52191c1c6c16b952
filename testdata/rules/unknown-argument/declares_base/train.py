from trl import DPOConfig

args = DPOConfig(
    "out",
    logging_steps=10,
    beta=0.2,
    eval_on_start=True,  # want "DPOConfig takes eval_on_start= since 4.42 only, and this project declares other releases of transformers"
)
