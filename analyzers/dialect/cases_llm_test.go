package dialect

import "testing"

func TestAccelerate(t *testing.T) {
	runFields(t, []fieldCase{
		{"zero 3", "a.yaml", "compute_environment: LOCAL_MACHINE\ndistributed_type: DEEPSPEED\nmixed_precision: bf16\nnum_processes: 4\nnum_machines: 1\ndeepspeed_config:\n  zero_stage: 3\n  gradient_accumulation_steps: 8\n  offload_optimizer_device: cpu\n  offload_param_device: none\n",
			"accelerate", "sharding=zero3 precision=amp-bf16 gpus=4 nodes=1 grad_accum=8 offload_optimizer=cpu offload_params=none"},
		{"fsdp 2 without prefixes", "a.yaml", "distributed_type: FSDP\nnum_processes: 2\nfsdp_config:\n  version: 2\n  reshard_after_forward: true\n  fsdp_reshard_after_forward: false\n  fsdp_offload_params: true\n",
			"accelerate", "sharding=fsdp-grad-op fsdp_version=2 offload_params=cpu -precision"},
		{"single process", "a.yaml", "distributed_type: 'NO'\nmixed_precision: 'no'\n", "accelerate", "sharding=none gpus=1 precision=fp32"},
		{"messy: bare NO, CRLF, comments", "a.yaml", "# made by hand\r\ndistributed_type: NO # one card\r\nmixed_precision: no\r\nnum_processes: 1", "accelerate", "precision=fp32 gpus=1"},
		{"messy: automatic and empty values", "a.yaml", "distributed_type: DEEPSPEED\nnum_processes:\ndeepspeed_config: {gradient_accumulation_steps: auto, zero_stage: 2}\n", "accelerate", "grad_accum=? sharding=zero2 -gpus"},
		{"look-alike: a project's own keys", "a.yaml", "distributed: true\nmixed_precision: fp16\nbatch_size: 4\nlearning_rate: 0.1\nepochs: 3\n", "generic", "micro_batch=4 precision=amp-fp16"},
	})
}

func TestDeepSpeed(t *testing.T) {
	runFields(t, []fieldCase{
		{"json", "ds.json", `{"train_batch_size": 32, "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": "auto", "fp16": {"enabled": true}, "zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}}, "optimizer": {"type": "AdamW", "params": {"lr": 1e-4}}}`,
			"deepspeed", "global_batch=32 micro_batch=4 grad_accum=? precision=amp-fp16 sharding=zero2 offload_optimizer=cpu optimizer=adamw lr=0.0001"},
		{"fp32", "ds.json", `{"zero_optimization": true, "fp16": {"enabled": false}}`, "deepspeed", "precision=fp32 sharding=zero1"},
		{"messy: comments, trailing comma, placeholder", "ds.json", "{\n  // tuned\n  \"train_micro_batch_size_per_gpu\": ${BATCH},\n  \"zero_optimization\": {\"stage\": 3,},\n}", "deepspeed", "micro_batch=? sharding=zero3"},
		{"look-alike: gpt-neox holds the same block", "n.yml", "{\n # c\n \"pipe-parallel-size\": 1,\n \"num-layers\": 12,\n \"hidden-size\": 768,\n \"zero_optimization\": {\"stage\": 1},\n \"train_micro_batch_size_per_gpu\": 4,\n}\n", "gpt-neox", "micro_batch=4 sharding=zero1 pipeline_parallel=1"},
		{"look-alike: fp16 flag of a script", "c.json", `{"fp16": true, "train_batch_size": 4}`, "", ""},
	})
}

