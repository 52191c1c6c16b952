"""tiktoken's encodings: how many tokens each has, and that a text is numbers, so many as only a run knows."""
from trainlint import many, unknown, whole_number

sizes = {"gpt2": 50257, "r50k_base": 50257, "p50k_base": 50281, "p50k_edit": 50284, "cl100k_base": 100277, "o200k_base": 200019}
ends = {"gpt2": 50256, "r50k_base": 50256, "p50k_base": 50256, "p50k_edit": 50256, "cl100k_base": 100257, "o200k_base": 199999}


class Encoding:
    def __init__(self, name):
        self.name, self.n_vocab, self.eot_token = name, sizes[name], ends[name]
        self.max_token_value = self.n_vocab - 1

    def encode(self, text, *args, **kwargs):
        return many("the tokens of a text", whole_number("the tokens of a text"))

    encode_ordinary = encode

    def encode_batch(self, texts, *args, **kwargs):
        return many("the tokens of a text", self.encode(texts))

    encode_ordinary_batch = encode_batch

    def decode(self, tokens, *args, **kwargs):
        return unknown("the text of some tokens")

    decode_batch = decode


def get_encoding(name):
    return Encoding(name) if name in sizes else unknown("an encoding of tiktoken's")


def encoding_for_model(name):
    for start, encoding in (("gpt2", "gpt2"), ("gpt-4o", "o200k_base"), ("gpt-4", "cl100k_base"), ("gpt-3.5", "cl100k_base")):
        if name.startswith(start):
            return Encoding(encoding)
    return unknown("an encoding of tiktoken's")
