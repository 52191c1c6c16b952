from trl import DPOConfig

dpo = DPOConfig("out", max_length=512, max_prompt_length=512)  # drops the beginning of the prompt
