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
		{Any: []string{"optim_wrapper", "train_dataloader:map", "train_cfg", "default_scope"}, Least: 2, Never: []string{"model:text"}},
		{Any: []string{"data.samples_per_gpu", "data.workers_per_gpu"}},
	},
	Keys: []Key{
		{Path: "train_dataloader.batch_size", Field: MicroBatch, read: number},
		{Path: "train_dataloader.num_workers", Field: Workers, read: number},
		{Path: "train_dataloader.persistent_workers", Field: Persistent, read: boolean},
		{Path: "train_dataloader.pin_memory", Field: PinMemory, read: boolean},
		{Path: "val_dataloader.batch_size", Field: EvalBatch, read: number},
		{Path: "data.samples_per_gpu", Field: MicroBatch, read: number},
		{Path: "data.workers_per_gpu", Field: Workers, read: number},
		{Path: "data.persistent_workers", Field: Persistent, read: boolean},
		{Path: "optim_wrapper.accumulative_counts", Field: Accumulation, read: number},
		{Path: "optimizer_config.cumulative_iters", Field: Accumulation, read: number},
		{Path: "optim_wrapper.optimizer.type", Field: Optimizer, read: optimizer},
		{Path: "optim_wrapper.optimizer.lr", Field: LearningRate, read: number},
		{Path: "optimizer.type", Field: Optimizer, read: optimizer},
		{Path: "optimizer.lr", Field: LearningRate, read: number},
		{Path: "model.backbone.with_cp", Field: Checkpointing, read: checkpointing},
		{Path: "crop_size", Field: ImageSize, read: imageSize},
		{Path: "train_cfg.max_epochs", Field: Epochs, read: number},
		{Path: "train_cfg.max_iters", Field: MaxSteps, read: number},
		{Path: "compile", Field: Compile, read: boolean},
	},
	Defaults: []Default{{Accumulation, "1", "accumulative_counts"}},
	finish:   finishMMEngine,
}

func finishMMEngine(r *Reading) {
	wrapper, ok := r.Pair("optim_wrapper.type")
	switch {
	case ok && strings.HasSuffix(wrapper.Value.Text, "AmpOptimWrapper"):
		precision := "amp-fp16"
		if strings.Contains(r.text("optim_wrapper.dtype"), "bfloat16") {
			precision = "amp-bf16"
		}
		r.add(Precision, precision, wrapper)
	case ok && strings.HasSuffix(wrapper.Value.Text, "OptimWrapper"):
		r.add(Precision, "fp32", wrapper)
	}
	if p, ok := r.Pair("fp16.loss_scale"); ok {
		r.add(Precision, "amp-fp16", p)
	}
	if p, ok := r.Pair("activation_checkpointing"); ok && p.Value.Kind == config.SequenceValue {
		r.add(Checkpointing, "full", p)
	}
}
