"""Rules of configs: the readers and the argument classes that people's files meet."""
import os
import tempfile

from experiment import Experiment

word = Experiment("yaml-boolean-word", "pyyaml", r"^False bool", r"^no str")


def loaded(text):
    import yaml

    value = yaml.safe_load(text)["key"]
    return f"{value} {type(value).__name__}"


@word
def word_bad():
    return loaded("key: no")


@word
def word_good():
    return loaded("key: 'no'")


number = Experiment("yaml-float-string", "pyyaml", r"^1e-4 str", r"^0.0001 float")


@number
def number_bad():
    return loaded("key: 1e-4")


@number
def number_good():
    return loaded("key: 1.0e-4")


duplicate = Experiment("duplicate-key", "pyyaml", r"^2 int", r"^1 int")


@duplicate
def duplicate_bad():
    return loaded("key: 1\nkey: 2")


@duplicate
def duplicate_good():
    return loaded("key: 1")


key = Experiment("accelerate-unknown-key", "accelerate", r"raises (ValueError: The config file at .* had unknown keys|TypeError: .*unexpected keyword argument .num_proceses)", r"^nothing$")


def config(text):
    from accelerate.commands.config.config_args import load_config_from_file

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "config.yaml")
        with open(path, "w") as file:
            file.write("compute_environment: LOCAL_MACHINE\ndistributed_type: 'NO'\nmixed_precision: bf16\nnum_processes: 1\nuse_cpu: false\n" + text)
        load_config_from_file(path)


@key
def key_bad():
    return config("num_proceses: 2\n")


@key
def key_good():
    return config("num_machines: 1\n")


def arguments(**given):
    """TrainingArguments, under the names that the version at hand has for what was renamed, unless that is what is asked."""
    from transformers import TrainingArguments

    has = TrainingArguments.__dataclass_fields__
    for new, old in (("eval_strategy", "evaluation_strategy"), ("use_cpu", "no_cuda")):
        if new in given and new not in has and not given.pop("exact", False):
            given[old] = given.pop(new)
    given.pop("exact", None)

    with tempfile.TemporaryDirectory() as folder:
        TrainingArguments(output_dir=folder, report_to=[], **given)


best = Experiment("hf-arguments-fatal", "transformers", r"raises ValueError: --load_best_model_at_end requires the save and eval strategy to match", r"^nothing$")


@best
def best_bad():
    return arguments(load_best_model_at_end=True, eval_strategy="epoch")


@best
def best_good():
    return arguments(load_best_model_at_end=True, eval_strategy="epoch", save_strategy="epoch")


both = Experiment("hf-arguments-fatal", "transformers", r"raises ValueError: At most one of fp16 and bf16 can be True", r"^nothing$")


@both
def both_bad():
    return arguments(fp16=True, bf16=True, use_cpu=True)


@both
def both_good():
    return arguments(bf16=True, use_cpu=True)


renamed = Experiment("hf-renamed-argument", "transformers", r"raises TypeError: .*unexpected keyword argument 'evaluation_strategy'", r"^nothing$", since="4.51")


@renamed
def renamed_bad():
    return arguments(evaluation_strategy="epoch")


@renamed
def renamed_good():
    return arguments(eval_strategy="epoch", exact=True)

misspelled = Experiment("unknown-argument", "transformers", r"^raises TypeError: .*unexpected keyword argument 'learning_rte'", r"^0.001", needs="4.34")


def rate(**options):
    from transformers import TrainingArguments

    return TrainingArguments(tempfile.gettempdir(), use_cpu=True, **options).learning_rate


@misspelled
def misspelled_bad():
    return rate(learning_rte=1e-3)


@misspelled
def misspelled_good():
    return rate(learning_rate=1e-3)


loader = Experiment("unknown-argument", "torch", r"^raises TypeError: .*unexpected keyword argument 'num_worker'", r"^2")


def workers(**options):
    import torch

    return torch.utils.data.DataLoader([1], **options).num_workers


@loader
def loader_bad():
    return workers(num_worker=2)


@loader
def loader_good():
    return workers(num_workers=2)


of_trainer = Experiment("unknown-argument", "pytorch-lightning", r"^raises TypeError: .*unexpected keyword argument 'train_dataloader'", r"fitted$", since="1.6")


def fitted(**loaders):
    import pytorch_lightning as pl
    import torch

    class Line(pl.LightningModule):
        def __init__(self):
            super().__init__()
            self.line = torch.nn.Linear(2, 1)

        def training_step(self, batch, index):
            return self.line(batch).mean()

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=0.1)

    quiet = {"logger": False, "enable_checkpointing": False, "enable_progress_bar": False, "enable_model_summary": False}
    pl.Trainer(max_steps=1, accelerator="cpu", **quiet).fit(Line(), **loaders)
    return "fitted"


