"""Settings that a framework refuses together: each row of analyzers/knowledge/combinations*.go on the framework's own reader.

A row is the settings that are refused and what cures them: other values, or None for a setting that is left out. The asserts of sd-scripts
are no package's; their functions were run alone.
"""
import json
import logging
import os
import pathlib
import tempfile

from experiment import Experiment

RULE = "framework-exclusive-options"


def rows(framework, package, read, table):
    for name, (says, bad, cure, window) in table.items():
        experiment = Experiment(RULE, package, says, r"read$", **window)

        def shown(settings, kind, name=name):
            def run():
                return read(settings)

            run.__name__ = f"{framework}_{name}_{kind}"
            return run

        experiment(shown(bad, "bad"))
        experiment(shown({**bad, **cure}, "good"))


def without_none(settings):
    return {key: value for key, value in settings.items() if value is not None}


def axolotl_reads(settings):
    from axolotl.utils.schemas.config import AxolotlInputConfig

    logging.disable(logging.CRITICAL)
    given = {"base_model": "gpt2", "datasets": [{"path": "a", "type": "alpaca"}], "micro_batch_size": 1, "gradient_accumulation_steps": 1,
             "learning_rate": 1e-4, **settings}
    try:
        AxolotlInputConfig(**without_none(given))
        return "read"
    except ValueError as error:
        return f"{type(error).__name__}: {error.errors()[0]['msg']}"


LORA = {"adapter": "lora", "lora_r": 8}
SETS = [{"path": "b", "type": "alpaca", "split": "test"}]
SHARDED = {"fsdp": ["full_shard"], "fsdp_config": {"fsdp_offload_params": True}}
STREAM = {"datasets": None, "pretraining_dataset": [{"path": "c"}]}

