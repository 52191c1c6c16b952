"""Rules of engines and adapters that a CPU can show: DeepSpeed's config, what the Trainer and accelerate make of it, quantised models."""
import json
import logging
import os
import sys
import tempfile

from experiment import Experiment

extra = Experiment("unknown-key", "deepspeed", r"^raises ValidationError: .*overlap_com [Ee]xtra (inputs are|fields) not permitted", r"stage 2$", since="0.7")
dropped = Experiment("unknown-key", "deepspeed", r"accumulates 1$", r"accumulates 8$")
forgotten = Experiment("unknown-key", "axolotl", r"^sample_packing None$", r"^sample_packing True$")
component = Experiment("unknown-key", "torchtune", r"^raises InstantiationError: Error loading .torchtune.utils.metric_logging.StdoutLogger", r"^StdoutLogger$", since="0.3")
argument = Experiment("unknown-key", "torchtune", r"^raises TypeError: .*unexpected keyword argument .num_warmup_step'", r"^LambdaLR$")
precisions = Experiment("deepspeed-both-precisions", "deepspeed", r"^raises AssertionError: .*cannot be simultaneously enabled", r"bf16$")
product = Experiment("batch-arithmetic", "deepspeed", r"^raises AssertionError: Check batch related parameters", r"\b32$")


def config(**keys):
    logging.disable(logging.CRITICAL)
    from deepspeed.runtime.config import DeepSpeedConfig

    return DeepSpeedConfig({"train_micro_batch_size_per_gpu": 4, **keys})


@extra
def extra_bad():
    return f"stage {int(config(zero_optimization={'stage': 2, 'overlap_com': True}).zero_optimization_stage)}"


@extra
def extra_good():
    return f"stage {int(config(zero_optimization={'stage': 2, 'overlap_comm': True}).zero_optimization_stage)}"


def axolotl_config(**keys):
    """What is left of a YAML's keys once axolotl has checked them."""
    from axolotl.utils.schemas.config import AxolotlInputConfig

    logging.disable(logging.CRITICAL)
    one = AxolotlInputConfig(base_model="gpt2", datasets=[{"path": "a", "type": "alpaca"}], micro_batch_size=1, gradient_accumulation_steps=1,
                             learning_rate=1e-4, **keys)
    return one.model_dump()


@forgotten
def forgotten_bad():
    return f"sample_packing {axolotl_config(sample_pakcing=True)['sample_packing']}"


@forgotten
def forgotten_good():
    return f"sample_packing {axolotl_config(sample_packing=True)['sample_packing']}"


def instantiated(path, *given, **keys):
    """What torchtune makes of a section of a config."""
    from omegaconf import OmegaConf
    from torchtune.config import instantiate

    logging.disable(logging.CRITICAL)
    return type(instantiate(OmegaConf.create({"_component_": path, **keys}), *given)).__name__


@component
def component_bad():
    return instantiated("torchtune.utils.metric_logging.StdoutLogger")


@component
def component_good():
    return instantiated("torchtune.training.metric_logging.StdoutLogger")


def schedule(**keys):
    import torch
    import torchtune.modules

    where = "modules" if hasattr(torchtune.modules, "get_cosine_schedule_with_warmup") else "training"
    optimizer = torch.optim.SGD(torch.nn.Linear(2, 2).parameters(), lr=0.1)
    return instantiated(f"torchtune.{where}.get_cosine_schedule_with_warmup", optimizer, num_training_steps=10, **keys)


@argument
def argument_bad():
    return schedule(num_warmup_step=2)


@argument
def argument_good():
    return schedule(num_warmup_steps=2)


@dropped
def dropped_bad():
    return f"accumulates {config(gradient_accumalation_steps=8).gradient_accumulation_steps}"


@dropped
def dropped_good():
    return f"accumulates {config(gradient_accumulation_steps=8).gradient_accumulation_steps}"


