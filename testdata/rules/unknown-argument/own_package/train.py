from peft import LoraConfig

config = LoraConfig(r=8, experts=4)
