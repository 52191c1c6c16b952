package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var basicSR = &Dialect{
	Name: "basicsr",
	Host: config.PyYAML,
	Signatures: []Signature{
		{All: []string{"network_g:map"}, Any: []string{"datasets:map", "train:map", "val:map", "path:map"}},
	},
	Keys: []Key{
		{Path: "network_g.type", Field: Model},
		{Path: "num_gpu", Field: GPUs, read: positive},
		{Path: "datasets.train.batch_size_per_gpu", Field: MicroBatch, read: number},
		{Path: "datasets.train.num_worker_per_gpu", Field: Workers, read: number},
		{Path: "datasets.train.pin_memory", Field: PinMemory, read: boolean},
		{Path: "datasets.train.gt_size", Field: ImageSize, read: imageSize},
		{Path: "train.optim_g.type", Field: Optimizer, read: optimizer},
		{Path: "train.optim_g.lr", Field: LearningRate, read: number},
		{Path: "train.total_iter", Field: MaxSteps, read: number},
		{Path: "logger.save_checkpoint_freq", Field: SaveSteps, read: number},
		{Path: "manual_seed", Field: Seed, read: number},
	},
	Defaults: []Default{{Precision, "fp32", "there is no autocast"}, {Accumulation, "1", "there is none"}},
	finish: func(r *Reading) {
		if p, ok := r.Pair("train.ema_decay"); ok && p.Value.IsNumber() && p.Value.Float > 0 {
			r.add(EMA, "true", p)
		}
	},
}