rows("axolotl", "axolotl", axolotl_reads, {
    # before 0.12 only the class asks that also knows the GPUs
    "deepspeed_fsdp": ("deepspeed and fsdp cannot be used together", {"deepspeed": "a.json", "fsdp": ["full_shard"]}, {"fsdp": None}, {"needs": "0.12"}),
    "batch_size": ("please set only one of", {"batch_size": 4}, {"gradient_accumulation_steps": None}, {}),
    "memory_limit": ("max_memory and gpu_memory_limit are mutually", {"max_memory": {0: "20GiB"}, "gpu_memory_limit": 20}, {"max_memory": None}, {}),
    "offloading": ("activation_offloading requires gradient_checkpointing", {"activation_offloading": True}, {"gradient_checkpointing": True}, {"since": "0.12"}),
    "selective": ("selective_checkpointing requires gradient_checkpointing", {"selective_checkpointing": True}, {"gradient_checkpointing": True},
                  {"since": "0.18"}),
    "eval_table": ("not supported together with sample_packing", {"sample_packing": True, "eval_table_size": 5, "flash_attention": True},
                   {"eval_sample_packing": False}, {}),
    "packing_rl": ("does not work with RLHF", {"sample_packing": True, "rl": "dpo", "flash_attention": True}, {"sample_packing": None}, {}),
    "kto_columns": ("when using kto", {"rl": "kto"}, {"remove_unused_columns": False}, {}),
    "warmup": ("mutually exclusive", {"warmup_steps": 10, "warmup_ratio": 0.1}, {"warmup_ratio": None}, {}),
    "save_strategy": ("save_strategy and save_steps mismatch", {"save_strategy": "epoch", "save_steps": 10}, {"save_strategy": "steps"}, {}),
    "saves_per_epoch": ("mutually exclusive", {"saves_per_epoch": 1, "save_steps": 10}, {"save_steps": None}, {}),
    "eval_strategy": ("eval_strategy and eval_steps mismatch", {"eval_strategy": "epoch", "eval_steps": 10}, {"eval_strategy": "steps"}, {}),
    "evals_per_epoch": ("mutually exclusive", {"evals_per_epoch": 1, "eval_steps": 10}, {"eval_steps": None}, {}),
    "evals_strategy": ("eval_strategy must be empty", {"evals_per_epoch": 1, "eval_strategy": "epoch"}, {"eval_strategy": "steps"}, {}),
    "no_validation_set": ("not supported with val_set_size == 0", {"val_set_size": 0.0, "eval_steps": 10}, {"val_set_size": 0.1}, {}),
    "test_datasets": ("non-zero val_set_size should not be used", {"test_datasets": SETS, "val_set_size": 0.1}, {"val_set_size": 0}, {}),
    "pretraining_steps": ("max_steps must be set when using iterable", STREAM, {"max_steps": 10}, {}),
    "streaming_steps": ("max_steps must be set when using streaming", {"streaming": True}, {"max_steps": 10}, {"needs": "0.15"}),
    "pretraining_validation": ("val_set_size is not supported", {**STREAM, "max_steps": 10, "val_set_size": 0.1}, {"val_set_size": 0}, {"needs": "0.15"}),
    "streaming_validation": ("val_set_size is not supported", {"streaming": True, "max_steps": 10, "val_set_size": 0.1}, {"val_set_size": 0}, {"needs": "0.15"}),
    "early_stopping": ("requires save_steps and eval_steps", {"early_stopping_patience": 3, "evals_per_epoch": 2, "save_steps": 10},
                       {"evals_per_epoch": None, "eval_steps": 5}, {}),
    "early_saving": ("requires save_steps and eval_steps", {"early_stopping_patience": 3, "eval_steps": 5, "saves_per_epoch": 2},
                     {"saves_per_epoch": None, "save_steps": 10}, {}),
    "kernels_8bit": ("not compatible with 8-bit LoRA", {**LORA, "load_in_8bit": True, "lora_mlp_kernel": True}, {"load_in_8bit": None}, {}),
    "kernels_remote": ("compatible with trust_remote_code", {**LORA, "lora_qkv_kernel": True, "trust_remote_code": True}, {"trust_remote_code": None},
                       {"needs": "0.15"}),
    "qlora_bits": ("Require cfg.load_in_4bit", {"adapter": "qlora", "lora_r": 8}, {"load_in_4bit": True}, {}),
    "qlora_8bit": ("Can't load qlora in 8bit", {"adapter": "qlora", "load_in_4bit": True, "load_in_8bit": True}, {"load_in_8bit": None}, {}),
    "fsdp_offload_8bit": ("FSDP Offload not compatible", {**SHARDED, "optimizer": "adamw_bnb_8bit"}, {"optimizer": "adamw_torch"}, {}),
    "fsdp2_8bit": ("FSDP2 not compatible", {"fsdp_version": 2, "fsdp_config": {"offload_params": False}, "optimizer": "adamw_8bit"},
                   {"optimizer": "adamw_torch"}, {"needs": "0.12"}),
    "fsdp2_preferences": ("FSDP2 does not support load_in_8bit or load_in_4bit", {"fsdp_version": 2, "rl": "dpo", "adapter": "qlora", "load_in_4bit": True,
                                                                                 "fsdp_config": {"offload_params": False}}, {"rl": None}, {"needs": "0.12"}),
    "fused_lora": ("Fused modules are not supported", {**LORA, "flash_attn_fuse_mlp": True}, {"flash_attn_fuse_mlp": None}, {}),
    "attention_named_twice": ("cannot be combined with legacy attention flags", {"attn_implementation": "sdpa", "flash_attention": True},
                              {"flash_attention": None}, {"since": "0.18"}),
    "attention_twice": ("Only one of xformers_attention", {"flash_attention": True, "sdp_attention": True}, {"sdp_attention": None},
                        {"since": "0.9", "until": "0.17"}),
    "jinja": ("chat_template_jinja is required", {"chat_template": "jinja"}, {"chat_template_jinja": "x"}, {}),
    "cross_entropy": ("Only one cross entropy", {"chunked_cross_entropy": True, "cut_cross_entropy": True}, {"cut_cross_entropy": None}, {"needs": "0.15"}),
    "best_metric": ("requires metric_for_best_model", {"save_strategy": "best"}, {"metric_for_best_model": "loss"}, {"since": "0.16"}),
    "bench": ("do_bench_eval requires", {"do_bench_eval": True}, {"eval_steps": 5}, {}),
    "unfrozen": ("must be false when used with partially frozen", {"unfrozen_parameters": ["lm_head"], "gradient_checkpointing": True,
                                                                   "gradient_checkpointing_kwargs": {"use_reentrant": True}},
                 {"gradient_checkpointing_kwargs": {"use_reentrant": False}}, {}),
    "push": ("Require cfg.hf_use_auth_token", {"push_dataset_to_hub": "a/b"}, {"hf_use_auth_token": True}, {}),
    "muon": ("Muon optimizer is currently incompatible", {"optimizer": "muon", "deepspeed": "a.json"}, {"deepspeed": None}, {}),
    "relora_fsdp": ("fsdp not supported with ReLoRA", {**LORA, "relora": True, "jagged_restart_steps": 10, "fsdp": ["full_shard"]}, {"fsdp": None},
                    {"needs": "0.12"}),
    "relora_deepspeed": ("deepspeed not supported with ReLoRA", {**LORA, "relora": True, "jagged_restart_steps": 10, "deepspeed": "a.json"},
                         {"deepspeed": None}, {"needs": "0.12"}),
    "relora_steps_fsdp": ("fsdp not supported with ReLoRA", {**LORA, "relora_steps": 10, "fsdp": ["full_shard"]}, {"fsdp": None}, {"until": "0.11"}),
    "relora_steps_deepspeed": ("deepspeed not supported with ReLoRA", {**LORA, "relora_steps": 10, "deepspeed": "a.json"}, {"deepspeed": None},
                               {"until": "0.11"}),
    "layers_pattern": ("requires peft_layers_to_transform", {**LORA, "peft_layers_pattern": ["a"]}, {"peft_layers_to_transform": [1]}, {}),
    "tokens_per_second": ("cannot be used together", {**STREAM, "max_steps": 10, "include_tokens_per_second": True}, {"include_tokens_per_second": None},
                          {"needs": "0.12"}),
})


