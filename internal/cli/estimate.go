package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/estimate"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/nearest"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/internal/revision"
)

const estimateHelp = `estimate says how much GPU and host memory a training job needs: what it is made
of, when in a step it peaks, how far the answer may be off, and whether it fits.

The jobs are those that the launchers, scripts and configs below PATH (this
folder, where none is given) start, or one that flags describe, in the words of
the measured runs it was checked against; with both, the flags have the last
word. What nothing says is assumed only where a framework has a documented
default; otherwise the answer is "unknown" and names what is missing.`

const estimateExamples = `  trainlint estimate . --gpu a100-80
  trainlint estimate --model meta-llama/Llama-2-7b-hf --method qlora --lora-rank 16 \
      --micro-batch 4 --seq-len 2048 --checkpointing full --gpu rtx4090
  trainlint estimate --model sdxl --method full --weights fp32 --compute amp-fp16 \
      --micro-batch 2 --image 1024x1024 --gpus 5 --sharding zero2 --offload optimizer`

func newEstimateCommand(env *Environment) *cobra.Command {
	var gpu, memory, host, format, base, settings string
	var inputs, sizes []string
	var fit, diff bool
	command := &cobra.Command{
		Use:     "estimate [flags] [PATH]",
		Short:   "say how much memory a training job needs",
		Long:    estimateHelp,
		Example: estimateExamples,
		Args:    takes(0, 1),
	}
	flags := estimate.NewFlags(command.Flags())
	command.Flags().StringVar(&gpu, "gpu", "", "card or cloud instance to judge against")
	command.Flags().StringVar(&memory, "gpu-memory", "", "usable memory to judge against, such as 22GiB")
	command.Flags().BoolVar(&fit, "fit", false, "list the cheapest sets of changes that make it fit the card")
	command.Flags().
		BoolVar(&diff, "diff", false, "with --fit: print the first set that can be written as a patch of the project's files")
	command.Flags().
		StringArrayVar(&inputs, "input", nil,
			"an input of forward, for a job that trains a model of its own: 8x3x224x224, 2x77:int64 (repeatable)")
	command.Flags().
		StringArrayVar(&sizes, "size", nil, "a size that only data tells, as an answer asks for it: "+
			"num_classes=10, 'len(vocab)=8000', features=64x24, image=480x640 (repeatable)")
	command.Flags().StringVar(&host, "host-memory", "", "host memory that plans may use, such as 128GiB")
	command.Flags().StringVar(&format, "format", "text", "text|json")
	command.Flags().
		StringVar(&settings, "settings", "", "use this settings file for everything, instead of the closest one")
	command.Flags().StringVar(&base, "base", "", "say how the need of each job changed since this git revision")
	command.RunE = func(cmd *cobra.Command, paths []string) error {
		if len(paths) == 0 && !flags.Used() { // no job is described: those of this folder are meant
			paths = []string{"."}
		}
		if base != "" && len(paths) == 0 {
			return errors.New("--base compares the jobs of a project: name its PATH")
		}
		if diff && (!fit || len(paths) == 0) {
			return errors.New("--diff belongs to --fit and needs a PATH: there must be files to patch")
		}
		target, err := targetOf(env, gpu, memory)
		if err != nil {
			return err
		}
		fed, err := parseInputs(inputs)
		if err != nil {
			return err
		}
		said, err := parseSizes(sizes)
		if err != nil {
			return err
		}
		if len(said) > 0 && len(paths) == 0 {
			return errors.New("--size is about the code of a project: name its PATH")
		}
		described, try, err := describedJobs(cmd.Context(), env, flags, paths, asked{gpu, settings, base, said})
		if err != nil {
			return err
		}
		for i := range described {
			described[i].Feed(fed)
			if described[i].Before != nil {
				described[i].Before.Feed(fed)
			}
		}
		sized := estimate.Size(described, target)
		for i := range sized {
			sized[i].Since = base
		}
		others, idle := estimate.CheckSizes(sized, said)
		for _, message := range others {
			env.say("%s", message)
		}
		if idle != nil {
			return idle
		}
		if fit {
			if !slices.ContainsFunc(sized, func(s estimate.Sized) bool { return s.Target.Usable > 0 }) {
				return errors.New("--fit needs a card: name it with --gpu or --gpu-memory")
			}
			hostBytes, err := hostMemory(host)
			if err != nil {
				return err
			}
			estimate.Plan(sized, hostBytes)
		}
		if diff {
			printed, err := estimate.WritePatches(env.Stdout, env.Stderr, sized, lint.JudgeOf, try)
			if err == nil && printed {
				return exitCode(1)
			}
			return err
		}
		return writeEstimate(env, format, sized)
	}
	return command
}

// asked is what flags say about the project whose jobs are described.
type asked struct {
	gpu, settings, base string
	sizes               []*job.Size
}

