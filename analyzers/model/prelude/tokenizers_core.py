"""Tokenizers of the library of that name (0.13 to 0.22), as far as a model asks them: how many tokens the file of one has, and that a text
is numbers, so many as only a run knows."""
import json

from trainlint import known, many, unknown, whole_number


class Encoding:
    def __init__(self):
        self.ids = many("the tokens of a text", whole_number("the tokens of a text"))
        self.tokens = many("the tokens of a text", unknown("a token"))
        self.attention_mask = many("the tokens of a text", whole_number("whether a token counts"))

    def __len__(self):
        return len(self.ids)


class Tokenizer:
    """What is not told of it, such as how far training it on a text gets, is not known."""

    def __init__(self, model=None):
        self.model, self.trainlint_content = model, unknown("the tokens of a tokenizer that is trained")

    @classmethod
    def from_file(cls, path):
        made = cls()
        with open(path) as file:
            made.trainlint_content = json.load(file)
        return made

    @classmethod
    def from_str(cls, text):
        made = cls()
        made.trainlint_content = json.loads(text)
        return made

    @classmethod
    def from_pretrained(cls, name, *args, **kwargs):
        return cls()

    def get_vocab(self, with_added_tokens=True):
        content = self.trainlint_content
        if not known(content):
            return content
        vocabulary = content["model"]["vocab"]
        if isinstance(vocabulary, list):  # of Unigram, each with its score
            vocabulary = {pair[0]: i for i, pair in enumerate(vocabulary)}
        whole = dict(vocabulary)
        if with_added_tokens:
            for token in content.get("added_tokens") or []:
                whole.setdefault(token["content"], token["id"])
        return whole

    def get_vocab_size(self, with_added_tokens=True):
        return len(self.get_vocab(with_added_tokens))

    def token_to_id(self, token):
        vocabulary = self.get_vocab()
        return vocabulary.get(token) if known(vocabulary) else whole_number("the number of a token")

    def encode(self, *args, **kwargs):
        return Encoding()

    def encode_batch(self, texts, *args, **kwargs):
        return many("the texts of a batch", Encoding())

    def decode(self, *args, **kwargs):
        return unknown("the text of some tokens")

    def changes(self, *args, **kwargs):
        pass

    def grows(self, *args, **kwargs):
        self.trainlint_content = unknown("the tokens of a tokenizer that is trained")

    decode_batch = decode
    enable_padding = enable_truncation = no_padding = no_truncation = save = changes
    train = train_from_iterator = add_tokens = add_special_tokens = grows
