class Group:
    def __init__(self, **named):
        self.named = named

    def zero_grad(self):
        for o in self.named.values():
            o.zero_grad(set_to_none=True)

    def step(self, scaler=None):
        for name, o in self.named.items():
            scaler.step(o) if scaler is not None else o.step()
