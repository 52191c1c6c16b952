from trl import BCOConfig, CPOConfig, DPOConfig, KTOConfig, ORPOConfig

kto = KTOConfig("out", max_length=1024, max_prompt_length=1024)  # want "max_prompt_length=1024 leaves no room in max_length=1024: an answer to a prompt that is too long is cut to nothing"
orpo = ORPOConfig("out", max_length=512, max_prompt_length=768)  # want "max_prompt_length=768 leaves no room in max_length=512: what is too long stays too long"
LENGTH = 256
cpo = CPOConfig("out", max_length=LENGTH, max_prompt_length=LENGTH)  # want "leaves no room"
bco = BCOConfig(output_dir="out", max_prompt_length=2048, max_length=2048)  # want "leaves no room"
dpo = DPOConfig("out", max_length=512, max_prompt_length=512, truncation_mode="keep_start")  # want "leaves no room"