@of_trainer
def of_trainer_bad():
    import torch

    return fitted(train_dataloader=torch.utils.data.DataLoader(torch.ones(4, 2)))


@of_trainer
def of_trainer_good():
    import torch

    return fitted(train_dataloaders=torch.utils.data.DataLoader(torch.ones(4, 2)))


gathers_on = Experiment("metric-not-reset", "torchmetrics", r"^epochs of 0.0, 0.5 and 1.0 read 0.00 0.25 0.50$", r"^epochs of 0.0, 0.5 and 1.0 read 0.00 0.50 1.00$")


def accuracy_by_epoch(between):
    import torchmetrics

    metric = torchmetrics.MeanMetric()
    read = []
    for right in ([0.0, 0.0], [0.0, 1.0], [1.0, 1.0]):
        for one in right:
            metric.update(one)
        read.append(f"{float(metric.compute()):.2f}")
        between(metric)
    return "epochs of 0.0, 0.5 and 1.0 read " + " ".join(read)


@gathers_on
def gathers_on_bad():
    return accuracy_by_epoch(lambda metric: None)


@gathers_on
def gathers_on_good():
    return accuracy_by_epoch(lambda metric: metric.reset())


of_metric = Experiment("unknown-argument", "torchmetrics", r"^raises TypeError: .*missing 1 required positional argument: 'task'; accuracy\(\) missing 1 required", r"^0\.5$", since="0.11")


def scored(**told):
    import torch
    import torchmetrics

    torchmetrics.Accuracy(num_classes=3, **told)
    return float(torchmetrics.functional.accuracy(torch.tensor([0, 1]), torch.tensor([0, 2]), num_classes=3, **told))


@of_metric
def of_metric_bad():
    import torch
    import torchmetrics

    try:
        return scored()
    except TypeError as first:
        try:
            return torchmetrics.functional.accuracy(torch.tensor([0, 1]), torch.tensor([0, 2]))
        except TypeError as second:
            raise TypeError(f"{first}; {second}") from None


@of_metric
def of_metric_good():
    return scored(task="multiclass")


unsaid = Experiment("unknown-argument", "torch", r"^raises TypeError: .*missing 1 required positional argument: 'device_type'", r"^nothing$")


@unsaid
def unsaid_bad():
    import torch

    torch.amp.autocast(enabled=False)


@unsaid
def unsaid_good():
    import torch

    torch.amp.autocast("cuda", enabled=False)


def trained(methods):
    """One step of a Trainer whose heir has these methods."""
    import torch
    from transformers import Trainer, TrainingArguments

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch.nn.Linear(4, 1)

        def forward(self, x, labels=None):
            return {"loss": (self.linear(x) - labels).pow(2).mean()}

    heir = type("Heir", (Trainer,), methods)
    cpu = "use_cpu" if "use_cpu" in TrainingArguments.__dataclass_fields__ else "no_cuda"
    data = [{"x": torch.ones(4), "labels": torch.ones(1)} for _ in range(4)]
    with tempfile.TemporaryDirectory() as folder:
        heir(Net(), TrainingArguments(folder, max_steps=1, report_to=[], logging_steps=1, disable_tqdm=True, **{cpu: True}), train_dataset=data).train()


stepping = Experiment("outdated-override", "transformers", r"raises TypeError: .*takes 3 positional arguments but 4 were given", r"^nothing$", since="4.46", needs="4.30")


@stepping
def stepping_bad():
    def training_step(self, model, inputs):
        return super(type(self), self).training_step(model, inputs)

    trained({"training_step": training_step})


@stepping
def stepping_good():
    def training_step(self, model, inputs, num_items_in_batch=None):
        given = () if num_items_in_batch is None else (num_items_in_batch,)
        return super(type(self), self).training_step(model, inputs, *given)

    trained({"training_step": training_step})


losing = Experiment("outdated-override", "transformers", r"raises TypeError: .*unexpected keyword argument 'num_items_in_batch'", r"^nothing$", since="4.46", needs="4.30")


@losing
def losing_bad():
    trained({"compute_loss": lambda self, model, inputs, return_outputs=False: model(**inputs)["loss"]})


@losing
def losing_good():
    trained({"compute_loss": lambda self, model, inputs, return_outputs=False, num_items_in_batch=None: model(**inputs)["loss"]})