func TestHFArguments(t *testing.T) {
	runFields(t, []fieldCase{
		{"recipe", "sft.yaml", "model_name_or_path: a/b\ntorch_dtype: bfloat16\nattn_implementation: flash_attention_2\nper_device_train_batch_size: 2\ngradient_accumulation_steps: 8\nlearning_rate: 2.0e-05\nbf16: true\ngradient_checkpointing: true\ngradient_checkpointing_kwargs:\n  use_reentrant: false\nmax_length: 2048\noptim: adamw_torch_fused\ndataloader_num_workers: 4\n",
			"hf-arguments", "model=a/b weights=bf16 attention=flash micro_batch=2 grad_accum=8 lr=2e-05 precision=amp-bf16 checkpointing=full checkpointing_reentrant=false seq_len=2048 optimizer=adamw optimizer_impl=fused workers=4"},
		{"qlora", "q.yaml", "per_device_train_batch_size: 1\nuse_peft: true\nlora_r: 16\nlora_target_modules: all-linear\nload_in_4bit: true\nuse_bnb_nested_quant: true\n", "hf-arguments", "method=qlora quantisation=nf4-dq lora_rank=16 lora_targets=all-linear"},
		{"text that is a number", "q.yaml", "per_device_train_batch_size: 1\nlearning_rate: 1e-4\nfp16: false\nbf16: false\n", "hf-arguments", "lr=0.0001 precision=fp32"},
		{"json", "args.json", `{"output_dir": "out", "num_train_epochs": 3, "learning_rate": 5e-5, "fp16": true, "save_steps": 500, "fsdp": "full_shard auto_wrap offload"}`, "hf-arguments", "precision=amp-fp16 sharding=fsdp-full offload_params=cpu epochs=3"},
		{"the newer name of checkpointing wins", "a.yaml", "per_device_train_batch_size: 2\nactivation_checkpointing: true\ngradient_checkpointing: false\nactivation_checkpointing_kwargs:\n  use_reentrant: false\n", "hf-arguments", "checkpointing=full checkpointing_reentrant=false"},
		{"messy: duplicate, CRLF, jinja text", "m.yaml", "per_device_train_batch_size: 2\r\nchat_template: \"{% for m in messages %}{{ m }}{% endfor %}\"\r\ngradient_checkpointing: false\r\ngradient_checkpointing: true\r\nmax_steps: -1", "hf-arguments", "checkpointing=full micro_batch=2 -max_steps"},
		{"look-alike: LLaMA-Factory takes the same keys", "lf.yaml", "model_name_or_path: a/b\nstage: sft\nfinetuning_type: lora\ntemplate: qwen\nper_device_train_batch_size: 1\ncutoff_len: 1024\nbf16: true\n", "llama-factory", "method=lora seq_len=1024 micro_batch=1 weights=bf16"},
		{"look-alike: a saved trainer state", "trainer_state.json", `{"log_history": [{"learning_rate": 1e-4, "step": 10}], "num_train_epochs": 3, "max_steps": 100, "save_steps": 10, "logging_steps": 1}`, "", ""},
	})
}

func TestAxolotl(t *testing.T) {
	runFields(t, []fieldCase{
		{"qlora", "q.yml", "base_model: a/b\nload_in_4bit: true\nadapter: qlora\nlora_r: 32\nlora_target_linear: true\nsequence_len: 4096\nsample_packing: true\nmicro_batch_size: 2\ngradient_accumulation_steps: 4\noptimizer: paged_adamw_32bit\nlearning_rate: 0.0002\nbf16: auto\ngradient_checkpointing: offload\nflash_attention: true\ndatasets:\n  - path: x/y\n    type: alpaca\n",
			"axolotl", "method=qlora quantisation=nf4-dq lora_rank=32 lora_targets=all-linear seq_len=4096 packing=true micro_batch=2 grad_accum=4 optimizer=paged-adamw lr=0.0002 precision=? weights=? checkpointing=full activation_offload=true attention=flash"},
		{"full in pure bf16", "f.yml", "base_model: a/b\nbfloat16: true\nmicro_batch_size: 1\nfsdp:\n  - full_shard\n  - auto_wrap\n", "axolotl", "precision=pure weights=bf16 sharding=fsdp-full -method"},
		{"messy: empty keys everywhere", "e.yml", "base_model: a/b\nadapter:\nlora_r:\nlora_alpha:\nsequence_len: 500_000\nmicro_batch_size: '1'\nbf16: true\nfp16:\ndeepspeed:\n", "axolotl", "seq_len=500000 micro_batch=1 precision=amp-bf16 weights=bf16 -method -lora_rank -deepspeed_file"},
		{"look-alike: ludwig has a base model too", "l.yaml", "model_type: llm\nbase_model: a/b\ninput_features:\n  - name: i\noutput_features:\n  - name: o\nadapter:\n  type: lora\ntrainer:\n  batch_size: 1\n", "ludwig", ""},
		{"look-alike: a project's own names", "own.yaml", "base_model: a/b\nlora_r: 32\nuse_4bit: true\nper_device_train_batch_size: 2\ngradient_accumulation_steps: 8\nmax_seq_length: 1024\n", "", ""},
		{"look-alike: results of an adapter", "results.json", "{\"adapter\": \"models/adapters/x\", \"base_model\": \"a/b\", \"base\": {\"perplexity\": 11.0}}", "", ""},
		{"look-alike: a schema of such files", "llm.yaml", "base_model:\n  type: string\nadapter:\n  oneOf: [lora]\n", "", ""},
		{"look-alike: autotrain", "at.yaml", "task: llm-sft\nbase_model: a/b\nbackend: local\nparams:\n  batch_size: 2\n  peft: true\n  quantization: int4\n  mixed_precision: bf16\n", "autotrain", ""},
	})
}