def llamafactory_reads(settings):
    os.environ.update(DISABLE_VERSION_CHECK="1", LOCAL_RANK="0", RANK="0", WORLD_SIZE="1", MASTER_ADDR="127.0.0.1", MASTER_PORT="29517",
                      ACCELERATE_USE_CPU="1")
    logging.disable(logging.CRITICAL)
    from llamafactory.hparams import parser

    for asks in ("check_version", "require_version"):  # what is not installed here
        if hasattr(parser, asks):
            setattr(parser, asks, lambda *names, **options: None)
    parser.is_torch_bf16_gpu_available = lambda: True
    with tempfile.TemporaryDirectory() as folder:
        given = {"model_name_or_path": "gpt2", "stage": "sft", "do_train": True, "finetuning_type": "lora", "dataset": "a", "template": "default",
                 "output_dir": folder, "report_to": "none", "use_cpu": True, "ddp_backend": "gloo", **settings}
        if "deepspeed" in settings and settings["deepspeed"]:
            path = pathlib.Path(folder) / "ds.json"
            path.write_text(json.dumps({"zero_optimization": {"stage": settings["deepspeed"]}, "train_micro_batch_size_per_gpu": "auto",
                                        "bf16": {"enabled": "auto"}}))
            given["deepspeed"] = str(path)
        try:
            parser.get_train_args(without_none(given))
            return "read"
        except ValueError as error:
            return f"ValueError: {error}"


