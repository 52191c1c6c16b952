from trl import DPOConfig

dpo = DPOConfig("out", max_length=512, max_prompt_length=512)  # want "leaves no room"
roomy = DPOConfig("out", max_length=1024, max_prompt_length=512)
