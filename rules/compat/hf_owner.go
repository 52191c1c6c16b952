package compat

import (
	"slices"
	"strings"
)

// owner is what a call's keyword arguments belong to.
type owner struct {
	kind string // as in renamed.of
	name string // the class
	// model: from_pretrained of a model, which takes what a tokenizer does not.
	model bool
	// except are the arguments that do not arrive there: a class in front of it has parameters of its own.
	except []string
}

func (o owner) takes(r renamed) bool {
	if slices.Contains(o.except, r.old) {
		return false
	}
	switch r.of {
	case "model":
		return o.kind == "from_pretrained" && o.model
	case "from_pretrained":
		return o.kind == "from_pretrained" && (o.model || r.old != "torch_dtype")
	}
	return r.of == o.kind || r.of == o.name
}

func ownerNamed(name string) owner {
	root, _, _ := strings.Cut(name, ".")
	last := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case name == "transformers.pipeline":
		return owner{kind: "from_pretrained", name: name, model: true}
	case root == "transformers" && strings.HasSuffix(last, "TrainingArguments"):
		return owner{kind: "arguments", name: name}
	case name == "transformers.Trainer" || name == "transformers.Seq2SeqTrainer":
		return owner{kind: "trainer", name: name}
	case root == "trl" && strings.HasSuffix(last, "Trainer"):
		return owner{kind: "trl trainer", name: name}
	case root == "trl" && strings.HasSuffix(last, "Config") && last != "ModelConfig" && last != "ScriptArguments":
		return owner{kind: "arguments", name: name}
	}
	return owner{}
}

// isModel tells models from tokenizers, processors and configurations.
func isModel(name string) bool {
	for _, part := range []string{"Tokenizer", "Processor", "Config", "FeatureExtractor"} {
		if strings.Contains(name, part) {
			return false
		}
	}
	return true
}
