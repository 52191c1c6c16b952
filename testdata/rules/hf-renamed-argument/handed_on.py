from transformers import Trainer


class Weighted(Trainer):
    def __init__(self, *args, weights=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.weights = weights


class Own(Trainer):
    """It has a parameter of that name itself."""

    def __init__(self, *args, tokenizer=None, **kwargs):
        super().__init__(*args, processing_class=tokenizer, **kwargs)


class Reads(Trainer):
    """It looks at what it is given."""

    def __init__(self, **kwargs):
        if "tokenizer" in kwargs:
            kwargs["processing_class"] = kwargs.pop("tokenizer")
        super().__init__(**kwargs)


def main(model, arguments, tokenizer, data):
    Weighted(model, arguments, train_dataset=data, tokenizer=tokenizer, weights=[1, 2]).train()  # want "tokenizer= "
    Own(model, arguments, train_dataset=data, tokenizer=tokenizer).train()
    Reads(model=model, args=arguments, train_dataset=data, tokenizer=tokenizer).train()
