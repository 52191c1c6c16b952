package estimate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/nearest"
)

// Flags describe one job on the command line, in the words of testdata/measured/measured.csv.
type Flags struct {
	model, modelConfig string
	params             int64
	text               map[string]*string
	number             map[string]*int64
	set                *pflag.FlagSet
}

// NewFlags registers the flags that describe a job.
func NewFlags(set *pflag.FlagSet) *Flags {
	flags := &Flags{text: map[string]*string{}, number: map[string]*int64{}, set: set}
	set.StringVar(&flags.model, "model", "", "hub id, local folder or timm name of the model")
	set.StringVar(&flags.modelConfig, "model-config", "", "config.json of the model; it beats the catalogue")
	set.Int64Var(&flags.params, "params", 0, "parameters of the model, when they differ from the catalogue's")
	for _, field := range estimator.Fields() {
		if field.Number {
			flags.number[field.Name] = set.Int64(field.Name, 0, field.Help)
			continue
		}
		help := field.Help
		if words := estimator.Words(field.Name); len(words) > 0 && len(words) < 9 {
			help += ": " + strings.Join(words, "|")
		}
		flags.text[field.Name] = set.String(field.Name, "", help)
	}
	return flags
}

// given is what a flag that describes a property says, "" where it is not given.
func (f *Flags) given(field estimator.Field) string {
	if !field.Number {
		return *f.text[field.Name]
	}
	if value := *f.number[field.Name]; value != 0 {
		return strconv.FormatInt(value, 10)
	}
	return ""
}

// Used reports whether any flag that describes a job was given.
func (f *Flags) Used() bool {
	used := false
	f.set.Visit(func(flag *pflag.Flag) {
		_, field := estimator.FieldNamed(flag.Name)
		used = used || field || flag.Name == "model" || flag.Name == "params" || flag.Name == "model-config"
	})
	return used
}

// Describe reads the job the flags describe. An error names a value that is none of its words.
func (f *Flags) Describe() (Described, error) {
	if err := f.check(); err != nil {
		return Described{}, err
	}
	model, basis, err := f.readModel()
	if err != nil {
		return Described{}, err
	}
	job := estimator.Job{Model: model}
	for _, field := range estimator.Fields() {
		field.Set(&job, f.given(field))
	}
	described := Described{Name: model.ID, Job: job, From: map[string]string{}}
	if f.model != "" {
		described.Name = f.model
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
		if name == "checkpointing" && strings.HasPrefix(*value, "other:") ||
			name == "sharding" && strings.HasPrefix(*value, "mixed:") {
			continue
		}
		return fmt.Errorf(
			"--%s cannot be %q%s (one of %s)",
			name,
			*value,
			nearest.Hint(*value, words),
			strings.Join(words, ", "),
		)
	}
	return f.checkShapes()
}

func (f *Flags) checkShapes() error {
	optimizer, _, _ := strings.Cut(*f.text["optimizer"], "+")
	if words := estimator.Words("optimizer"); optimizer != "" && optimizer != "other" &&
		!slices.Contains(words, optimizer) {
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

// readModel prefers --model-config, then a config.json in the folder --model names, then the catalogue.
func (f *Flags) readModel() (estimator.Model, string, error) {
	name, path := f.model, f.modelConfig
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
