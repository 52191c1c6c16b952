package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// mmengine are the Python configurations of OpenMMLab, old (mmdetection 2) and new
// (MMEngine); their assignments arrive as pairs with dotted keys.
var mmengine = &Dialect{
	Name: "mmengine",
	Host: config.PyYAML,
	Signatures: []Signature{
		{
			Any:   []string{"optim_wrapper", "train_dataloader:map", "train_cfg", "default_scope"},
			Least: 2,
			Never: []string{"model:text"},
		},
		{Any: []string{"data.samples_per_gpu", "data.workers_per_gpu"}},
	},
	Keys: []Key{
		{Path: "train_dataloader.batch_size", Field: MicroBatch, read: number},
		{Path: "data.samples_per_gpu", Field: MicroBatch, read: number},
		{Path: "train_dataloader.num_workers", Field: Workers, read: number},
		{Path: "train_dataloader.persistent_workers", Field: Persistent, read: boolean},
		{Path: "data.workers_per_gpu", Field: Workers, read: number},
		{Path: "optim_wrapper.optimizer.type", Field: Optimizer, read: optimizer},
		{Path: "optimizer.type", Field: Optimizer, read: optimizer},
		{Path: "optim_wrapper.optimizer.lr", Field: LearningRate, read: number},
		{Path: "optimizer.lr", Field: LearningRate, read: number},
		{Path: "optim_wrapper.accumulative_counts", Field: Accumulation, read: number},
		{Path: "optimizer_config.cumulative_iters", Field: Accumulation, read: number},
		{Path: "optim_wrapper.clip_grad.max_norm", Field: GradientClip, read: number},
		{Path: "optimizer_config.grad_clip.max_norm", Field: GradientClip, read: number},
		{
			Path:  "optim_wrapper.type",
			Field: Precision,
			read:  words(map[string]string{"ampoptimwrapper": "amp-fp16", "optimwrapper": "fp32"}),
		},
		{Path: "fp16.loss_scale", Field: Precision, read: always("amp-fp16")},
		{Path: "train_cfg.max_epochs", Field: Epochs, read: number},
		{Path: "runner.max_epochs", Field: Epochs, read: number},
		{Path: "total_epochs", Field: Epochs, read: number},
		{Path: "train_cfg.max_iters", Field: MaxSteps, read: number},
		{Path: "runner.max_iters", Field: MaxSteps, read: number},
	},
	finish: func(r *Reading) {
		for _, where := range []string{"optim_wrapper.optimizer.", "optimizer."} {
			kind, _ := r.Pair(where + "type")
			switch p, ok := r.Pair(where + "momentum"); {
			case !ok || !strings.EqualFold(kind.Value.Text, "sgd"):
			case !p.Value.Known():
				r.unknown(Optimizer, p)
			case p.Value.Kind != config.Null && p.Value.Float != 0:
				r.add(Optimizer, "sgd-momentum", p)
			}
		}
		wrapper, _ := r.Pair("optim_wrapper.type")
		switch p, ok := r.Pair("optim_wrapper.dtype"); {
		case !ok || strings.EqualFold(wrapper.Value.Text, "OptimWrapper"):
		case !p.Value.Known():
			r.unknown(Precision, p)
		case p.Value.Text == "bfloat16":
			r.add(Precision, "amp-bf16", p)
		}
	},
	beside: []string{"optim_wrapper.optimizer.momentum", "optimizer.momentum", "optim_wrapper.dtype"},
}
