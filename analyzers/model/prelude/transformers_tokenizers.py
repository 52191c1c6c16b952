"""What tokenizers of transformers give (4.30 to 5.24): how long it is, and what is in it, where that is written down."""
import numpy
import torch
from trainlint import index, known, listed, making_item, many, most_tokens, published, unknown


class BatchEncoding(dict):
    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(name)

    def to(self, *args, **kwargs):
        for name in list(self.keys()):
            self[name] = self[name].to(*args, **kwargs)
        return self

    def word_ids(self, batch_index=0):
        """Of each token the word that it is of, None for one that the tokenizer adds: so many as there are tokens."""
        ids = self["input_ids"]
        several = hasattr(ids, "shape") or len(ids) > 0 and isinstance(ids[0], list)
        return [unknown("which word a token is of") for _ in range(len(ids[batch_index] if several else ids))]

    sequence_ids = word_ids


# how many tokens those have that many write by name, as tokenizer.vocab_size says
VOCABULARIES = {
    "gpt2": 50257, "gpt2-medium": 50257, "gpt2-large": 50257, "gpt2-xl": 50257, "openai-community/gpt2": 50257, "distilgpt2": 50257,
    "EleutherAI/gpt-neo-125M": 50257, "EleutherAI/gpt-neo-125m": 50257, "facebook/bart-base": 50265, "facebook/bart-large": 50265,
    "t5-small": 32100, "t5-base": 32100, "google-t5/t5-small": 32100, "google-t5/t5-base": 32100,
    "google/flan-t5-small": 32100, "google/flan-t5-base": 32100,
}


# whose tokenizers say of each token which of two texts it is of
GIVE_TYPES = ("bert", "electra", "albert", "deberta-v2")


MANY = object()


def absent(*args, **kwargs):
    return unknown("what this method of a tokenizer gives")