PREDICT = {"predict_with_generate": True, "val_size": 0.1}
NO_SET = r"(specify dataset for evaluation|make sure eval_dataset be provided|if `eval_dataset`|if `val_size`|dataset for)"

rows("llamafactory", "llamafactory", llamafactory_reads, {
    "adapter_full": ("Adapter is only valid for the LoRA", {"adapter_name_or_path": "x", "finetuning_type": "full"}, {"finetuning_type": "lora"}, {}),
    "quantised_vocabulary": ("Cannot resize embedding layers", {"quantization_bit": 4, "resize_vocab": True}, {"resize_vocab": None}, {}),
    "quantised_pissa": ("Please use scripts/pissa_init.py", {"quantization_bit": 4, "pissa_init": True}, {"quantization_bit": None}, {}),
    "quantised_new_adapter": ("Cannot create new adapter", {"quantization_bit": 4, "adapter_name_or_path": "x", "create_new_adapter": True},
                              {"create_new_adapter": None}, {}),
    "device_map": ("Cannot use device map", {"quantization_bit": 4, "quantization_device_map": "auto"}, {"quantization_device_map": None}, {}),
    "predict_stage": ("cannot be set as True except SFT", {**PREDICT, "stage": "dpo"}, {"predict_with_generate": None}, {}),
    "packing_stage": ("cannot be set as True except SFT", {"neat_packing": True, "stage": "dpo"}, {"stage": "sft"}, {}),
    "prompt_stage": ("cannot be set as True except SFT", {"train_on_prompt": True, "stage": "dpo"}, {"stage": "sft"}, {}),
    "prompt_history": ("is incompatible with `train_on_prompt`", {"mask_history": True, "train_on_prompt": True}, {"train_on_prompt": None}, {}),
    "predict": ("Please enable `predict_with_generate`", {"do_predict": True, "val_size": 0.1}, {"do_predict": None}, {}),
    "best_stage": ("do not support `load_best_model_at_end`", {"stage": "rm", "load_best_model_at_end": True, "eval_strategy": "steps", "save_strategy": "steps",
                                                               "val_size": 0.1}, {"load_best_model_at_end": None}, {}),
    "ppo_attention": (r"incompatible with S\^2-Attn", {"stage": "ppo", "shift_attn": True, "reward_model": "r"}, {"shift_attn": None}, {}),
    "ppo_reward": ("`reward_model` is necessary", {"stage": "ppo"}, {"reward_model": "r"}, {}),
    "streaming": ("specify `max_steps` in streaming mode", {"streaming": True}, {"max_steps": 10}, {}),
    "streaming_samples": ("`max_samples` is incompatible", {"streaming": True, "max_steps": 10, "max_samples": 100}, {"max_samples": None}, {}),
    "evaluation_strategy": (NO_SET, {"eval_strategy": "steps"}, {"val_size": 0.1}, {}),
    "evaluation": (NO_SET, {"do_eval": True}, {"val_size": 0.1}, {}),
    "evaluation_twice": ("Cannot specify `val_size`", {"eval_dataset": "b", "val_size": 0.1}, {"val_size": None}, {}),
    "predict_accuracy": ("`predict_with_generate` (and `compute_accuracy` together|if `compute_accuracy`)|`compute_accuracy`",
                         {"eval_dataset": "b", "predict_with_generate": True, "compute_accuracy": True}, {"predict_with_generate": None}, {}),
    "predict_zero3": ("incompatible with DeepSpeed ZeRO-3", {"eval_dataset": "b", "predict_with_generate": True, "deepspeed": 3},
                      {"predict_with_generate": None}, {}),
    "pissa_zero3": ("initialize PiSSA in DeepSpeed ZeRO-3", {"pissa_init": True, "deepspeed": 3}, {"deepspeed": 2}, {}),
    "pure_bf16_zero3": ("`pure_bf16` is incompatible with DeepSpeed", {"pure_bf16": True, "deepspeed": 3, "finetuning_type": "full"}, {"deepspeed": 2}, {}),
    "unsloth_zero3": ("Unsloth is incompatible with DeepSpeed", {"use_unsloth": True, "deepspeed": 3}, {"use_unsloth": None}, {}),
    "galore_deepspeed": ("(is|are) incompatible with DeepSpeed yet", {"use_galore": True, "deepspeed": 2, "finetuning_type": "full"}, {"deepspeed": None}, {}),
    "galore_lora": ("Cannot use LoRA with GaLore", {"use_galore": True}, {"finetuning_type": "full"}, {}),
    "galore_badam": ("Cannot use GaLore", {"use_galore": True, "use_badam": True, "finetuning_type": "full"}, {"use_badam": None}, {}),
    "inference_engine": ("backend is only available for API", {"infer_backend": "vllm"}, {"infer_backend": "huggingface"}, {}),
    "lora_options": ("is only valid for LoRA training", {"use_rslora": True, "finetuning_type": "full"}, {"finetuning_type": "lora"}, {}),
    "loraplus": ("is only valid for LoRA training", {"loraplus_lr_ratio": 16.0, "finetuning_type": "full"}, {"finetuning_type": "lora"}, {}),
    "llama_pro": ("is only valid for Freeze or LoRA", {"use_llama_pro": True, "finetuning_type": "full"}, {"finetuning_type": "freeze"}, {}),
    "label_smoothing": ("is only valid for sigmoid", {"stage": "dpo", "pref_loss": "orpo", "dpo_label_smoothing": 0.1}, {"pref_loss": "sigmoid"}, {}),
    "interleave": ("is only valid for interleaved mixing", {"mix_strategy": "concat", "interleave_probs": "0.5,0.5", "dataset": "a,b"},
                   {"mix_strategy": "interleave_under"}, {}),
})


