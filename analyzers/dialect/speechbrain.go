package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// speechbrain is hyperpyyaml: YAML 1.2 whose tags build the objects.
var speechbrain = &Dialect{
	Name: "speechbrain",
	Host: config.Ruamel,
	Signatures: []Signature{
		{Any: []string{"!new:", "!name:", "!apply:", "!ref", "!PLACEHOLDER", "!include:", "!copy", "!module:", "!applyref:"}},
	},
	Keys: []Key{
		{Path: "train_dataloader_opts.batch_size", Field: MicroBatch, read: number},
		{Path: "train_dataloader_options.batch_size", Field: MicroBatch, read: number},
		{Path: "dataloader_options.batch_size", Field: MicroBatch, read: number},
		{Path: "dataloader_opts.batch_size", Field: MicroBatch, read: number},
		{Path: "train_dataloader_opts.num_workers", Field: Workers, read: number},
		{Path: "number_of_epochs", Field: Epochs, read: number},
		{Path: "lr", Field: LearningRate, read: number},
		{Path: "grad_accumulation_factor", Field: Accumulation, read: number},
		{Path: "max_grad_norm", Field: GradientClip, read: number},
		{Path: "precision", Field: Precision, read: mixedPrecision},
		{Path: "auto_mix_prec", Field: Precision, read: when(fact{text: "amp-fp16"})},
		{Path: "seed", Field: Seed, read: number},
		{Path: "output_folder", Field: Output},
	},
	finish: func(r *Reading) {
		for _, key := range []string{"opt_class", "optimizer", "optim"} {
			if p, ok := r.Pair(key); ok {
				r.taggedOptimizer(p)
			}
		}
	},
	beside: []string{"opt_class", "optimizer", "optim"},
}

// taggedOptimizer takes a class of torch's that a tag names: !name:torch.optim.Adam.
func (r *Reading) taggedOptimizer(p Pair) {
	if p.Value.Node == nil {
		return
	}
	name, ok := strings.CutPrefix(p.Value.Node.Tag, "!name:torch.optim.")
	if !ok {
		r.unknown(Optimizer, p)
		return
	}
	name = strings.ToLower(name)
	if known, ok := optimizerWords[name]; ok {
		name = known
	}
	if name == "sgd" && p.Value.Node.Get("momentum") != nil {
		name = "sgd-momentum"
	}
	r.add(Optimizer, name, p)
}
