package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var lavis = &Dialect{
	Name: "lavis",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{All: []string{"run:map"}, Any: []string{"model.arch", "datasets:map", "run.runner", "run.task"}},
		{All: []string{"model:map", "preprocess:map"}, Any: []string{"preprocess.vis_processor", "preprocess.text_processor"}},
		{All: []string{"model.arch"}, Any: []string{"model.model_type", "preprocess:map", "model.load_finetuned", "model.pretrained", "model.load_pretrained"}, Never: []string{"trainer:map"}},
		{All: []string{"datasets:map"}, Any: []string{"**.build_info", "**.vis_processor", "**.dataset_card"}},
	},
	Keys: []Key{
		{Path: "model.arch", Field: Model},
		{Path: "model.use_grad_checkpoint", Field: Checkpointing, read: checkpointing},
		{Path: "model.vit_grad_ckpt", Field: Checkpointing, read: checkpointing},
		{Path: "run.batch_size_train", Field: MicroBatch, read: number},
		{Path: "run.batch_size_eval", Field: EvalBatch, read: number},
		{Path: "run.num_workers", Field: Workers, read: number},
		{Path: "run.accum_grad_iters", Field: Accumulation, read: number},
		{Path: "run.amp", Field: Precision, read: choose("amp-fp16", "fp32")},
		{Path: "run.init_lr", Field: LearningRate, read: number},
		{Path: "run.max_epoch", Field: Epochs, read: number},
		{Path: "run.world_size", Field: GPUs, read: positive},
		{Path: "run.seed", Field: Seed, read: number},
		{Path: "run.output_dir", Field: Output},
	},
}