@precisions
def precisions_bad():
    return config(fp16={"enabled": True}, bf16={"enabled": True}) and "both"


@precisions
def precisions_good():
    return config(bf16={"enabled": True}) and "bf16"


@product
def product_bad():
    return config(train_batch_size=64, gradient_accumulation_steps=8).train_batch_size


@product
def product_good():
    return config(train_batch_size=32, gradient_accumulation_steps=8).train_batch_size


mismatch = Experiment("deepspeed-arguments-mismatch", "transformers", r"^raises ValueError: Please correct the following DeepSpeed config values", r"^4$",
                      needs="4.34", beside="deepspeed")


def finalised(size):
    import torch
    from transformers import TrainingArguments
    from transformers.integrations.deepspeed import HfTrainerDeepSpeedConfig

    arguments = TrainingArguments(tempfile.gettempdir(), per_device_train_batch_size=4, use_cpu=True)
    both = HfTrainerDeepSpeedConfig({"train_micro_batch_size_per_gpu": size, "zero_optimization": {"stage": 2}})
    both.trainer_config_process(arguments)
    both.trainer_config_finalize(arguments, torch.nn.Linear(1, 1), 10)
    return both.config["train_micro_batch_size_per_gpu"]


@mismatch
def mismatch_bad():
    return finalised(8)


@mismatch
def mismatch_good():
    return finalised("auto")


beside = Experiment("deepspeed-file-and-fields", "accelerate", r"^raises ValueError: When using `deepspeed_config_file`, the following accelerate", r"^stage 3")


def launched(fields):
    """What accelerate launch hands to the script in its environment."""
    from accelerate import DeepSpeedPlugin

    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "zero3.json")
        with open(file, "w") as out:
            json.dump({"zero_optimization": {"stage": 3}, "train_micro_batch_size_per_gpu": 1}, out)
        os.environ.update(ACCELERATE_CONFIG_DS_FIELDS=fields, ACCELERATE_DEEPSPEED_CONFIG_FILE=file, ACCELERATE_DEEPSPEED_ZERO_STAGE="3")
        try:
            return f"stage {DeepSpeedPlugin().zero_stage}"
        finally:
            for key in ("ACCELERATE_CONFIG_DS_FIELDS", "ACCELERATE_DEEPSPEED_CONFIG_FILE", "ACCELERATE_DEEPSPEED_ZERO_STAGE"):
                os.environ.pop(key, None)


@beside
def beside_bad():
    return launched("deepspeed_config_file,zero3_init_flag,zero_stage")


@beside
def beside_good():
    return launched("deepspeed_config_file,zero3_init_flag")


owner = Experiment("accumulation-conflict", "accelerate", r"^8 steps for 4 asked", r"^4 steps for 4 asked", needs="0.20")


def accumulates(launcher):
    from accelerate import Accelerator
    from accelerate.state import AcceleratorState, GradientState

    AcceleratorState._reset_state(True)
    GradientState._reset_state()
    if launcher:
        os.environ["ACCELERATE_GRADIENT_ACCUMULATION_STEPS"] = launcher
    try:
        return f"{Accelerator(cpu=True, gradient_accumulation_steps=4).gradient_accumulation_steps} steps for 4 asked"
    finally:
        os.environ.pop("ACCELERATE_GRADIENT_ACCUMULATION_STEPS", None)


@owner
def owner_bad():
    return accumulates("8")


@owner
def owner_good():
    return accumulates(None)


spread = Experiment("device-map-distributed", "accelerate", r"ValueError: You can't train a model that has been loaded", r"prepared$", needs="0.20")


def prepared(file, device_map):
    import torch
    from accelerate import Accelerator

    model = torch.nn.Sequential(torch.nn.Linear(1, 1), torch.nn.Linear(1, 1))
    if device_map:
        model.hf_device_map = device_map
    try:
        Accelerator(cpu=True).prepare(model)
        said = "prepared"
    except Exception as error:  # what is to be seen
        said = f"{type(error).__name__}: {error}"
    if os.environ.get("RANK", "0") == "0":
        with open(file, "w") as out:
            out.write(said[:60])