// parseSizes reads what --size says.
func parseSizes(texts []string) (list []*job.Size, err error) {
	for _, text := range texts {
		s, err := project.ParseSize(text)
		if err != nil {
			return nil, fmt.Errorf("--size %w", err)
		}
		if slices.ContainsFunc(list, s.Same) {
			return nil, fmt.Errorf("--size %s is given twice", s.Called())
		}
		list = append(list, s)
	}
	return list, nil
}

// describedJobs are those of the path, with the flags on top, or the one that the flags describe alone; and how to try
// edits of them.
func describedJobs(
	ctx context.Context,
	env *Environment,
	flags *estimate.Flags,
	paths []string,
	a asked,
) (jobs []estimate.Described, try estimate.Try, err error) {
	if len(paths) == 0 {
		jobs = []estimate.Described{{
			Job:  estimator.Job{GPUs: 1, GPU: a.gpu},
			From: map[string]string{"gpus": "default of one process"},
		}}
	} else if jobs, try, err = jobsOf(ctx, env, paths[0], a); err != nil {
		return nil, nil, err
	}
	for at := range jobs {
		if jobs[at], err = withFlags(flags, jobs[at], a.gpu); err != nil {
			return nil, nil, err
		}
	}
	return jobs, try, nil
}

// withFlags is a job of which the flags have the last word, as it is and as it was.
func withFlags(flags *estimate.Flags, found estimate.Described, gpu string) (estimate.Described, error) {
	described, err := flags.Overlay(found)
	if err != nil {
		return described, err
	}
	if described.Name == "" {
		described.Name = described.Job.Model.ID
	}
	if gpu != "" {
		described.Job.GPU = gpu
	}
	if described.Before != nil {
		then, err := withFlags(flags, *described.Before, gpu)
		if err != nil {
			return described, err
		}
		described.Before = &then
	}
	return described, nil
}

// jobsOf are the jobs that the files of a path take part in.
func jobsOf(ctx context.Context, env *Environment, path string, a asked) ([]estimate.Described, estimate.Try, error) {
	options := env.project(a.settings, path)
	options.Loops, options.Sizes = true, a.sizes
	if _, known := estimator.LookupGPU(a.gpu); known {
		options.GPU = a.gpu
	}
	if a.base != "" {
		changes, err := revision.Since(ctx, env.Dir, a.base)
		if err != nil {
			return nil, nil, err
		}
		if options.Before, err = project.NewBefore(ctx, a.base, changes); err != nil {
			return nil, nil, err
		}
	}
	opened, err := project.Open(options)
	if err != nil {
		return nil, nil, err
	}
	jobs, err := opened.Jobs()
	if err != nil {
		return nil, nil, err
	}
	if err := errors.Join(opened.Failures()...); err != nil {
		return nil, nil, err
	}
	if len(jobs) == 0 {
		return nil, nil, fmt.Errorf("no training job found in %s: describe one with --model and the other flags", path)
	}
	trial := lint.NewTrial(opened, env.Rules, jobs)
	return estimate.Find(opened, jobs), func(described *job.Job, plan fixes.Plan) (*job.Job, []string, error) {
		outcome, err := trial.Of(described, plan)
		return outcome.Job, outcome.Others, err
	}, nil
}

// hostMemory reads a size; 0 when none was given.
func hostMemory(given string) (int64, error) {
	if given == "" {
		return 0, nil
	}
	bytes, ok := estimator.ParseBytes(given)
	if !ok {
		return 0, fmt.Errorf("--host-memory cannot be %q, write it as 128GiB", given)
	}
	return bytes, nil
}

func targetOf(env *Environment, name, memory string) (estimate.Target, error) {
	if memory != "" {
		usable, ok := estimator.ParseBytes(memory)
		if !ok || usable < 1<<28 {
			return estimate.Target{}, fmt.Errorf("--gpu-memory cannot be %q, write it as 22GiB", memory)
		}
		return estimate.Target{GPU: memory, Usable: usable}, nil
	}
	if name == "" {
		return estimate.Target{}, nil
	}
	gpu, ok := estimator.LookupGPU(name)
	if !ok {
		if project.NearGPU(name) != "" {
			return estimate.Target{}, project.KnownGPU(name)
		}
		// A card that nobody has measured: the size of the job is known all the same.
		env.say("no GPU of the catalogue is called %q: no verdict, tell its memory with --gpu-memory", name)
		return estimate.Target{}, nil
	}
	return estimate.Target{GPU: gpu.Key, Usable: gpu.Usable}, nil
}

func writeEstimate(env *Environment, format string, jobs []estimate.Sized) error {
	switch format {
	case "text":
		return estimate.WriteText(env.Stdout, jobs)
	case "json":
		return estimate.WriteJSON(env.Stdout, jobs)
	}
	return fmt.Errorf("--format cannot be %q%s", format, nearest.Hint(format, []string{"text", "json"}))
}
