from dataclasses import dataclass


@dataclass
class Lengths:
    total: int = 1024
    prompt: int = 1024

    def options(self):
        return {"max_length": self.total, "max_prompt_length": self.prompt}
