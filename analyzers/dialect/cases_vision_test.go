package dialect

import "testing"

func TestLightning(t *testing.T) {
	runFields(t, []fieldCase{
		{"cli", "c.yaml", "seed_everything: 42\ntrainer:\n  devices: [0, 1]\n  num_nodes: 2\n  precision: 16-mixed\n  strategy: ddp_find_unused_parameters_true\n  accumulate_grad_batches: 4\nmodel:\n  class_path: my.Net\ndata:\n  class_path: my.Data\n  init_args:\n    batch_size: 8\n    num_workers: 4\noptimizer:\n  class_path: torch.optim.AdamW\n  init_args: {lr: 1e-3}\n",
			"lightning", "seed=42 gpus_per_node=2 nodes=2 precision=amp-fp16 sharding=ddp find_unused_parameters=true grad_accum=4 micro_batch=8 workers=4 optimizer=adamw lr=0.001"},
		{"subcommand, integers for precision", "c.yaml", "fit:\n  trainer:\n    precision: 16\n    strategy: deepspeed_stage_3_offload\n    max_steps: -1\n", "lightning", "precision=amp-fp16 sharding=zero3 offload_optimizer=cpu -max_steps"},
		{"messy: old names, automatic devices", "c.yaml", "trainer:\n  gpus: -1\n  max_epochs: 10\n  accelerator: auto\n  strategy:\n  precision: 32\n# end", "lightning", "gpus_per_node=? precision=fp32 epochs=10"},
		{"look-alike: Hydra instantiates the trainer", "h.yaml", "trainer:\n  _target_: lightning.pytorch.trainer.Trainer\n  devices: 1\n  max_epochs: 10\n  accelerator: gpu\n", "hydra", ""},
	})
}

func TestHydraFiles(t *testing.T) {
	runFields(t, []fieldCase{
		{"primary", "configs/train.yaml", "# @package _global_\ndefaults:\n  - _self_\n  - model: mnist\nseed: 12345\nckpt_path: ???\n", "hydra", ""},
		{"group file", "conf/optim/adam.yaml", "lr: ${base_lr}\nbetas: [0.9, 0.98]\n", "hydra", ""},
		{"look-alike: the shell's variables", "configs/t.yaml", "data_root: ${HOME}/data\ncache: ${TMPDIR:-/tmp}/c\nbatch_size: 4\nlr: 0.1\nepochs: 3\n", "generic", "micro_batch=4 lr=0.1"},
		{"an environment resolver", "configs/t.yaml", "data_root: ${oc.env:HOME}/data\nbatch_size: 4\n", "hydra", ""},
		{"optimizer target", "x.yaml", "_target_: my.Net\noptimizer:\n  _target_: torch.optim.SGD\n  _partial_: true\n  lr: 1e-1\n", "hydra", ""},
		{"messy: nested interpolation, tuple text", "configs/a.yaml", "# @package model\nlr: ${mul:${base},2}\nsize: (3, 4)\nlog: '${now:%Y}'\n", "hydra", ""},
		{"look-alike: a workflow's defaults", ".github/workflows/x.yml", "on: push\ndefaults:\n  run: {shell: bash}\njobs:\n  a:\n    runs-on: ubuntu\n    steps: [{uses: x}]\n", "", ""},
	})
}

func TestLatentDiffusion(t *testing.T) {
	runFields(t, []fieldCase{
		{"ldm", "l.yaml", "model:\n  base_learning_rate: 5.0e-05\n  target: ldm.models.diffusion.ddpm.LatentDiffusion\n  params:\n    image_size: 64\n    use_ema: false\n    unet_config:\n      params: {use_checkpoint: True}\n    first_stage_config:\n      params: {ddconfig: {ch_mult: [1, 2, 4, 4]}}\ndata:\n  target: main.DataModuleFromConfig\n  params: {batch_size: 6, num_workers: 12}\nlightning:\n  trainer: {accumulate_grad_batches: 2, benchmark: True}\n",
			"latent-diffusion", ""},
		{"pixels written as pixels", "s.yaml", "model:\n  target: ldm.models.diffusion.ddpm.LatentDiffusionSRTextWT\n  params:\n    image_size: 512\n    first_stage_config: {params: {ddconfig: {ch_mult: [1, 2, 4, 4]}}}\n", "latent-diffusion", ""},
		{"messy: no data, CRLF, list of sizes", "i.yaml", "model:\r\n  target: a.B\r\n  params:\r\n    image_size: [64, 32]\r\n    unet_config: !!null\r\n", "latent-diffusion", ""},
		{"look-alike: target without params", "x.yaml", "model:\n  target: speedup\n  name: x\n", "", ""},
	})
}

