package dialect

import "strings"

// foreignSignatures are files that live beside training configurations and share
// words with them: "steps", "name", "model_type", "precision".
var foreignSignatures = []Signature{
	{All: []string{"jobs:map"}, Any: []string{"on|true|name", "**.runs-on", "**.uses"}, Least: 2}, // GitHub workflow
	{All: []string{"runs:map", "runs.using"}},                                                     // GitHub action
	{All: []string{"repos:list"}, Any: []string{"**.hooks", "**.rev"}},                            // pre-commit
	{All: []string{"services:map"}, Any: []string{"**.image", "**.build", "**.volumes"}},          // compose
	{All: []string{"apiVersion", "kind"}},                                                         // Kubernetes
	{All: []string{"dependencies:list"}, Any: []string{"channels", "name"}},                       // conda
	// docs, dependabot
	{All: []string{"nav:list"}}, {All: []string{"version", "updates:list"}}, {All: []string{"site_name"}},
	{All: []string{"toctree"}}, {All: []string{"sections:list"}},
	// pyproject
	{
		Any: []string{
			"build-system",
			"tool.poetry",
			"tool.ruff",
			"tool.black",
			"tool.isort",
			"tool.setuptools",
			"tool.pytest",
			"project.name",
		},
	},
	{
		All: []string{"architectures:list"},
		Any: []string{"model_type", "transformers_version", "hidden_size", "torch_dtype"},
	}, // HF model
	{
		All: []string{"_class_name"},
	}, {All: []string{"weight_map"}}, {All: []string{"log_history"}},
	{All: []string{"transformers_version", "eos_token_id"}},
	{
		Any:   []string{"tokenizer_class", "added_tokens_decoder", "bos_token"},
		Never: []string{"learning_rate", "**.batch_size", "base_model", "micro_batch_size"},
	},
	{
		All: []string{"scripts:map"},
		Any: []string{"devDependencies", "dependencies:map"},
	}, {All: []string{"compilerOptions"}},
	{All: []string{"peft_type"}, Any: []string{"base_model_name_or_path", "task_type"}}, // saved adapter
	{All: []string{"nbformat", "cells"}},
	{All: []string{"$schema"}}, {All: []string{"definitions:map", "properties:map"}},
	{All: []string{"image_processor_type"}}, {All: []string{"processor_class"}},
}

// vocabulary reports whether the file is a long table of words and numbers. Its
// words may well include "lr" and "batch_size".
func (p *probe) vocabulary() bool {
	flat := 0
	for i := range p.pairs {
		if p.pairs[i].Value.IsNumber() && !strings.Contains(p.pairs[i].Key, ".") {
			flat++
		}
	}
	return flat > 500 && flat > len(p.pairs)*9/10
}

// foreign reports whether a file is something else for certain.
func foreign(p *probe) bool {
	if p.vocabulary() {
		return true
	}
	for i := range foreignSignatures {
		if foreignSignatures[i].holds(p) {
			return true
		}
	}
	return false
}