func TestLLaMAFactory(t *testing.T) {
	runFields(t, []fieldCase{
		{"full", "f.yaml", "### model\nmodel_name_or_path: a/b\nstage: sft\nfinetuning_type: full\ntemplate: qwen\nbf16: true\nper_device_train_batch_size: 1\nlearning_rate: 1.0e-5\nenable_liger_kernel: true\ndisable_gradient_checkpointing: true\n", "llama-factory", "method=full precision=amp-bf16 weights=fp32 loss=liger kernels=liger checkpointing=none"},
		{"the Trainer's switch off says nothing", "c.yaml", "finetuning_type: lora\ngradient_checkpointing: false\n", "llama-factory", "-checkpointing"},
		{"the Trainer's switch on is on", "c.yaml", "finetuning_type: lora\ngradient_checkpointing: true\ndisable_gradient_checkpointing: true\n", "llama-factory", "checkpointing=full"},
		{"full with DeepSpeed", "f.yaml", "finetuning_type: full\nbf16: true\ndeepspeed: examples/ds_z3.json\n", "llama-factory", "deepspeed_file=examples/ds_z3.json -weights"},
		{"number in every notation", "f.yaml", "finetuning_type: lora\nlearning_rate: 1e-4\nlora_rank: 8\nlora_target: all\nquantization_bit: 4\n", "llama-factory", "lr=0.0001 lora_targets=all-linear quantisation=nf4-dq method=qlora"},
		{"inference", "i.yaml", "model_name_or_path: a/b\ntemplate: llama3\ninfer_backend: huggingface\n", "llama-factory", "model=a/b"},
		{"v1", "v.yaml", "model: a/b\nmodel_class: llm\npeft_config:\n  name: lora\n  r: 16\nmicro_batch_size: 1\n", "llama-factory-v1", ""},
		{"messy: interpolation", "m.yaml", "finetuning_type: lora\nmodel_name_or_path: ${oc.env:MODEL}\ncutoff_len: ${len}\nlen: 512\n", "llama-factory", "model=? seq_len=512"},
	})
}

func TestTorchtune(t *testing.T) {
	runFields(t, []fieldCase{
		{"lora", "l.yaml", "output_dir: /tmp/o\ntokenizer:\n  _component_: torchtune.models.llama3.llama3_tokenizer\n  path: ${output_dir}/t.model\n  max_seq_len: null\nmodel:\n  _component_: torchtune.models.llama3_2.qlora_llama3_2_1b\n  lora_attn_modules: ['q_proj', 'v_proj']\n  lora_rank: 64\noptimizer:\n  _component_: bitsandbytes.optim.PagedAdamW8bit\n  lr: 3e-4\nbatch_size: 4\ngradient_accumulation_steps: 8\ndtype: bf16\nenable_activation_checkpointing: True\nenable_activation_offloading: False\ncompile: False\noptimizer_in_bwd: True\n",
			"torchtune", "model=llama3_2_1b method=qlora quantisation=nf4 lora_rank=64 lora_targets=q_proj,v_proj optimizer=paged-adamw-8bit+in-backward lr=0.0003 micro_batch=4 grad_accum=8 weights=bf16 precision=pure checkpointing=full activation_offload=false compile=false -seq_len"},
		{"messy: other libraries' components, no newline", "m.yaml", "# a comment\nmodel: {_component_: my.models.net}\ntokenizer: {_component_: my.tok}\ncheckpointer: {}\nbatch_size: ${bs}", "torchtune", "micro_batch=?"},
		{"look-alike: Hydra targets", "h.yaml", "model:\n  _target_: my.models.Net\nbatch_size: 4\n", "hydra", ""},
	})
}

