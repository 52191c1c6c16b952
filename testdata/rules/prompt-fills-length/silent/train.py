from somewhere import args
from trl import DPOConfig, GRPOConfig, KTOConfig, ORPOConfig

kto = KTOConfig("out", max_length=1024, max_prompt_length=512)
half = ORPOConfig("out", max_length=1024, max_completion_length=1024)
open_length = ORPOConfig("out", max_length=args.length, max_prompt_length=512)
whole = ORPOConfig("out", max_length=None, max_prompt_length=512)
dpo = DPOConfig("out", max_length=512, max_prompt_length=512)  # drops the beginning of the prompt
grpo = GRPOConfig("out", max_prompt_length=1024, max_completion_length=512)  # two lengths, no sum


class Config:
    def __init__(self, max_length, max_prompt_length):
        self.max_length, self.max_prompt_length = max_length, max_prompt_length


own = Config(max_length=512, max_prompt_length=512)
