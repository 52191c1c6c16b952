package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/job/built"
	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/tensor"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/project"
)

const modelHelp = `model builds a model that people wrote and follows its forward pass, without
running anything: parameters, output shape and the bytes that are kept for the
backward pass, module by module, and what a training step takes.

FILE:NAME is a class or a factory of a Python file, or a method that makes one,
as net.py:Net.from_name. Where something is not
known, the answer ends there and says so: numbers are then "at least". The exit
code is 2 where nothing could be built.`

const modelExamples = `  trainlint model unet.py:UNet --input 8x3x256x256
  trainlint model gpt.py:GPT --arg vocab=50257 --arg width=768 --input 4x1024:int64
  trainlint model vit.py:ViT --input 32x3x224x224 --compute bf16 --optimizer sgd --checkpointing blocks --gpu a100-80
  trainlint model net.py:build --input 1x3x224x224 --eval --format json`

func newModelCommand(env *Environment) *cobra.Command {
	var inputs, args []string
	var checkpointing string
	var format, compute, optimizer, weights, torch, gpu string
	var train, eval bool
	command := &cobra.Command{
		Use:     "model FILE:NAME --input SHAPE",
		Short:   "say what a model that you wrote keeps in memory, module by module",
		Long:    modelHelp,
		Example: modelExamples,
		Args:    takes(1, 1),
		RunE: func(_ *cobra.Command, named []string) error {
			if train && eval {
				return errors.New("--train and --eval: choose one")
			}
			ask := model.Request{Defaults: true, Eval: eval, Checkpointing: checkpointing, Published: built.Published}
			var known bool
			if ask.Autocast, known = autocasts[compute]; !known {
				return fmt.Errorf("--compute %s: choose fp32, bf16 or fp16", compute)
			}
			if ask.Weights, known = autocasts[weights]; !known {
				return fmt.Errorf("--weights %s: choose fp32, bf16 or fp16", weights)
			}
			if ask.Torch, known = minorOfTorch(torch); !known {
				return fmt.Errorf("--torch %s: write a version of torch 2, such as 2.4", torch)
			}
			states, temporary, known := estimator.OptimizerTakes(estimator.Optimizer(optimizer))
			if !known {
				return fmt.Errorf(
					"--optimizer %s: choose one of torch.optim's: adamw, adam, sgd, sgd-momentum, rmsprop, adagrad, adadelta, adamax, nadam, radam",
					optimizer,
				)
			}
			if gpu != "" {
				if err := project.KnownGPU(gpu); err != nil {
					return err
				}
				ask.Card, ask.BLASBytes = tensor.CardOf(gpu), int64(estimator.BLASWorkspaces(gpu))
			}
			ask.Optimizer = &model.Optimizer{States: states, Temporary: temporary}
			var err error
			if ask.Inputs, err = parseInputs(inputs); err != nil {
				return err
			}
			for _, text := range args {
				ask.Arguments = append(ask.Arguments, parseArgument(text))
			}
			answer, err := builtModel(env, named[0], ask)
			if err != nil {
				return err
			}
			if err := writeModel(env.Stdout, format, answer, step{compute, weights, optimizer}); err != nil {
				return err
			}
			if len(answer.Layers) == 0 { // nothing was built
				return exitCode(exitFailure)
			}
			return nil
		},
	}
	flags := command.Flags()
	flags.StringArrayVar(
		&inputs,
		"input",
		nil,
		"an input of forward: 8x3x224x224, 2x77:int64, mask=2x77:bool (repeatable)",
	)
	flags.StringArrayVar(
		&args,
		"arg",
		nil,
		"an argument of the constructor: width=64, or config.width=64 for an attribute of one (repeatable)",
	)
	flags.BoolVar(&train, "train", false, "training mode, the default")
	flags.BoolVar(&eval, "eval", false, "evaluation mode, without a backward pass")
	flags.StringVar(&compute, "compute", "fp32", "fp32, or what torch.autocast casts to around forward: bf16|fp16")
	flags.StringVar(
		&optimizer,
		"optimizer",
		"adamw",
		"the optimizer of the training step: adamw, adam, sgd, sgd-momentum, …",
	)
	flags.StringVar(&weights, "weights", "fp32", "what the model and its inputs are cast to beforehand: fp32|bf16|fp16")
	flags.StringVar(
		&checkpointing,
		"checkpointing",
		"",
		"what torch.utils.checkpoint runs again in the backward pass: the modules of a class, or blocks for those that lists hold several of",
	)
	flags.StringVar(&torch, "torch", "", "torch version, such as 2.4; without it the newest")
	flags.StringVar(
		&gpu,
		"gpu",
		"",
		"the card: with it, forward and step count what cuBLAS, convolutions and sums take there beside tensors",
	)
	flags.StringVar(&format, "format", "text", "text|json")
	return command
}

// autocasts are what torch.autocast casts to.
var autocasts = map[string]tensor.DType{"fp32": tensor.NoDType, "bf16": tensor.BFloat16, "fp16": tensor.Float16}

// minorOfTorch is the 4 of 2.4; 0 where no version is given.
func minorOfTorch(version string) (minor int, ok bool) {
	if version == "" {
		return 0, true
	}
	words := strings.SplitN(version, ".", 3)
	if len(words) < 2 || words[0] != "2" {
		return 0, false
	}
	minor, err := strconv.Atoi(words[1])
	if minor == 0 {
		minor = 1 // what is told apart changed later
	}
	return minor, err == nil && minor > 0
}

// builtModel is the answer about FILE:NAME.
func builtModel(env *Environment, named string, ask model.Request) (*model.Answer, error) {
	colon := strings.LastIndexByte(named, ':')
	if colon < 0 || colon == len(named)-1 {
		return nil, fmt.Errorf("%q names no class: write FILE:NAME, such as unet.py:UNet", named)
	}
	path := named[:colon]
	ask.Name = named[colon+1:]
	opened, err := project.Open(env.project("", path))
	if err != nil {
		return nil, err
	}
	if err := errors.Join(opened.Failures()...); err != nil {
		return nil, err
	}
	if len(opened.Files) != 1 || !opened.Files[0].Kind.IsPython() {
		return nil, fmt.Errorf("%s is no Python file", path)
	}
	file, err := opened.Read(opened.Files[0])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	module, err := python.Parse(file)
	if err != nil {
		return nil, err
	}
	finder := opened.Borrow()
	finder.Keep(file.Path, module)
	return model.Build(finder, module, imports.Name(file.Path), ask)
}

// parseInputs reads what --input says.
func parseInputs(texts []string) ([]model.Input, error) {
	var list []model.Input
	for _, text := range texts {
		in, err := model.ParseInput(text)
		if err != nil {
			return nil, fmt.Errorf("--input %w", err)
		}
		list = append(list, in)
	}
	return list, nil
}

// parseArgument reads NAME=VALUE, or VALUE alone for the next place.
func parseArgument(text string) model.Argument {
	name, value, ok := strings.Cut(text, "=")
	if !ok || strings.ContainsAny(name, " '\"([{") {
		return model.Argument{Text: text}
	}
	return model.Argument{Name: name, Text: value}
}
