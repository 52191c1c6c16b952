package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/estimate"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/nearest"
	"github.com/trainlint/trainlint/internal/revision"
)

const estimateHelp = `estimate says how much GPU and host memory a training job needs: what it is made
of, when in a step it peaks, how far the answer may be off, and whether it fits.

The jobs are those that the launchers, scripts and configs below PATH start, or
one that flags describe, in the words of the measured runs it was checked
against; with both, the flags have the last word. What nothing says is assumed
only where a framework has a documented default; otherwise the answer is
"unknown" and names what is missing.`

const estimateExamples = `  trainlint estimate . --gpu a100-80
  trainlint estimate --model meta-llama/Llama-2-7b-hf --method qlora --lora-rank 16 \
      --micro-batch 4 --seq-len 2048 --checkpointing full --gpu rtx4090
  trainlint estimate --model sdxl --method full --weights fp32 --compute amp-fp16 \
      --micro-batch 2 --image 1024x1024 --gpus 5 --sharding zero2 --offload optimizer`

func newEstimateCommand(env *Environment) *cobra.Command {
	var gpu, memory, host, format, base string
	var fit, diff bool
	command := &cobra.Command{
		Use:     "estimate [flags] [PATH]",
		Short:   "say how much memory a training job needs",
		Long:    estimateHelp,
		Example: estimateExamples,
		Args:    cobra.MaximumNArgs(1),
	}
	flags := estimate.NewFlags(command.Flags())
	command.Flags().StringVar(&gpu, "gpu", "", "card or cloud instance to judge against")
	command.Flags().StringVar(&memory, "gpu-memory", "", "usable memory to judge against, such as 22GiB")
	command.Flags().BoolVar(&fit, "fit", false, "list the cheapest sets of changes that make it fit the card")
	command.Flags().BoolVar(&diff, "diff", false, "with --fit: print the first set that can be written as a patch of the project's files")
	command.Flags().StringVar(&host, "host-memory", "", "host memory that plans may use, such as 128GiB")
	command.Flags().StringVar(&format, "format", "text", "text|json")
	command.Flags().StringVar(&base, "base", "", "say how the need of each job changed since this git revision")
	command.RunE = func(cmd *cobra.Command, paths []string) error {
		if base != "" && len(paths) == 0 {
			return errors.New("--base compares the jobs of a project: name its PATH")
		}
		if diff && (!fit || len(paths) == 0) {
			return errors.New("--diff belongs to --fit and needs a PATH: there must be files to patch")
		}
		if gpu == "" && memory == "" && len(paths) > 0 {
			gpu = settingsGPU(env, paths[0])
		}
		target, err := targetOf(env, gpu, memory)
		if err != nil {
			return err
		}
		jobs, err := describedJobs(cmd.Context(), env, flags, paths, gpu, base)
		if err != nil {
			return err
		}
		sized := estimate.Size(jobs, target)
		for i := range sized {
			sized[i].Since = base
		}
		if fit {
			if target.Usable == 0 {
				return errors.New("--fit needs a card: name it with --gpu or --gpu-memory")
			}
			card, err := cardOf(gpu, host)
			if err != nil {
				return err
			}
			estimate.Plan(sized, card)
		}
		if diff {
			try, err := trialOf(env, paths, gpu)
			if err != nil {
				return err
			}
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

// trialOf tries what a plan writes on the whole project: every rule judges it.
func trialOf(env *Environment, paths []string, gpu string) (estimate.Try, error) {
	if _, known := estimator.LookupGPU(gpu); !known {
		gpu = ""
	}
	trial, err := lint.NewTrial(lint.Options{Dir: env.Dir, Paths: paths, Rules: env.Rules, GPU: gpu})
	if err != nil {
		return nil, err
	}
	return func(described *job.Job, plan fixes.Plan) (*job.Job, []string, error) {
		outcome, err := trial.Of(described, plan)
		return outcome.Job, outcome.Others, err
	}, nil
}

// settingsGPU is the card that the settings of a path name, "" without one.
func settingsGPU(env *Environment, path string) string {
	full := path
	if !filepath.IsAbs(full) {
		full = filepath.Join(env.Dir, path)
	}
	if !files.IsDir(full) {
		full = filepath.Dir(full)
	}
	held, err := lint.NewResolver(env.Dir, "", env.Rules, files.RootsOf(env.Dir, path)).For(full)
	if err != nil {
		return ""
	}
	return held.Target.GPU.Value
}

// describedJobs are those below the path, with the flags on top, or the one that the flags describe alone.
func describedJobs(ctx context.Context, env *Environment, flags *estimate.Flags, paths []string, gpu, base string) ([]estimate.Described, error) {
	var jobs []estimate.Described
	switch {
	case len(paths) > 0:
		before, err := olderWorkspace(ctx, env, base)
		if err != nil {
			return nil, err
		}
		found, err := estimate.Find(env.Dir, paths[0], func(path string, err error) {
			env.say("%s: %v", path, err)
		}, before)
		if err != nil {
			return nil, err
		}
		jobs = found
	case flags.Used():
		jobs = []estimate.Described{{
			Job:  estimator.Job{GPUs: 1},
			From: map[string]string{"gpus": "default of one process"},
		}}
	default:
		return nil, errors.New("estimate needs a job: name a PATH, or describe one with --model, --micro-batch and --seq-len or --image")
	}
	for at, found := range jobs {
		described, err := flags.Overlay(found)
		if err != nil {
			return nil, err
		}
		if described.Name == "" {
			described.Name = described.Job.Model.ID
		}
		described.Job.GPU = gpu
		if described.Before != nil {
			then, err := flags.Overlay(*described.Before)
			if err != nil {
				return nil, err
			}
			then.Job.GPU, described.Before = gpu, &then
		}
		jobs[at] = described
	}
	return jobs, nil
}

// olderWorkspace turns the workspace of the working directory into the one of a
// git revision; nil without a revision.
func olderWorkspace(ctx context.Context, env *Environment, base string) (func(*job.Workspace) *job.Workspace, error) {
	if base == "" {
		return nil, nil
	}
	changes, err := revision.Since(ctx, env.Dir, base)
	if err != nil {
		return nil, err
	}
	before, err := lint.NewBefore(ctx, base, changes)
	if err != nil {
		return nil, err
	}
	return func(now *job.Workspace) *job.Workspace { return before.Workspace(env.Dir, now) }, nil
}

// cardOf reads what plans must know about the machine beside the card's memory.
func cardOf(name, host string) (estimator.Card, error) {
	card := estimator.Card{}
	if gpu, ok := estimator.LookupGPU(name); ok {
		card.BF16 = estimator.No
		if gpu.BF16 {
			card.BF16 = estimator.Yes
		}
	}
	if host == "" {
		return card, nil
	}
	bytes, ok := estimator.ParseBytes(host)
	if !ok {
		return card, fmt.Errorf("--host-memory cannot be %q, write it as 128GiB", host)
	}
	card.HostMemory = bytes
	return card, nil
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
		var names []string
		for _, known := range estimator.GPUs() {
			names = append(names, known.Key, known.Name)
		}
		if hint := nearest.Hint(name, names); hint != "" {
			return estimate.Target{}, fmt.Errorf("no GPU of the catalogue is called %q%s", name, hint)
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
