// Package jobedit turns changes of a training job's fields into edits of the files
// that decide them, in each framework's own keys.
package jobedit

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// Change sets one field of a job to a canonical value.
type Change struct {
	Field dialect.Field
	Text  string
}

// setting is a key with its value as the language writes it.
type setting struct {
	key   string
	value value
}

// value is a scalar, to be written in YAML, JSON, TOML, Python or on a command line.
type value struct {
	text   string
	quoted bool // a string
}

func word(text string) value { return value{text, true} }
func bare(text string) value { return value{text, false} }

var yes, no = bare("true"), bare("false")

// python is the value as a Python literal.
func (v value) python() string {
	switch {
	case v.quoted:
		return `"` + v.text + `"`
	case v == yes:
		return "True"
	case v == no:
		return "False"
	}
	return v.text
}

// spelling is what a dialect writes for one value of one field. Of several
// settings all are needed.
type spelling struct {
	field    dialect.Field
	text     string
	settings []setting
}

// one setting alone.
func spell(f dialect.Field, text, key string, v value) spelling {
	return spelling{f, text, []setting{{key, v}}}
}

// trainerSpellings are those of transformers.TrainingArguments, which several
// dialects take over.
var trainerSpellings = []spelling{
	spell(dialect.Checkpointing, "full", "gradient_checkpointing", yes),
	spell(dialect.Precision, "amp-bf16", "bf16", yes),
	spell(dialect.Precision, "amp-fp16", "fp16", yes),
	spell(dialect.Optimizer, "adamw-8bit", "optim", word("adamw_bnb_8bit")),
	spell(dialect.Optimizer, "paged-adamw-8bit", "optim", word("paged_adamw_8bit")),
	spell(dialect.OptimizerImpl, "fused", "optim", word("adamw_torch_fused")),
	spell(dialect.Loss, "liger", "use_liger_kernel", yes),
}