def of_two_processes(function, what):
    from accelerate import debug_launcher
    from accelerate.state import AcceleratorState

    AcceleratorState._reset_state(True)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "said")
        debug_launcher(function, (file, what), num_processes=2)
        with open(file) as said:
            return said.read()


@spread
def spread_bad():
    return of_two_processes(prepared, {"0": 0, "1": 1})


@spread
def spread_good():
    return of_two_processes(prepared, None)


purely = Experiment("quantized-full-finetune", "transformers", r"^raises ValueError: (You cannot perform fine-tuning on purely quantized models|The model you want to train is loaded in 8-bit)",
                    r"a trainer$", needs="4.28")
unprepared = Experiment("qlora-unprepared", "peft", r"norms in bfloat16$", r"norms in float32$", needs="0.4")


def quantised():
    """A model as bitsandbytes leaves one: what the libraries ask of it are its marks and the dtype of what stays in 16 bits."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    sizes = dict(vocab_size=64, hidden_size=64, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
    model = LlamaForCausalLM(LlamaConfig(**sizes)).to(torch.bfloat16)
    model.is_quantized = model.is_loaded_in_8bit = True
    if not hasattr(type(model), "_is_quantized_training_enabled"):  # where it is none, it asks the quantizer
        model._is_quantized_training_enabled = True
    model.hf_quantizer = type("Quantizer", (), {"is_trainable": True, "is_qat_trainable": False, "requires_parameters_quantization": False})()
    return model


def adapted(model):
    from peft import LoraConfig, get_peft_model

    model.is_loaded_in_8bit = False  # else peft looks for bitsandbytes' own layers
    return get_peft_model(model, LoraConfig(r=4, target_modules=["q_proj", "v_proj"]))


def trained_by(model):
    from transformers import Trainer, TrainingArguments

    return Trainer(model=model, args=TrainingArguments(tempfile.gettempdir(), report_to=[], use_cpu=True)) and "a trainer"


@purely
def purely_bad():
    return trained_by(quantised())


@purely
def purely_good():
    return trained_by(adapted(quantised()))


doubly = Experiment("fsdp-double-checkpointing", "transformers", r"^raises ValueError: .*activation_checkpointing", r"a trainer$", needs="4.34")


def sharded(checkpointing):
    """What the Trainer says to the two switches; accelerate's part of FSDP, which wants GPUs, is left out."""
    import torch
    from accelerate import Accelerator
    from transformers import Trainer, TrainingArguments

    class Plugin:
        activation_checkpointing = True

        def __getattr__(self, name):
            return None

    class Sharded(Accelerator):
        def __init__(self, *given, **options):
            super().__init__(*given, **options)
            self.state.fsdp_plugin = Plugin()

    class Model(torch.nn.Linear):
        supports_gradient_checkpointing = True

    arguments = TrainingArguments(tempfile.gettempdir(), report_to=[], use_cpu=True, gradient_checkpointing=checkpointing)
    arguments.fsdp_config = {**(arguments.fsdp_config or {}), "activation_checkpointing": True}
    trainer = Trainer.__new__(Trainer)
    module = sys.modules[Trainer.__module__]
    before, module.Accelerator = module.Accelerator, Sharded
    try:
        Trainer.__init__(trainer, Model(1, 1), arguments)
    finally:
        module.Accelerator = before
    return "a trainer"


@doubly
def doubly_bad():
    return sharded(True)


@doubly
def doubly_good():
    return sharded(False)


gathered = Experiment("zero3-save-gather", "accelerate", r"^raises ValueError: .*stage3_gather_16bit_weights_on_model_save", r"^1 tensors$")


