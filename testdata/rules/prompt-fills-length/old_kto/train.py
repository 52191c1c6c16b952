from trl import KTOConfig

# trl 0.8 takes two off max_length first: what is left is less than nothing.
args = KTOConfig("out", max_length=1024, max_prompt_length=1024)  # want "what is too long stays too long"
