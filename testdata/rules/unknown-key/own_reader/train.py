import json

import deepspeed

config = json.load(open("ds.json"))
config["gradient_accumulation_steps"] = config.pop("gradient_accumulation_step")
engine, *_ = deepspeed.initialize(config=config)