def saved(gathers):
    """What accelerate does of a model of ZeRO-3, whose engine answers whether it gathers; nothing of DeepSpeed's runs."""
    import torch
    from accelerate import Accelerator
    from accelerate.utils import DistributedType

    class Three(Accelerator):
        distributed_type = DistributedType.DEEPSPEED
        deepspeed_config = {"zero_optimization": {"stage": 3}}

    class Engine:
        def zero_gather_16bit_weights_on_model_save(self):
            return gathers

        def _zero3_consolidated_16bit_state_dict(self, **options):
            return {"weight": torch.zeros(1)}

    return f"{len(Three.get_state_dict(Three.__new__(Three), Engine()))} tensors"


@gathered
def gathered_bad():
    return saved(False)


@gathered
def gathered_good():
    return saved(True)


def norms(model):
    return "norms in " + str(next(p.dtype for n, p in adapted(model).named_parameters() if "norm" in n)).removeprefix("torch.")


@unprepared
def unprepared_bad():
    return norms(quantised())


@unprepared
def unprepared_good():
    from peft import prepare_model_for_kbit_training

    return norms(prepare_model_for_kbit_training(quantised()))


prepared_twice = Experiment("optimizer-twice", "accelerate", r"^raises ValueError: You cannot specify an optimizer in the config file and in the code", r"^an engine of Adam",
                      needs="0.20", beside="deepspeed")


def engine_of(**sections):
    """Which optimizer accelerate hands to DeepSpeed, whose engine is not made."""
    import deepspeed
    import torch
    from accelerate import Accelerator, DeepSpeedPlugin
    from accelerate.state import AcceleratorState, PartialState

    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.update(RANK="0", WORLD_SIZE="1", LOCAL_RANK="0", MASTER_ADDR="127.0.0.1", MASTER_PORT="29561", ACCELERATE_USE_DEEPSPEED="true")
    made = deepspeed.initialize
    deepspeed.initialize = lambda **given: (given["model"], given.get("optimizer"), None, None)
    try:
        plugin = DeepSpeedPlugin(hf_ds_config={"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 1}, "zero_force_ds_cpu_optimizer": False, **sections})
        model = torch.nn.Linear(2, 2)
        accelerator = Accelerator(deepspeed_plugin=plugin)
        _, optimizer = accelerator.prepare(model, torch.optim.Adam(model.parameters()))
        return "an engine of " + type(getattr(optimizer, "optimizer", optimizer)).__name__
    finally:
        deepspeed.initialize = made
        AcceleratorState._reset_state(True)
        PartialState._reset_state()
        if torch.distributed.is_initialized():
            torch.distributed.destroy_process_group()
        for key in ("RANK", "WORLD_SIZE", "LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT", "ACCELERATE_USE_DEEPSPEED"):
            os.environ.pop(key, None)


@prepared_twice
def prepared_twice_bad():
    return engine_of(optimizer={"type": "Adam", "params": {"lr": 0.1}})


@prepared_twice
def prepared_twice_good():
    return engine_of()


ready_twice = Experiment("checkpointing-find-unused", "torch", r"^raises RuntimeError: Expected to mark a variable ready only once", r"^nothing$")


def searched(reentrant):
    import torch
    from torch.utils.checkpoint import checkpoint

    class Deep(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)

        def forward(self, x):
            return self.second(checkpoint(self.first, x, use_reentrant=reentrant))

    torch.distributed.init_process_group("gloo", init_method="tcp://127.0.0.1:29562", rank=0, world_size=1)
    try:
        model = torch.nn.parallel.DistributedDataParallel(Deep(), find_unused_parameters=True)
        model(torch.randn(2, 8, requires_grad=True)).mean().backward()
    finally:
        torch.distributed.destroy_process_group()


@ready_twice
def ready_twice_bad():
    return searched(True)


@ready_twice
def ready_twice_good():
    return searched(False)