logging = Experiment("outdated-override", "transformers", r"raises TypeError: .*takes 2 positional arguments but 3 were given", r"^nothing$", since="4.47", needs="4.40")


@logging
def logging_bad():
    trained({"log": lambda self, logs: None})


@logging
def logging_good():
    trained({"log": lambda self, logs, start_time=None: None})


sampling = Experiment("outdated-override", "transformers", r"raises TypeError: .*takes 1 positional argument but 2 were given", r"^nothing$", since="4.52", needs="4.30")


@sampling
def sampling_bad():
    import torch

    trained({"_get_train_sampler": lambda self: torch.utils.data.SequentialSampler(self.train_dataset)})


@sampling
def sampling_good():
    import torch

    trained({"_get_train_sampler": lambda self, dataset=None: torch.utils.data.SequentialSampler(self.train_dataset)})


absent = Experiment("missing-config-file", "accelerate", r"^raises FileNotFoundError: (The passed configuration file|\[Errno 2\] No such file)", r"^nothing$")


def launched(name):
    from accelerate.commands.config.config_args import load_config_from_file

    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "two_gpus.yaml"), "w") as file:
            file.write("compute_environment: LOCAL_MACHINE\ndistributed_type: 'NO'\nmixed_precision: bf16\nnum_processes: 1\nuse_cpu: false\n")
        load_config_from_file(os.path.join(folder, name))


@absent
def absent_bad():
    launched("two_gpu.yaml")


@absent
def absent_good():
    launched("two_gpus.yaml")


filled = Experiment("prompt-fills-length", "trl", r"^0 tokens of the answer are left", r"^512 tokens of the answer are left", needs="0.9", until="0.27")
too_long = Experiment("prompt-fills-length", "trl", r"^1998 tokens of the answer are left", r"^510 tokens of the answer are left", until="0.9")


def left(whole, prompt):
    from trl.trainer.kto_trainer import _process_tokens

    class Tokenizer:
        bos_token_id, eos_token_id = 1, 2

    tokens = {"prompt": "p", "completion": "c", "label": True, "prompt_input_ids": [1] + [5] * 1999, "prompt_attention_mask": [1] * 2000,
              "answer_input_ids": [6] * 1999 + [2], "answer_attention_mask": [1] * 2000}
    row = _process_tokens(tokens, prefix="", is_encoder_decoder=False, tokenizer=Tokenizer(), max_length=whole, truncation_mode="keep_start",
                          label_pad_token_id=-100, max_prompt_length=prompt)
    return f"{sum(1 for label in row['completion_labels'] if label == 6)} tokens of the answer are left"


@too_long
def too_long_bad():
    return left(1024, 1024)


@too_long
def too_long_good():
    return left(1024, 512)


@filled
def filled_bad():
    return left(1024, 1024)


@filled
def filled_good():
    return left(1024, 512)


degrees = Experiment("parallel-degrees", "megatron-core", r"^raises RuntimeError: world_size \(1\) is not divisible by (2|tensor_model_parallel_size \(2\))", r"^nothing$")


def divided(tensor):
    import torch
    from megatron.core import parallel_state

    torch.distributed.init_process_group("gloo", store=torch.distributed.HashStore(), rank=0, world_size=1)
    try:
        parallel_state.initialize_model_parallel(tensor_model_parallel_size=tensor)
        parallel_state.destroy_model_parallel()
    finally:
        torch.distributed.destroy_process_group()


@degrees
def degrees_bad():
    divided(2)


@degrees
def degrees_good():
    divided(1)


padded = Experiment("padding-in-loss", "transformers", r"^the loss is the mean of 7 tokens$", r"^the loss is the mean of 2 tokens$")


def averaged_over(masked):
    import torch
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(0)
    model = GPT2LMHeadModel(GPT2Config(vocab_size=32, n_positions=8, n_embd=16, n_layer=1, n_head=2)).eval()
    tokens = torch.tensor([[5, 6, 7, 0, 0, 0, 0, 0]])
    mask = (tokens != 0).long()
    labels = torch.where(mask == 1, tokens, -100) if masked else tokens.clone()
    with torch.no_grad():
        out = model(input_ids=tokens, attention_mask=mask, labels=labels)
        each = torch.nn.functional.cross_entropy(out.logits[0, :-1], tokens[0, 1:], reduction="none")
    counts = [n for n in range(1, 8) if torch.allclose(each[:n].mean(), out.loss, atol=1e-5)]
    return f"the loss is the mean of {' or '.join(str(n) for n in counts)} tokens"


@padded
def padded_bad():
    return averaged_over(False)


@padded
def padded_good():
    return averaged_over(True)


ended = Experiment("end-of-text-masked", "transformers", r"^labels of the end: \[-100\]$", r"^labels of the end: \[1\]$", needs="4.11")


def labels_of_the_end(own_padding):
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace
    from transformers import DataCollatorForLanguageModeling, PreTrainedTokenizerFast

    words = Tokenizer(WordLevel({"[UNK]": 0, "[END]": 1, "yes": 2, "no": 3, "[PAD]": 4}, unk_token="[UNK]"))
    words.pre_tokenizer = Whitespace()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]", eos_token="[END]")
    tokenizer.pad_token = "[PAD]" if own_padding else tokenizer.eos_token
    rows = [{"input_ids": [2, 3, 2, 1]}, {"input_ids": [3, 1]}]
    batch = DataCollatorForLanguageModeling(tokenizer, mlm=False)(rows)
    return f"labels of the end: {batch['labels'][0][3:].tolist()}"


@ended
def ended_bad():
    return labels_of_the_end(False)


@ended
def ended_good():
    return labels_of_the_end(True)


unlogged = Experiment("monitor-missing", "pytorch-lightning", r"^raises MisconfigurationException: .*could not find the monitored key", r"fitted$", needs="2.0")


def monitored_by(figure):
    import tempfile

    import pytorch_lightning as pl
    import torch

    class Line(pl.LightningModule):
        def __init__(self):
            super().__init__()
            self.layer = torch.nn.Linear(1, 1)

        def training_step(self, batch, index):
            return self.layer(batch[0]).mean()

        def validation_step(self, batch, index):
            self.log("val_loss", self.layer(batch[0]).mean())

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=0.1)

    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.ones(2, 1)))
    with tempfile.TemporaryDirectory() as folder:
        callback = pl.callbacks.ModelCheckpoint(folder, monitor=figure)
        trainer = pl.Trainer(max_epochs=1, accelerator="cpu", logger=False, callbacks=[callback], enable_progress_bar=False, enable_model_summary=False)
        trainer.fit(Line(), loader, loader)
    return "fitted"


@unlogged
def unlogged_bad():
    return monitored_by("val_acc")


@unlogged
def unlogged_good():
    return monitored_by("val_loss")


for_use = Experiment("adapter-not-trainable", "peft", r"\b0 parameters to train: raises RuntimeError: element 0 of tensors does not require grad", r"\b\d\d+ parameters to train: trained$")


def loaded_again(**options):
    import tempfile

    import torch
    from peft import LoraConfig, PeftModel, get_peft_model
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(vocab_size=32, n_positions=8, n_embd=16, n_layer=1, n_head=2)
    with tempfile.TemporaryDirectory() as folder:
        get_peft_model(GPT2LMHeadModel(config), LoraConfig(task_type="CAUSAL_LM", target_modules=["c_attn"], fan_in_fan_out=True)).save_pretrained(folder)
        model = PeftModel.from_pretrained(GPT2LMHeadModel(config), folder, **options).train()
    count = sum(p.numel() for p in model.parameters() if p.requires_grad)
    tokens = torch.tensor([[5, 6, 7]])
    try:
        model(input_ids=tokens, labels=tokens).loss.backward()
    except RuntimeError as e:
        return f"{count} parameters to train: raises RuntimeError: {e}"
    return f"{count} parameters to train: trained"


@for_use
def for_use_bad():
    return loaded_again()


@for_use
def for_use_good():
    return loaded_again(is_trainable=True)


no_set = Experiment("hf-arguments-fatal", "transformers", r"raises ValueError: You have set `args.eval_strategy` to .* but you didn't pass an `eval_dataset`", r"^nothing$", needs="4.46")


def evaluated_on(**sets):
    import torch
    from transformers import Trainer, TrainingArguments

    Trainer(torch.nn.Linear(1, 1), TrainingArguments(tempfile.gettempdir(), eval_strategy="epoch", use_cpu=True, report_to=[]), train_dataset=[1], **sets)


@no_set
def no_set_bad():
    evaluated_on()


@no_set
def no_set_good():
    evaluated_on(eval_dataset=[1])


file_of_arguments = Experiment("yaml-float-string", "transformers", r"raises TypeError: '<=' not supported between instances of 'float' and 'str'", r"^a step of 2e-05", needs="4.26")


def rate_of(text):
    import torch
    from transformers import HfArgumentParser, TrainingArguments

    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(f"output_dir: {tempfile.gettempdir()}\nlearning_rate: {text}\n")
        file.flush()
        (arguments,) = HfArgumentParser(TrainingArguments).parse_yaml_file(file.name)
    optimizer = torch.optim.AdamW([torch.nn.Parameter(torch.ones(1))], lr=arguments.learning_rate)
    return f"a step of {optimizer.param_groups[0]['lr']}"


@file_of_arguments
def file_of_arguments_bad():
    return rate_of("2e-5")


@file_of_arguments
def file_of_arguments_good():
    return rate_of("2.0e-5")
beyond_rows = Experiment("tokens-without-embeddings", "transformers", r"^raises IndexError: index out of range in self", r"^16 of 16 rows, the loss is a number$", needs="4.11")


def padded_batch(resized):
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    words = Tokenizer(models.WordLevel({f"w{i}": i for i in range(15)}, unk_token="w0"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, unk_token="w0")
    model = GPT2LMHeadModel(GPT2Config(vocab_size=len(tokenizer), n_positions=8, n_embd=8, n_layer=1, n_head=1))
    tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    if resized:
        model.resize_token_embeddings(len(tokenizer))
    batch = tokenizer(["w1 w2 w3", "w4"], padding=True, return_tensors="pt")
    loss = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"], labels=batch["input_ids"]).loss
    return f"{model.get_input_embeddings().num_embeddings} of {len(tokenizer)} rows, the loss is {'a number' if loss == loss else 'nan'}"


@beyond_rows
def beyond_rows_bad():
    return padded_batch(False)


@beyond_rows
def beyond_rows_good():
    return padded_batch(True)


unnamed_figure = Experiment("early-stopping-refused", "transformers", r"^raises AssertionError: EarlyStoppingCallback requires (metric_for_best_model|load_best_model_at_end)", r"(^|; )trained$", needs="4.45")


def stopping(**options):
    import torch
    from transformers import EarlyStoppingCallback, Trainer, TrainingArguments

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = torch.nn.Linear(2, 1)

        def forward(self, x, labels):
            out = self.layer(x)
            return {"loss": (out - labels).pow(2).mean(), "logits": out}

    rows = [{"x": [0.0, 1.0], "labels": [1.0]} for _ in range(8)]
    with tempfile.TemporaryDirectory() as folder:
        args = TrainingArguments(folder, use_cpu=True, report_to=[], disable_tqdm=True, num_train_epochs=1, save_strategy="epoch", **options)
        Trainer(model=Model(), args=args, train_dataset=rows, eval_dataset=rows, callbacks=[EarlyStoppingCallback()]).train()
    return "trained"


@unnamed_figure
def unnamed_figure_bad():
    stopping(eval_strategy="epoch")


@unnamed_figure
def unnamed_figure_good():
    return stopping(eval_strategy="epoch", load_best_model_at_end=True)


unevaluated = Experiment("early-stopping-refused", "transformers", r"^raises AssertionError: EarlyStoppingCallback requires (IntervalStrategy|load_best_model_at_end)", r"(^|; )trained$", needs="4.45")


@unevaluated
def unevaluated_bad():
    stopping(metric_for_best_model="loss")


@unevaluated
def unevaluated_good():
    return stopping(metric_for_best_model="loss", eval_strategy="epoch", load_best_model_at_end=True)


unequal = Experiment("rows-of-unequal-length", "transformers", r"^raises ValueError: (expected sequence of length \d|Unable to create tensor)", r"^tensors of 2 x 3$", needs="4.28")
unequal_labels = Experiment("rows-of-unequal-length", "transformers", r"^raises ValueError: (expected sequence of length \d|Unable to create tensor)", r"^tensors of 2 x 3$", needs="4.28")


def first_batch(collator, labelled=False):
    import transformers
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = Tokenizer(models.WordLevel({f"w{i}": i for i in range(15)}, unk_token="w0"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=words, unk_token="w0", pad_token="w14")
    rows = [dict(tokenizer(text)) for text in ("w1 w2 w3", "w4")]
    for row in rows:
        row.pop("token_type_ids", None)
        if labelled:
            row["labels"] = list(row["input_ids"])
    make = getattr(transformers, collator)
    batch = make(rows) if collator == "default_data_collator" else make(tokenizer, **({"mlm": False} if "LanguageModeling" in collator else {}))(rows)
    return "tensors of " + " x ".join(str(n) for n in batch["labels" if labelled else "input_ids"].shape)


@unequal
def unequal_bad():
    return first_batch("default_data_collator")


@unequal
def unequal_good():
    return first_batch("DataCollatorWithPadding")


@unequal_labels
def unequal_labels_bad():
    return first_batch("DataCollatorForLanguageModeling", labelled=True)


@unequal_labels
def unequal_labels_good():
    return first_batch("DataCollatorForSeq2Seq", labelled=True)