func TestLitGPT(t *testing.T) {
	runFields(t, []fieldCase{
		{"qlora", "q.yaml", "checkpoint_dir: checkpoints/a/b\nout_dir: out\nprecision: bf16-true\nquantize: bnb.nf4\ndevices: 2\nnum_nodes: 1\nlora_r: 32\nlora_query: true\nlora_value: true\nlora_head: false\ntrain:\n  global_batch_size: 8\n  micro_batch_size: 2\n  max_seq_length: 512\noptimizer:\n  class_path: torch.optim.AdamW\n  init_args:\n    lr: 0.0002\n",
			"litgpt", "precision=pure weights=bf16 quantisation=nf4 gpus_per_node=2 lora_rank=32 lora_targets=query,value method=qlora global_batch=8 micro_batch=2 seq_len=512 optimizer=adamw lr=0.0002"},
		{"messy: nulls and a bare name", "m.yaml", "model_name: pythia-14m\nout_dir: out\nprecision:\ndevices: auto\noptimizer: AdamW\ntrain:\n  global_batch_size: 512\n  micro_batch_size: 4\n  epochs:\n", "litgpt", "optimizer=adamw gpus_per_node=? -epochs -precision"},
		{"look-alike: another train block", "t.yaml", "train:\n  batch_size: 4\n  lr: 0.1\n  epochs: 2\nmodel: resnet50\n", "generic", "micro_batch=4"},
	})
}