func TestNeMo(t *testing.T) {
	runFields(t, []fieldCase{
		{"megatron", "m.yaml", "trainer:\n  devices: 8\n  precision: bf16-mixed\nexp_manager: {name: x}\nmodel:\n  micro_batch_size: 4\n  global_batch_size: 64\n  tensor_model_parallel_size: 2\n  encoder_seq_length: 2048\n  megatron_amp_O2: True\n  activations_checkpoint_granularity: selective\n  optim: {name: distributed_fused_adam, lr: 2e-4}\n", "nemo", ""},
		{"messy: mandatory values and arithmetic", "a.yaml", "model:\n  train_ds:\n    manifest_filepath: ???\n    batch_size: ${multiply:${n},2}\n    num_workers: 8\ntrainer: {devices: -1, precision: 32}\n", "nemo", ""},
		{"look-alike: trainer and model of another project", "x.yaml", "trainer: {epochs: 3, lr: 0.1}\nmodel: {name: resnet, batch_size: 8}\n", "generic", "micro_batch=8"},
	})
}

func TestTOMLDialects(t *testing.T) {
	runFields(t, []fieldCase{
		{"torchtitan", "t.toml", "[job]\ndump_folder = \"./o\"\n[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 1\nseq_len = 8192\n[parallelism]\ntensor_parallel_degree = 2\n[activation_checkpoint]\nmode = \"selective\"\n[optimizer]\nname = \"AdamW\"\nlr = 3e-4\nimplementation = \"fused\"\n", "torchtitan", "model=llama3-8B micro_batch=1 seq_len=8192 tensor_parallel=2 checkpointing=selective optimizer=adamw optimizer_impl=fused lr=0.0003"},
		{"torchtitan messy", "t.toml", "# old\r\n[training]\r\nbatch_size = 8 # per rank\r\nglobal_batch_size = -1\r\n[experimental]\r\nx = [1,\r\n 2]", "torchtitan", "micro_batch=8 -global_batch"},
		{"kohya", "k.toml", "[model]\npretrained_model_name_or_path = \"a/b\"\n[network]\nnetwork_module = \"networks.lora\"\nnetwork_dim = 16\n[train]\ntrain_batch_size = 2\nresolution = \"1024,1024\"\nmixed_precision = \"bf16\"\nfull_bf16 = true\noptimizer_type = \"AdamW8bit\"\ngradient_checkpointing = true\n", "kohya", "model=a/b method=lora lora_rank=16 micro_batch=2 image_size=1024 weights=bf16 precision=pure optimizer=adamw-8bit checkpointing=full"},
		{"kohya dataset", "d.toml", "[general]\nenable_bucket = true\n[[datasets]]\nresolution = [768, 512]\nbatch_size = 4\n  [[datasets.subsets]]\n  image_dir = 'C:\\x'\n", "kohya", "micro_batch=4 image_size=768x512"},
		{"diffusion-pipe", "p.toml", "output_dir = 'o'\ndataset = 'd.toml'\nmicro_batch_size_per_gpu = 1\npipeline_stages = 2\nactivation_checkpointing = 'unsloth'\n[model]\ntype = 'flux'\ndtype = 'bfloat16'\n[adapter]\ntype = 'lora'\nrank = 32\n[optimizer]\ntype = 'adamw_optimi'\nlr = 2e-5\n", "diffusion-pipe", ""},
		{"look-alike: a package's own file", "pyproject.toml", "[project]\nname = 'x'\n[tool.ruff]\nline-length = 100\n[training]\nbatch_size = 1\n[job]\nx = 1\n", "", ""},
	})
}

func TestSpeechBrain(t *testing.T) {
	runFields(t, []fieldCase{
		{"recipe", "s.yaml", "seed: 1986\n__set_seed: !apply:torch.manual_seed [!ref <seed>]\nbatch_size: 8\nlr: 0.0001\nprecision: fp16\ngrad_accumulation_factor: 2\ntrain_dataloader_opts:\n  batch_size: !ref <batch_size>\n  num_workers: !ref <workers>\nworkers: 4\nmodel: !new:speechbrain.nnet.linear.Linear\n  n_neurons: 40\n", "speechbrain", ""},
		{"messy: placeholders and arithmetic", "s.yaml", "data_folder: !PLACEHOLDER\nbatch_size: !ref <a> // 2\na: 4\nprecision: !ref <p>\n", "speechbrain", ""},
		{"look-alike: PyYAML's own tags", "x.yaml", "a: !!python/tuple [1, 2]\nb: !!float 1e-4\n", "", ""},
	})
}

func TestDetectionDialects(t *testing.T) {
	runFields(t, []fieldCase{
		{"detectron2", "d.yaml", "_BASE_: ../Base.yaml\nMODEL:\n  WEIGHTS: \"r50.pkl\"\n  PIXEL_STD: !!python/object/apply:eval [\"[57.1]\"]\nSOLVER:\n  IMS_PER_BATCH: 16\n  BASE_LR: 2e-2\n  AMP: {ENABLED: True}\n", "detectron2", ""},
		{"swin", "s.yaml", "MODEL:\n  TYPE: swin\n  NAME: swin_tiny\nDATA:\n  BATCH_SIZE: 128\n  IMG_SIZE: 224\nTRAIN:\n  USE_CHECKPOINT: True\n  ACCUMULATION_STEPS: 0\n", "yacs", ""},
		{"mmengine", "m.yaml", "default_scope: mmdet\ntrain_dataloader: {batch_size: 2, num_workers: 2, persistent_workers: true}\noptim_wrapper: {type: AmpOptimWrapper, dtype: bfloat16, accumulative_counts: 4, optimizer: {type: AdamW, lr: 0.0001}}\n", "mmengine", ""},
		{"look-alike: upper-case settings of something else", "x.yaml", "MODEL_DIR: a\nVERSION: 2\nDEBUG: true\n", "", ""},
	})
}

