from trl import DPOConfig

args = DPOConfig(
    "out",
    logging_steps=10,
    bf16=True,
    gradient_checkpointing=True,
    loss_weights=[1.0],  # want "DPOConfig takes loss_weights= since .* only, and this project declares other releases of trl"
)