class Tokenizer:
    model_type = None
    tokenize = convert_tokens_to_ids = convert_ids_to_tokens = decode = batch_decode = pad = build_inputs_with_special_tokens = absent
    get_vocab = save_pretrained = push_to_hub = apply_chat_template = save_vocabulary = absent

    def __init__(self, name=None, model_type=None, model_max_length=None, **kwargs):
        sizes = published(name)
        self.model_type = sizes["model_type"] if known(sizes) else model_type
        # T5's table has more rows than its tokenizer has tokens
        self.vocab_size = sizes["vocab_size"] if known(sizes) and self.model_type != "t5" else unknown("the vocabulary of a tokenizer")
        if known(name) and name in VOCABULARIES:
            self.vocab_size = VOCABULARIES[name]
        self.model_max_length = model_max_length
        if model_max_length is None:
            positions = sizes.get("max_position_embeddings", sizes.get("n_positions")) if known(sizes) else None
            if positions is None:  # T5's has none, or 512, as its file says
                positions = unknown("how many tokens a tokenizer takes at most")
            self.model_max_length = positions - 2 if self.model_type == "roberta" else positions
        self.more = 0
        for word in ("pad", "cls", "sep", "mask", "unk", "bos", "eos"):
            setattr(self, word + "_token_id", unknown("a token of a tokenizer"))
            setattr(self, word + "_token", unknown("a token of a tokenizer"))
        self.padding_side = "right"

    @classmethod
    def from_pretrained(cls, name, *args, **kwargs):
        kwargs.pop("model_type", None)
        return cls(name, cls.model_type, kwargs.get("model_max_length"))

    def __len__(self):
        return self.vocab_size + self.more

    def add_tokens(self, *args, **kwargs):
        self.more = unknown("how many tokens are added")
        return self.more

    add_special_tokens = add_tokens

    def length(self, padding, truncation, max_length, pad_to_max_length):
        """Padded to a length, or cut at one: then texts may be shorter."""
        most = self.model_max_length if max_length is None else max_length
        if max_length is not None and truncation is None and (padding is False or padding is None):
            truncation = True  # it says so, and does it
        if pad_to_max_length or padding == "max_length":
            return most
        if not known(truncation) or truncation in (None, False, "do_not_truncate") or not known(most):
            return unknown("how long texts are")
        return most_tokens(most)

    def __call__(self, text=None, text_pair=None, add_special_tokens=True, padding=False, truncation=None, max_length=None, stride=0,
                 is_split_into_words=False, pad_to_multiple_of=None, return_tensors=None, return_token_type_ids=None,
                 return_attention_mask=None, return_overflowing_tokens=False, return_special_tokens_mask=False,
                 return_offsets_mapping=False, pad_to_max_length=False, **kwargs):
        if listed(text) and not is_split_into_words:
            count = MANY
        elif not known(text):
            if not making_item():
                return unknown("whether a tokenizer is given one text or several")
            count = None
        else:
            count = len(text) if isinstance(text, (list, tuple)) and not is_split_into_words else None
        return self.encoded(count, padding, truncation, max_length, return_tensors, return_token_type_ids, return_attention_mask, pad_to_max_length,
                            return_overflowing_tokens or return_special_tokens_mask or return_offsets_mapping)

    def encode_plus(self, text, text_pair=None, add_special_tokens=True, padding=False, truncation=None, max_length=None, stride=0,
                    is_split_into_words=False, pad_to_multiple_of=None, return_tensors=None, return_token_type_ids=None,
                    return_attention_mask=None, return_overflowing_tokens=False, return_special_tokens_mask=False,
                    return_offsets_mapping=False, pad_to_max_length=False, **kwargs):
        return self.encoded(None, padding, truncation, max_length, return_tensors, return_token_type_ids, return_attention_mask, pad_to_max_length,
                            return_overflowing_tokens or return_special_tokens_mask or return_offsets_mapping)

    def batch_encode_plus(self, texts, **kwargs):
        if not listed(texts) and (not known(texts) or not isinstance(texts, (list, tuple))):
            return unknown("how many texts a tokenizer is given")
        return self(texts, **kwargs)

    def encode(self, text, text_pair=None, add_special_tokens=True, padding=False, truncation=None, max_length=None, return_tensors=None, **kwargs):
        length = self.length(padding, truncation, max_length, kwargs.get("pad_to_max_length", False))
        return self.ids(None, length, return_tensors) if known(length) else length

    def ids(self, count, length, return_tensors):
        if count is MANY:  # so many rows as there are texts
            one = self.ids(None, length, return_tensors)
            return many("how many texts there are", one if return_tensors is None else one[0])
        if return_tensors is None:
            one = [index() for _ in range(length)]  # whole numbers
            return one if count is None else [list(one) for _ in range(count)]
        shape = (1 if count is None else count, length)
        if return_tensors == "pt":
            return torch.empty(shape, dtype=torch.long)
        if return_tensors == "np":
            return numpy.empty(shape, dtype=numpy.int64)
        return unknown("the tensors that a tokenizer gives")

    def encoded(self, count, padding, truncation, max_length, return_tensors, types, mask, pad_to_max_length, more):
        length = self.length(padding, truncation, max_length, pad_to_max_length)
        if not known(length):
            return length
        if more or types is None and self.model_type is None:
            return unknown("what this tokenizer gives")
        out = BatchEncoding()
        out["input_ids"] = self.ids(count, length, return_tensors)
        if types or types is None and self.model_type in GIVE_TYPES:
            out["token_type_ids"] = self.ids(count, length, return_tensors)
        if mask is None or mask:
            out["attention_mask"] = self.ids(count, length, return_tensors)
        return out


class BertTokenizer(Tokenizer):
    model_type = "bert"


class RobertaTokenizer(Tokenizer):
    model_type = "roberta"


class DistilBertTokenizer(Tokenizer):
    model_type = "distilbert"


class GPT2Tokenizer(Tokenizer):
    model_type = "gpt2"


class T5Tokenizer(Tokenizer):
    model_type = "t5"


class BartTokenizer(Tokenizer):
    model_type = "bart"


class MPNetTokenizer(Tokenizer):
    model_type = "mpnet"


class ElectraTokenizer(Tokenizer):
    model_type = "electra"


class AlbertTokenizer(Tokenizer):
    model_type = "albert"


class DebertaV2Tokenizer(Tokenizer):
    model_type = "deberta-v2"


GPT2TokenizerFast, T5TokenizerFast, BartTokenizerFast, MPNetTokenizerFast = GPT2Tokenizer, T5Tokenizer, BartTokenizer, MPNetTokenizer
ElectraTokenizerFast, AlbertTokenizerFast, DebertaV2TokenizerFast = ElectraTokenizer, AlbertTokenizer, DebertaV2Tokenizer
BertTokenizerFast, RobertaTokenizerFast, DistilBertTokenizerFast = BertTokenizer, RobertaTokenizer, DistilBertTokenizer
XLMRobertaTokenizer = XLMRobertaTokenizerFast = RobertaTokenizer
AutoTokenizer = Tokenizer