func TestOtherImageDialects(t *testing.T) {
	runFields(t, []fieldCase{
		{"diffusers flags in a file", "f.yaml", "pretrained_model_name_or_path: a/b\nresolution: 1024\ntrain_batch_size: 1\ngradient_accumulation_steps: 4\nmixed_precision: bf16\nuse_8bit_adam: true\nrank: 16\nenable_xformers_memory_efficient_attention: true\n", "diffusers", "micro_batch=1 grad_accum=4 image_size=1024 optimizer=adamw-8bit method=lora lora_rank=16 attention=xformers"},
		{"ai-toolkit", "a.yaml", "---\njob: extension\nconfig:\n  process:\n    - type: sd_trainer\n      network: {type: lora, linear: 16}\n      train: {batch_size: 1, dtype: bf16, optimizer: adamw8bit, lr: 1e-4, gradient_checkpointing: true}\n      model: {name_or_path: a/b, quantize: true}\n", "ai-toolkit", ""},
		{"simpletuner with dashes", "config.json", `{"--model_family": "flux", "--model_type": "lora", "--train_batch_size": 4, "--base_model_precision": "int8-quanto"}`, "simpletuner", ""},
		{"onetrainer", "o.json", `{"training_method": "FINE_TUNE", "model_type": "STABLE_DIFFUSION_XL", "batch_size": 2, "gradient_checkpointing": "CPU_OFFLOADED", "train_dtype": "BFLOAT_16"}`, "onetrainer", ""},
		{"basicsr", "b.yml", "network_g: {type: RRDBNet}\nnum_gpu: 4\ndatasets:\n  train: {batch_size_per_gpu: 16, num_worker_per_gpu: 6, gt_size: 128}\ntrain:\n  ema_decay: 0.999\n  optim_g: {type: Adam, lr: !!float 2e-4}\n", "basicsr", ""},
		{"lavis", "l.yaml", "model:\n  arch: blip2\n  use_grad_checkpoint: True\nrun:\n  batch_size_train: 16\n  amp: True\n  accum_grad_iters: 1\n", "lavis", ""},
		{"dinov2", "d.yaml", "student: {arch: vit_large}\nteacher: {momentum: 0.99}\ntrain: {batch_size_per_gpu: 64, num_workers: 10}\n", "dinov2", ""},
		{"fairseq", "f.yaml", "common: {fp16: true}\ntask: {_name: audio_finetuning}\ndataset: {max_tokens: 3200000, num_workers: 6}\noptimization: {update_freq: [4], lr: [0.00003], max_update: 80000}\ndistributed_training: {ddp_backend: legacy_ddp, distributed_world_size: 8}\nmodel: {_name: wav2vec_ctc, w2v_path: ???}\n", "fairseq", "precision=amp-fp16 grad_accum=4 lr=3e-05 gpus=8 sharding=ddp model=? -micro_batch"},
		{"open-clip", "o.json", `{"model": "ViT-B-32", "train_data": "x.tar", "batch_size": 64, "accum_freq": 2, "precision": "amp_bf16", "grad_checkpointing": true}`, "open-clip", ""},
		{"look-alike: scripts of a web project", "package.json", `{"name": "x", "scripts": {"train": "y"}, "dependencies": {"model": "1"}}`, "", ""},
	})
}

func TestGeneric(t *testing.T) {
	runFields(t, []fieldCase{
		{"nested", "c.yaml", "hardware:\n  mixed_precision: fp16\n  num_gpus: 2\ntraining:\n  batch_size: 4\n  learning_rate: 1e-4\n  gradient_accumulation_steps: 2\n  gradient_checkpointing: true\nmodel:\n  resolution: 512\n", "generic", "precision=amp-fp16 gpus=2 micro_batch=4 lr=0.0001 grad_accum=2 checkpointing=full image_size=512"},
		{"mixed precision without a dtype", "c.yaml", "mixed_precision: true\nbatch_size: 4\nepochs: 3\nlr: 0.1\n", "generic", "precision=?"},
		{"messy: broken in the middle", "c.yaml", "batch_size: 4\nlr: 0.1\n  oops: [1,\nepochs: 3\n", "generic", "micro_batch=4 lr=0.1 epochs=3"},
		{"look-alike: one word is not enough", "c.yaml", "name: x\nseed: 1\nmodel: resnet\n", "", ""},
		{"look-alike: a model's own file", "config.json", `{"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 64, "torch_dtype": "bfloat16", "optimizer": "x", "batch_size": 1, "lr": 1}`, "", ""},
		{"empty", "c.yaml", "", "", ""},
	})
	if r := Read(document("c.yaml", "batch_size: 4\nlr: 0.1\nepochs: 3\n")); r.Confidence != Guess {
		t.Errorf("confidence %v, want guess", r.Confidence)
	}
}
