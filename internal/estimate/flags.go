package estimate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/nearest"
)

// Flags describe one job on the command line, in the words of testdata/measured/measured.csv.
type Flags struct {
	text        map[string]*string
	number      map[string]*int
	params      int64
	trainable   int64
	modelConfig string
	set         *pflag.FlagSet
}

// textFlags are the inputs that are words, with their help.
var textFlags = [][2]string{
	{"model", "hub id, local folder or timm name of the model"},
	{"method", "what trains"},
	{"lora-targets", "module names that get an adapter, or all-linear, attention, qv"},
	{"weights", "dtype of the weights on the GPU"},
	{"compute", "autocast (amp-fp16, amp-bf16), fp32, or the weights' own dtype (pure)"},
	{"master", "fp32 when the framework keeps a separate master copy"},
	{"adapter-dtype", "dtype of the adapters"},
	{"optimizer", "optimizer; +in-backward and +cpu-offload may be appended"},
	{"optimizer-impl", "implementation of the optimizer"},
	{"image", "pixels of a sample, HxW or FRAMESxHxW"},
	{"checkpointing", "activation checkpointing"},
	{"attention", "attention kernel"},
	{"loss", "loss kernel"},
	{"kernels", "kernel packages that change what is saved: compile, liger, unsloth"},
	{"sharding", "how the ranks share the states"},
	{"offload", "what lives in host memory"},
	{"framework", "whose training loop runs"},
	{"torch", "torch version, such as 2.4"},
}

var numberFlags = [][2]string{
	{"lora-rank", "rank of the adapters"},
	{"micro-batch", "samples per GPU and forward pass"},
	{"grad-accum", "forward passes per optimizer step"},
	{"seq-len", "tokens of a sample after padding or packing"},
	{"gpus", "ranks"},
}

// NewFlags registers the flags that describe a job.
func NewFlags(set *pflag.FlagSet) *Flags {
	flags := &Flags{text: map[string]*string{}, number: map[string]*int{}, set: set}
	for _, flag := range textFlags {
		help := flag[1]
		if words := estimator.Words(flag[0]); len(words) > 0 && len(words) < 9 {
			help += ": " + strings.Join(words, "|")
		}
		flags.text[flag[0]] = set.String(flag[0], "", help)
	}
	for _, flag := range numberFlags {
		flags.number[flag[0]] = set.Int(flag[0], 0, flag[1])
	}
	set.Int64Var(&flags.params, "params", 0, "parameters of the model, when they differ from the catalogue's")
	set.Int64Var(&flags.trainable, "trainable", 0, "parameters that get gradients, when they differ from what the method implies")
	set.StringVar(&flags.modelConfig, "model-config", "", "config.json of the model; it beats the catalogue")
	return flags
}

// Used reports whether any flag that describes a job was given.
func (f *Flags) Used() bool {
	used := false
	f.set.Visit(func(flag *pflag.Flag) {
		_, text := f.text[flag.Name]
		_, number := f.number[flag.Name]
		used = used || text || number || flag.Name == "params" || flag.Name == "model-config"
	})
	return used
}

// Describe reads the job the flags describe. An error names a value that is none of its words.
func (f *Flags) Describe() (Described, error) {
	if err := f.check(); err != nil {
		return Described{}, err
	}
	job := f.job()
	model, basis, err := f.model()
	if err != nil {
		return Described{}, err
	}
	job.Model = model
	described := Described{Name: model.ID, Job: job, From: map[string]string{}}
	if name := *f.text["model"]; name != "" {
		described.Name = name
	}
	f.set.Visit(func(flag *pflag.Flag) { described.From[flag.Name] = "--" + flag.Name })
	if basis != "" && f.params == 0 {
		described.From["params"] = basis
	}
	return described, nil
}

func (f *Flags) check() error {
	for name, value := range f.text {
		words := estimator.Words(name)
		if name == "optimizer" || len(words) == 0 || *value == "" || slices.Contains(words, *value) {
			continue
		}
		if name == "checkpointing" && strings.HasPrefix(*value, "other:") || name == "sharding" && strings.HasPrefix(*value, "mixed:") {
			continue
		}
		return fmt.Errorf("--%s cannot be %q%s (one of %s)", name, *value, nearest.Hint(*value, words), strings.Join(words, ", "))
	}
	return f.checkShapes()
}

func (f *Flags) checkShapes() error {
	optimizer, _, _ := strings.Cut(*f.text["optimizer"], "+")
	if words := estimator.Words("optimizer"); optimizer != "" && optimizer != "other" && !slices.Contains(words, optimizer) {
		return fmt.Errorf("--optimizer cannot be %q%s", optimizer, nearest.Hint(optimizer, words))
	}
	if text := *f.text["image"]; text != "" && estimator.ParseImage(text) == (estimator.Image{}) {
		return fmt.Errorf("--image cannot be %q, write it as 512x512", text)
	}
	for name, value := range f.number {
		if *value < 0 {
			return fmt.Errorf("--%s cannot be %d", name, *value)
		}
	}
	return nil
}

func (f *Flags) job() estimator.Job {
	text := func(name string) string { return *f.text[name] }
	return estimator.Job{
		Trainable: f.trainable, Method: estimator.Method(text("method")), LoRARank: *f.number["lora-rank"],
		LoRATargets: words(text("lora-targets")), Weights: estimator.DType(text("weights")),
		Compute: estimator.Compute(text("compute")), Master: estimator.DType(text("master")),
		AdapterDType: estimator.DType(text("adapter-dtype")), Optimizer: estimator.Optimizer(text("optimizer")),
		OptimizerImpl: estimator.OptimizerImpl(text("optimizer-impl")), MicroBatch: *f.number["micro-batch"],
		GradAccum: *f.number["grad-accum"], SeqLen: *f.number["seq-len"], Image: estimator.ParseImage(text("image")),
		Checkpointing: estimator.Checkpointing(text("checkpointing")), Attention: estimator.Attention(text("attention")),
		Loss: estimator.Loss(text("loss")), Kernels: words(text("kernels")), GPUs: *f.number["gpus"],
		Sharding: estimator.Sharding(text("sharding")), Offload: estimator.Offload(text("offload")),
		Framework: estimator.Framework(text("framework")), Torch: text("torch"),
	}
}

// words splits a list written with spaces or commas.
func words(text string) []string {
	return strings.FieldsFunc(text, func(letter rune) bool { return letter == ' ' || letter == ',' })
}

// model prefers --model-config, then a config.json in the folder --model names, then the catalogue.
func (f *Flags) model() (estimator.Model, string, error) {
	name := *f.text["model"]
	path := f.modelConfig
	if path == "" && name != "" {
		if files.Exists(name + "/config.json") {
			path = name + "/config.json"
		}
	}
	model, found := estimator.LookupModel(name)
	if path != "" {
		text, err := files.Read(path)
		if err != nil {
			return model, "", fmt.Errorf("cannot read the model's config: %w", err)
		}
		if model, err = estimator.ModelFromHFConfig(text); err != nil {
			return model, "", fmt.Errorf("%s: %w", path, err)
		}
	} else if !found {
		model.ID = name
	}
	if f.params > 0 {
		model.Params, model.Basis = f.params, "--params"
	}
	return model, path, nil
}