// spellings are what each dialect calls the values that a plan can ask for. Counts
// need no line: they are written under the key that the dialect reads first.
var spellings = map[string][]spelling{
	"hf-arguments": trainerSpellings,
	"llama-factory": {
		spell(dialect.Checkpointing, "full", "disable_gradient_checkpointing", no),
		spell(dialect.Precision, "amp-bf16", "bf16", yes),
		spell(dialect.Precision, "amp-fp16", "fp16", yes),
		spell(dialect.Optimizer, "adamw-8bit", "optim", word("adamw_bnb_8bit")),
		spell(dialect.Optimizer, "paged-adamw-8bit", "optim", word("paged_adamw_8bit")),
		spell(dialect.OptimizerImpl, "fused", "optim", word("adamw_torch_fused")),
		spell(dialect.Loss, "liger", "enable_liger_kernel", yes),
		spell(dialect.Attention, "sdpa", "flash_attn", word("sdpa")),
		spell(dialect.Weights, "bf16", "pure_bf16", yes),
		spell(dialect.Method, "lora", "finetuning_type", word("lora")),
	},
	"axolotl": {
		spell(dialect.Checkpointing, "full", "gradient_checkpointing", yes),
		spell(dialect.Precision, "amp-fp16", "fp16", yes),
		spell(dialect.Optimizer, "adamw-8bit", "optimizer", word("adamw_bnb_8bit")),
		spell(dialect.Optimizer, "paged-adamw-8bit", "optimizer", word("paged_adamw_8bit")),
		spell(dialect.OptimizerImpl, "fused", "optimizer", word("adamw_torch_fused")),
		spell(dialect.Attention, "sdpa", "sdp_attention", yes),
		spell(dialect.Weights, "bf16", "bfloat16", yes),
		spell(dialect.Method, "lora", "adapter", word("lora")),
	},
	"torchtune": {
		spell(dialect.Checkpointing, "full", "enable_activation_checkpointing", yes),
		spell(dialect.Weights, "bf16", "dtype", word("bf16")),
		spell(dialect.Optimizer, "adamw-8bit", "optimizer._component_", word("bitsandbytes.optim.AdamW8bit")),
		spell(dialect.Optimizer, "paged-adamw-8bit", "optimizer._component_", word("bitsandbytes.optim.PagedAdamW8bit")),
		spell(dialect.OptimizerImpl, "fused", "optimizer.fused", yes),
	},
	"diffusers": {
		spell(dialect.Checkpointing, "full", "gradient_checkpointing", yes),
		spell(dialect.Precision, "amp-bf16", "mixed_precision", word("bf16")),
		spell(dialect.Precision, "amp-fp16", "mixed_precision", word("fp16")),
		spell(dialect.Optimizer, "adamw-8bit", "use_8bit_adam", yes),
	},
	"accelerate": {
		spell(dialect.Precision, "amp-bf16", "mixed_precision", word("bf16")),
		spell(dialect.Precision, "amp-fp16", "mixed_precision", word("fp16")),
	},
	"litgpt": {
		spell(dialect.Precision, "amp-bf16", "precision", word("bf16-mixed")),
		spell(dialect.Precision, "amp-fp16", "precision", word("16-mixed")),
	},
	"lightning": {
		spell(dialect.Precision, "amp-bf16", "trainer.precision", word("bf16-mixed")),
		spell(dialect.Precision, "amp-fp16", "trainer.precision", word("16-mixed")),
	},
	"kohya": {
		spell(dialect.Checkpointing, "full", "gradient_checkpointing", yes),
		spell(dialect.Precision, "amp-bf16", "mixed_precision", word("bf16")),
		spell(dialect.Precision, "amp-fp16", "mixed_precision", word("fp16")),
		spell(dialect.Optimizer, "adamw-8bit", "optimizer_type", word("AdamW8bit")),
		spell(dialect.Optimizer, "paged-adamw-8bit", "optimizer_type", word("PagedAdamW8bit")),
	},
	"ms-swift": append([]spelling{spell(dialect.Attention, "sdpa", "attn_impl", word("sdpa"))}, trainerSpellings...),
	// A project's own file: only under the key that it has already.
	"generic": {
		spell(dialect.Checkpointing, "full", "gradient_checkpointing", yes),
		spell(dialect.Checkpointing, "full", "enable_gradient_checkpointing", yes),
		spell(dialect.Checkpointing, "full", "activation_checkpointing", yes),
		spell(dialect.Precision, "amp-bf16", "mixed_precision", word("bf16")),
		spell(dialect.Precision, "amp-fp16", "mixed_precision", word("fp16")),
		spell(dialect.Precision, "amp-bf16", "bf16", yes),
		spell(dialect.Precision, "amp-fp16", "fp16", yes),
		spell(dialect.Optimizer, "adamw-8bit", "use_8bit_adam", yes),
		spell(dialect.Attention, "sdpa", "attn_implementation", word("sdpa")),
	},
}

// counts are the fields whose canonical value is a number that every dialect
// writes as it is.
var counts = map[dialect.Field]bool{dialect.MicroBatch: true, dialect.Accumulation: true, dialect.LoRARank: true}

// spellingOf is how a dialect writes a change; key is the key that the field has
// now, "" when it has none. ok is false when the dialect has no word for it.
func spellingOf(d *dialect.Dialect, c Change, key string) ([]setting, bool) {
	if counts[c.Field] {
		if key == "" {
			key = firstKey(d, c.Field)
		}
		return []setting{{key, bare(c.Text)}}, key != ""
	}
	var fallback []setting
	for _, s := range spellings[d.Name] {
		if s.field != c.Field || s.text != c.Text {
			continue
		}
		if key != "" && lastPart(s.settings[0].key) == lastPart(key) {
			return []setting{{key, s.settings[0].value}}, true
		}
		if fallback == nil {
			fallback = s.settings
		}
	}
	if d.Name == "generic" {
		return nil, false
	}
	return fallback, fallback != nil
}

// firstKey is the key under which a dialect writes a field.
func firstKey(d *dialect.Dialect, f dialect.Field) string {
	if d.Name == "generic" {
		return ""
	}
	for _, k := range d.Keys {
		if k.Field == f && !strings.Contains(k.Path, "*") {
			return k.Path
		}
	}
	return ""
}

func lastPart(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }
