"""What transformers' base classes do for models that people write with them (4.30 to 5.24), in our own words."""
import math

import torch
from torch import nn
from torch.nn import functional as F
from trainlint import stop, unknown


def not_followed(*args, **kwargs):
    return unknown("what this method of transformers gives")


def changes(*args, **kwargs):
    stop("what this method of transformers makes of the model")


class PretrainedConfig:
    """What a configuration holds when nobody says otherwise. Much of it is set by 4 alone: a program that reads it runs there."""

    model_type = ""
    attribute_map = {}
    is_composition = False
    keys_to_ignore_at_inference = []
    from_pretrained = from_dict = from_json_file = get_config_dict = save_pretrained = push_to_hub = not_followed
    to_json_string = to_diff_dict = get_text_config = register_for_auto_class = not_followed

    def __init__(self, **kwargs):
        for name, value in {
            "return_dict": True, "output_hidden_states": False, "output_attentions": False, "torchscript": False,
            "chunk_size_feed_forward": 0, "is_encoder_decoder": False, "is_decoder": False, "add_cross_attention": False,
            "cross_attention_hidden_size": None, "pruned_heads": {}, "tie_encoder_decoder": False, "problem_type": None,
            "bos_token_id": None, "pad_token_id": None, "eos_token_id": None, "sep_token_id": None,
            "decoder_start_token_id": None, "architectures": None, "torch_dtype": None, "dtype": None, "use_bfloat16": False,
            "finetuning_task": None, "task_specific_params": None, "tokenizer_class": None, "prefix": None,
            "name_or_path": "", "tf_legacy_loss": False, "max_length": 20, "min_length": 0, "do_sample": False,
            "early_stopping": False, "num_beams": 1, "temperature": 1.0, "top_k": 50, "top_p": 1.0, "typical_p": 1.0,
            "repetition_penalty": 1.0, "length_penalty": 1.0, "no_repeat_ngram_size": 0, "num_return_sequences": 1,
            "encoder_no_repeat_ngram_size": 0, "bad_words_ids": None, "output_scores": False,
            "return_dict_in_generate": False, "forced_bos_token_id": None, "forced_eos_token_id": None,
            "remove_invalid_values": False, "exponential_decay_length_penalty": None, "suppress_tokens": None,
            "begin_suppress_tokens": None, "num_beam_groups": 1, "diversity_penalty": 0.0,
        }.items():
            if name in kwargs or not hasattr(self, name):
                setattr(self, name, kwargs.pop(name, value))
        self._attn_implementation = kwargs.pop("attn_implementation", None)
        labels = kwargs.get("id2label")
        count = kwargs.pop("num_labels", 2) if labels is None else len(labels)
        self.num_labels = count
        self.id2label = labels if labels is not None else {i: "LABEL_" + str(i) for i in range(count)}
        self.label2id = kwargs.pop("label2id", {name: i for i, name in self.id2label.items()})
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        if name != "attribute_map" and name in type(self).attribute_map:
            return getattr(self, type(self).attribute_map[name])
        if name == "tie_word_embeddings":  # 5 has none by default, and a program that reads it ends there
            return True
        raise AttributeError(name)

    @property
    def use_return_dict(self):
        return self.return_dict and not self.torchscript

    def to_dict(self):
        return dict(vars(self))

    def update(self, given):
        for name, value in given.items():
            setattr(self, name, value)


PreTrainedConfig = PretrainedConfig


def says_tied(config):
    """What a configuration says of tie_word_embeddings; None where it says nothing."""
    if not isinstance(config, PretrainedConfig):
        return getattr(config, "tie_word_embeddings", None)
    return vars(config).get("tie_word_embeddings", getattr(type(config), "tie_word_embeddings", None))


class GenerationMixin:
    def can_generate(self):
        return True


class PreTrainedModel(nn.Module):
    config_class = None
    base_model_prefix = ""
    main_input_name = "input_ids"
    supports_gradient_checkpointing = False
    _tied_weights_keys = None
    _no_split_modules = None
    _keep_in_fp32_modules = None
    _keys_to_ignore_on_load_missing = None
    _keys_to_ignore_on_load_unexpected = None
    is_parallelizable = False
    from_pretrained = _from_config = save_pretrained = push_to_hub = register_for_auto_class = not_followed
    get_memory_footprint = floating_point_ops = estimate_tokens = get_position_embeddings = not_followed
    create_extended_attention_mask_for_decoder = invert_attention_mask = get_decoder = get_encoder = not_followed
    loss_function = dummy_inputs = add_model_tags = not_followed
    gradient_checkpointing_enable = activation_checkpointing_enable = resize_token_embeddings = changes
    resize_position_embeddings = add_adapter = load_adapter = set_adapter = prune_heads = dequantize = changes

    def __init__(self, config, *inputs, **kwargs):
        super().__init__()
        self.config = config
        self.name_or_path = ""
        self.warnings_issued = {}
        self.generation_config = None

    @property
    def base_model(self):
        return getattr(self, self.base_model_prefix, self) if self.base_model_prefix else self

    @property
    def dtype(self):
        return next(self.parameters()).dtype

    @property
    def device(self):
        return next(self.parameters()).device

    def get_input_embeddings(self):
        inside = self.base_model
        if inside is not self:
            return inside.get_input_embeddings()
        return getattr(self, "embed_tokens", None)

    def get_output_embeddings(self):
        return None

    def post_init(self):
        self.init_weights()

    def init_weights(self):
        self.tie_weights()

    def tie_weights(self, *args, **kwargs):
        """Up to 4 a model ties what get_output_embeddings() gives, unless its config says no; from 5 on what _tied_weights_keys
        says, if its config says so. Where the two part, nobody here knows which one it is."""
        keys = self._tied_weights_keys
        says = says_tied(self.config)
        if isinstance(keys, dict) and says:
            for target, source in keys.items():
                self._tie(target, source)
            return
        if says is False:
            return
        head = self.get_output_embeddings()
        if head is None:
            if self._finds_embeddings() and not isinstance(keys, list):
                stop("whether this version of transformers ties lm_head to the embeddings by itself")
            return
        embeddings = self.get_input_embeddings()
        if embeddings is None or head.weight is embeddings.weight:
            return
        if not isinstance(keys, list):  # transformers 5 refuses a list
            stop("whether transformers ties the output to the embeddings, which its versions 4 and 5 do not agree about")
        head.weight = embeddings.weight

    def _finds_embeddings(self):
        """From 4.54 on, it looks for them under the usual names."""
        inside = getattr(self, "model", self)
        return hasattr(self, "lm_head") and hasattr(inside, "embed_tokens") and (
            self.lm_head.weight is not inside.embed_tokens.weight)

    def _tie(self, target, source):
        weight = self
        for part in source.split("."):
            weight = getattr(weight, part)
        holder = self
        parts = target.split(".")
        for part in parts[:-1]:
            holder = getattr(holder, part)
        setattr(holder, parts[-1], weight)

    def _init_weights(self, module):
        pass

    def num_parameters(self, only_trainable=False, exclude_embeddings=False):
        return sum(p.numel() for p in self.parameters() if p.requires_grad or not only_trainable)

    def enable_input_require_grads(self):
        pass

    def get_head_mask(self, head_mask, num_hidden_layers, is_attention_chunked=False):
        if head_mask is None:
            return [None] * num_hidden_layers
        return unknown("what becomes of a mask of heads")

    def get_extended_attention_mask(self, attention_mask, input_shape, device=None, dtype=None):
        if attention_mask.dim() == 3:
            mask = attention_mask[:, None, :, :]
        elif self.config.is_decoder:
            return unknown("what becomes of the mask of a decoder")
        else:
            mask = attention_mask[:, None, None, :]
        mask = mask.to(dtype=dtype or self.dtype)
        return (1.0 - mask) * -1e4

    def warn_if_padding_and_no_attention_mask(self, input_ids, attention_mask):
        pass


class ModelOutput:
    """Its fields are found by name, and those that are not None by number. A subclass of people's own is a dataclass."""

    names = ()

    def __init__(self, *args, **kwargs):
        for name, value in zip(self.names, args):
            setattr(self, name, value)
        for name in self.names[len(args):]:
            setattr(self, name, kwargs.pop(name, None))
        for name, value in kwargs.items():
            setattr(self, name, value)

    def to_tuple(self):
        return tuple(value for value in vars(self).values() if value is not None)

    def __getitem__(self, key):
        if isinstance(key, str):
            return getattr(self, key)
        return self.to_tuple()[key]

    def __setitem__(self, key, value):
        setattr(self, key, value)

    def __len__(self):
        return len(self.to_tuple())

    def __iter__(self):
        return iter(self.keys())

    def __contains__(self, key):
        return getattr(self, key, None) is not None

    def get(self, key, default=None):
        return getattr(self, key, default)

    def keys(self):
        return [name for name, value in vars(self).items() if value is not None]

    def values(self):
        return list(self.to_tuple())

    def items(self):
        return [(name, value) for name, value in vars(self).items() if value is not None]