def torchtune_reads(settings):
    """Makes the recipe that a distribution of torchtune holds beside the package, and nothing of what it trains."""
    import importlib.util

    import torch
    import torch.distributed._composable.fsdp as sharding
    import torchtune
    from omegaconf import OmegaConf

    if not hasattr(sharding, "CPUOffloadPolicy"):  # torch < 2.4 has none, and making a recipe takes none
        sharding.CPUOffloadPolicy = object
    logging.disable(logging.CRITICAL)
    path = pathlib.Path(torchtune.__file__).parent.parent / "recipes" / "full_finetune_single_device.py"
    spec = importlib.util.spec_from_file_location("recipe", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    given = {"device": "cpu", "dtype": "fp32", "output_dir": tempfile.gettempdir(), "log_every_n_steps": 1, "seed": 1, "epochs": 1, "max_steps_per_epoch": 1,
             "gradient_accumulation_steps": 1, "enable_activation_checkpointing": False, "resume_from_checkpoint": False, "optimizer_in_bwd": False,
             "checkpointer": {"model_type": "LLAMA3"}, "compile": False, "batch_size": 1, "log_peak_memory_stats": False, **settings}
    known = module.utils.get_device
    try:
        if given["device"] == "cuda":  # is asked before the settings are compared
            module.utils.get_device = lambda device: torch.device("cuda")
        module.FullFinetuneRecipeSingleDevice(OmegaConf.create(given))
        return "read"
    except (RuntimeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    finally:
        module.utils.get_device = known


rows("torchtune", "torchtune", torchtune_reads, {
    "clip": ("RuntimeError: Gradient clipping is not supported", {"optimizer_in_bwd": True, "clip_grad_norm": 1.0}, {"clip_grad_norm": None}, {"since": "0.4"}),
    "accumulation": ("RuntimeError: Gradient accumulation is not supported", {"optimizer_in_bwd": True, "gradient_accumulation_steps": 8},
                     {"gradient_accumulation_steps": 1}, {}),
    "offloading": ("enable_activation_checkpointing is True", {"device": "cuda", "enable_activation_offloading": True}, {"enable_activation_checkpointing": True},
                   {"since": "0.4"}),
    "fp16": ("ValueError: full fp16 training is not supported", {"dtype": "fp16"}, {"dtype": "bf16"}, {}),
})


def accelerate_reads(settings):
    """What accelerate launch makes of a config, and the plugin that the program makes of its environment."""
    import yaml

    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    logging.disable(logging.CRITICAL)
    from accelerate import FullyShardedDataParallelPlugin
    from accelerate.commands.launch import _validate_launch_command, launch_command_parser
    from accelerate.utils import dataclasses
    from accelerate.utils.launch import prepare_multi_gpu_env

    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "config.yaml"
        path.write_text(yaml.safe_dump({"compute_environment": "LOCAL_MACHINE", "distributed_type": "FSDP", "mixed_precision": "bf16", "num_processes": 2,
                                        "num_machines": 1, "machine_rank": 0, "fsdp_config": without_none(settings)}))
        try:
            arguments = launch_command_parser().parse_args(["--config_file", str(path), "train.py"])
            arguments, *_ = _validate_launch_command(arguments)
            os.environ.update({key: value for key, value in prepare_multi_gpu_env(arguments).items() if key.startswith("FSDP")})
            dataclasses.torch.cuda.current_device = lambda: 0
            dataclasses.is_cuda_available = lambda: True
            plugin = FullyShardedDataParallelPlugin()
        except ValueError as error:
            return f"ValueError: {error}"
        finally:
            os.environ.clear()
            os.environ.update(before)
    strategy = getattr(plugin.sharding_strategy, "name", None)
    full = plugin.reshard_after_forward if plugin.fsdp_version == 2 else strategy == "FULL_SHARD"
    if settings.get("fsdp_sharding_strategy", "FULL_SHARD") != "FULL_SHARD" or str(settings.get("fsdp_reshard_after_forward")) == "False":
        return "sharded fully" if full else "read"
    if settings.get("fsdp_forward_prefetch") and not plugin.forward_prefetch:
        return "no forward prefetch"
    return "read"


rows("accelerate", "accelerate", accelerate_reads, {
    "reshard_word": ("invalid truth value", {"fsdp_version": 2, "fsdp_reshard_after_forward": "FULL_SHARD"}, {"fsdp_reshard_after_forward": True},
                     {"needs": "1.6"}),
    "efficient_loading": ("set `--fsdp_sync_module_states`", {"fsdp_cpu_ram_efficient_loading": True, "fsdp_sync_module_states": False},
                          {"fsdp_sync_module_states": True}, {"needs": "1.6"}),
    "local_states": ("FSDP2 (does not support LOCAL_STATE_DICT|only supports SHARDED)", {"fsdp_version": 2, "fsdp_state_dict_type": "LOCAL_STATE_DICT"},
                     {"fsdp_state_dict_type": "SHARDED_STATE_DICT"}, {"needs": "1.6"}),
    "checkpointing_offload": ("requires `activation_checkpointing=True`", {"fsdp_version": 2, "fsdp_activation_checkpointing_offload": True},
                              {"fsdp_activation_checkpointing": True}, {"needs": "1.15"}),
    "strategy_ignored": ("sharded fully", {"fsdp_version": 2, "fsdp_sharding_strategy": "SHARD_GRAD_OP"}, {"fsdp_reshard_after_forward": False}, {"needs": "1.6"}),
    "prefetch_ignored": ("no forward prefetch", {"fsdp_version": 2, "fsdp_forward_prefetch": True}, {"fsdp_version": 1}, {"needs": "1.6"}),
    "reshard_ignored": ("sharded fully", {"fsdp_version": 1, "fsdp_reshard_after_forward": False}, {"fsdp_version": 2}, {"needs": "1.6"}),
})