func TestOtherLanguageModelDialects(t *testing.T) {
	runFields(t, []fieldCase{
		{"gpt-neox messy", "n.yml", "# JSON with comments\n{\n  \"train-micro-batch-size-per-gpu\": 4, # per card\n  \"model-parallel-size\": 2,\n  \"seq_length\": 2048,\n  \"fp16\": {\"enabled\": true},\n  \"checkpoint_activations\": true,\n}\n", "gpt-neox", "micro_batch=4 tensor_parallel=2 seq_len=2048 precision=amp-fp16 checkpointing=full"},
		{"llm-foundry", "f.yaml", "variables:\n  seq: 2048\nmax_seq_len: ${variables.seq}\nmodel:\n  name: hf_causal_lm\n  d_model: 64\n  pretrained_model_name_or_path: a/b\ntrain_loader:\n  num_workers: 8\nmax_duration: 1ep\nglobal_train_batch_size: 64\ndevice_train_microbatch_size: auto\nprecision: amp_bf16\noptimizer: {name: decoupled_adamw, lr: 1e-5}\nfsdp_config:\n  sharding_strategy: FULL_SHARD\n  activation_checkpointing: true\n  mixed_precision: PURE\n",
			"llm-foundry", ""},
		{"olmo shares the names", "o.yaml", "model:\n  d_model: 2048\n  flash_attention: true\n  max_sequence_length: 4096\nsave_folder: ${path.choose:a,b}\nglobal_train_batch_size: 1024\ndevice_train_microbatch_size: 4\nmax_duration: 10\nprecision: amp_bf16\nactivation_checkpointing: whole_layer\n", "olmo", ""},
		{"nanotron", "n.yaml", "parallelism: {dp: 2, tp: 2, pp: 1, recompute_layer: false}\ntokens: {micro_batch_size: 2, batch_accumulation_per_replica: 4, sequence_length: 1024}\nmodel: {dtype: bfloat16}\noptimizer: {zero_stage: 1, learning_rate_scheduler: {learning_rate: 3e-4}}\n", "nanotron", ""},
		{"nanotron look-alike: tokens alone", "n.yaml", "tokens: [a, b]\nparallelism: 4\n", "", ""},
		{"LLaMA-Factory that quantises once", "f.yaml", "finetuning_type: lora\nlora_target: all\nquantization_bit: 4\ndouble_quantization: false\n", "llama-factory", "method=qlora quantisation=nf4"},
		{"ms-swift that quantises", "s.yaml", "model: a/b\ntuner_type: lora\ndataset: x\nquant_bits: 4\n", "ms-swift", "method=qlora quantisation=nf4-dq"},
		{"ms-swift that quantises once", "s.yaml", "model: a/b\ntuner_type: lora\ndataset: x\nquant_bits: 4\nbnb_4bit_use_double_quant: false\n", "ms-swift", "method=qlora quantisation=nf4"},
		{"ms-swift", "s.yaml", "model: a/b\ntuner_type: lora\ndataset: x#500\ntorch_dtype: bfloat16\nper_device_train_batch_size: 1\ndeepspeed: zero2\nmax_length: 2048\ntarget_modules: all-linear\n", "ms-swift", "model=a/b method=lora weights=bf16 sharding=zero2 -deepspeed_file seq_len=2048 lora_targets=all-linear"},
		{"verl adapted", "v.yaml", "actor_rollout_ref:\n  model: {path: a/b, lora_rank: 64, target_modules: all-linear}\n", "verl", "model=a/b lora_rank=64 method=lora lora_targets=all-linear"},
		{"verl whole", "v.yaml", "actor_rollout_ref:\n  model: {path: a/b, lora_rank: 0}\n", "verl", "model=a/b method=full"},
		{"verl", "v.yaml", "actor_rollout_ref:\n  model: {path: a/b, enable_gradient_checkpointing: true}\n  actor:\n    ppo_micro_batch_size_per_gpu: 4\n    fsdp_config: {param_offload: true}\ntrainer: {n_gpus_per_node: 8, nnodes: 1}\n", "verl", "model=a/b checkpointing=full micro_batch=4 offload_params=cpu gpus_per_node=8"},
		{"nemo-rl", "r.yaml", "policy:\n  model_name: a/b\n  train_micro_batch_size: 2\n  precision: bfloat16\ncluster: {gpus_per_node: 8, num_nodes: 2}\n", "nemo-rl", "micro_batch=2 precision=amp-bf16 nodes=2"},
		{"h2o", "h.yaml", "architecture: {backbone_dtype: int4, gradient_checkpointing: true}\nenvironment: {mixed_precision: true, mixed_precision_dtype: float16}\nprediction: {}\ntokenizer: {max_length: 512}\ntraining: {batch_size: 2, lora: true, loss_class: None}\n", "h2o-llmstudio", ""},
		{"openrlhf", "o.json", `{"pretrain": "a/b", "micro_train_batch_size": 2, "train_batch_size": 128, "zero_stage": 3, "bf16": true}`, "openrlhf", ""},
		{"megatron", "m.yaml", "MODEL_ARGS:\n  --micro-batch-size: 4\n  --global-batch-size: 32\n  --bf16: true\n  --recompute-granularity: full\n  --use-distributed-optimizer: true\n", "megatron", ""},
		{"nanogpt", "g.yaml", "batch_size: 12\nblock_size: 1024\ngradient_accumulation_steps: 40\nn_layer: 12\ncompile: true\n", "nanogpt", ""},
		{"xtuner", "x.yaml", "pretrained_model_name_or_path: a/b\naccumulative_counts: 16\nbatch_size: 1\nmax_length: 2048\noptim_type: torch.optim.AdamW\n", "xtuner", ""},
		{"unsloth", "u.yaml", "model_name: a/b\nmax_seq_length: 2048\nload_in_4bit: true\nr: 16\nuse_gradient_checkpointing: unsloth\n", "unsloth", ""},
	})
}