class GELUActivation(nn.Module):
    def __init__(self, use_gelu_python=False):
        super().__init__()

    def forward(self, input):
        return F.gelu(input)


class GELUTanh(nn.Module):
    def __init__(self, use_gelu_tanh_python=False):
        super().__init__()

    def forward(self, input):
        return F.gelu(input, approximate="tanh")


PytorchGELUTanh = GELUTanh


class NewGELUActivation(nn.Module):
    def forward(self, input):
        return 0.5 * input * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (input + 0.044715 * torch.pow(input, 3.0))))


class FastGELUActivation(nn.Module):
    def forward(self, input):
        return 0.5 * input * (1.0 + torch.tanh(input * 0.7978845608 * (1.0 + 0.044715 * input * input)))


class QuickGELUActivation(nn.Module):
    def forward(self, input):
        return input * torch.sigmoid(1.702 * input)


class SiLUActivation(nn.Module):
    def forward(self, input):
        return F.silu(input)


class ReLUSquaredActivation(nn.Module):
    def forward(self, input):
        return torch.square(F.relu(input))


class LinearActivation(nn.Module):
    def forward(self, input):
        return input


ACT2CLS = {
    "gelu": GELUActivation, "gelu_fast": FastGELUActivation, "gelu_new": NewGELUActivation, "gelu_python": GELUActivation,
    "gelu_pytorch_tanh": GELUTanh, "gelu_python_tanh": GELUTanh, "leaky_relu": nn.LeakyReLU, "linear": LinearActivation,
    "mish": nn.Mish, "quick_gelu": QuickGELUActivation, "relu": nn.ReLU, "relu2": ReLUSquaredActivation, "relu6": nn.ReLU6,
    "sigmoid": nn.Sigmoid, "silu": nn.SiLU, "swish": nn.SiLU, "tanh": nn.Tanh, "prelu": nn.PReLU,
}


class Activations:
    def __getitem__(self, name):
        if name not in ACT2CLS:
            return unknown("the activation " + str(name))
        return ACT2CLS[name]()

    def __contains__(self, name):
        return name in ACT2CLS

    def get(self, name, default=None):
        return ACT2CLS[name]() if name in ACT2CLS else default

    def keys(self):
        return ACT2CLS.keys()


ACT2FN = Activations()


def get_activation(activation_string):
    return ACT2FN[activation_string]


gelu = F.gelu
silu = F.silu
gelu_new = NewGELUActivation()
gelu_fast = FastGELUActivation()
quick_gelu = QuickGELUActivation()


class Conv1D(nn.Module):
    """GPT-2's linear layer with its weight the other way round."""

    def __init__(self, nf, nx):
        super().__init__()
        self.nf, self.nx = nf, nx
        self.weight = nn.Parameter(torch.empty(nx, nf))
        self.bias = nn.Parameter(torch.zeros(nf))

    def forward(self, x):
        shape = x.size()[:-1] + (self.nf,)
        return torch.addmm(self.bias, x.view(-1, x.size(-1)), self.weight).view(shape)


class Logger:
    def info(self, *args, **kwargs):
        pass

    debug = warning = error = warn = warning_once = info_once = info


class logging:
    @staticmethod
    def get_logger(name=None):
        return Logger()

    @staticmethod
    def set_verbosity_error(*args):
        pass

    set_verbosity_warning = set_verbosity_info = set_verbosity_debug = set_verbosity = set_verbosity_error
    enable_progress_bar = disable_progress_bar = enable_default_handler = enable_explicit_format = set_verbosity_error


def documented(*args, **kwargs):
    return lambda thing: thing


add_start_docstrings = add_start_docstrings_to_model_forward = add_end_docstrings = add_code_sample_docstrings = documented
replace_return_docstrings = documented


