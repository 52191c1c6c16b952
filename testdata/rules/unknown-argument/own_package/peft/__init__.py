class LoraConfig:
    def __init__(self, r, experts=1):
        self.r, self.experts = r, experts
