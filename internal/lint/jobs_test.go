package lint

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/rules"
)

// jobNamer is a job rule that reports every job on its config's batch size, by
// the path that the job knows.
func jobNamer() *rules.Rule {
	return &rules.Rule{Name: "namer", Group: rules.Fit, Severity: rules.Warning, On: rules.Job, Check: func(p *rules.Pass) {
		for _, field := range p.Job.Fields {
			if field.Place.File != nil && strings.HasSuffix(field.Place.File.Path, "run.yaml") && field.Written == "7" {
				p.Report(rules.Diagnostic{Severity: rules.Warning, File: field.Place.File.Path, Span: field.Place.Span, Message: p.Target.GPU})
			}
		}
	}}
}

var jobFiles = map[string]string{
	"run.sh":           "llamafactory-cli train configs/run.yaml\n",
	"again.sh":         "llamafactory-cli train configs/run.yaml\n",
	"configs/run.yaml": "model_name_or_path: meta-llama/Llama-3.1-8B\nstage: sft\ndo_train: true\nfinetuning_type: full\ndataset: x\ntemplate: llama3\ncutoff_len: 2048\noutput_dir: out\nper_device_train_batch_size: 7\n",
	".git/HEAD":        "ref: refs/heads/main\n",
	"trainlint.yaml":   "target: {gpu: h100}\n",
}

func TestJobsSeeTheWholeProject(t *testing.T) {
	dir := tree(t, jobFiles)
	for _, c := range []struct {
		name, dir string
		paths     []string
		want      []string
	}{
		{"everything, each finding once", ".", nil, []string{"configs/run.yaml:9:32 namer"}},
		{"only the config is named", ".", []string{"configs/run.yaml"}, []string{"configs/run.yaml:9:32 namer"}},
		{"only the launcher is named", ".", []string{"run.sh"}, []string{"configs/run.yaml:9:32 namer"}},
		{"a file of no job is named", ".", []string{"trainlint.yaml"}, []string{}},
		{"from the config's folder", "configs", nil, []string{"run.yaml:9:32 namer"}},
	} {
		result := run(t, Options{Dir: filepath.Join(dir, c.dir), Paths: c.paths, Rules: []*rules.Rule{jobNamer()}})
		got := []string{}
		for _, d := range result.Diagnostics {
			got = append(got, d.File+":9:32 "+d.Rule.Name)
			if d.Message != "h100" {
				t.Errorf("%s: the target is %q", c.name, d.Message)
			}
			if at := result.Source(d.File).Position(d.Span.Start); at.Line != 9 {
				t.Errorf("%s: line %d", c.name, at.Line)
			}
		}
		if !slices.Equal(got, c.want) || len(result.Failures) > 0 {
			t.Errorf("%s: found %q, want %q; failures %v", c.name, got, c.want, result.Failures)
		}
	}
}

func TestJobsOfTheSettings(t *testing.T) {
	files := map[string]string{
		"configs/run.yaml": jobFiles["configs/run.yaml"],
		"trainlint.yaml":   "jobs:\n  - run: llamafactory-cli train configs/run.yaml\n    target: {gpu: a100-40gb}\n  - run: echo nothing\n",
	}
	var warned []string
	result := run(t, Options{Dir: tree(t, files), Rules: []*rules.Rule{jobNamer()}, Warn: func(message string) { warned = append(warned, message) }})
	gpus := []string{}
	for _, d := range result.Diagnostics {
		gpus = append(gpus, d.Message)
	}
	if !slices.Contains(gpus, "a100-40gb") {
		t.Errorf("targets %q, want the job's own", gpus)
	}
	if len(warned) != 1 || !strings.Contains(warned[0], "trainlint.yaml:4: no training was found behind") {
		t.Errorf("warned %q", warned)
	}
}

func TestSettingsDecideAboutFindingsOfJobs(t *testing.T) {
	files := map[string]string{"run.sh": jobFiles["run.sh"], "configs/run.yaml": jobFiles["configs/run.yaml"]}
	files["configs/trainlint.yaml"] = "ignore: [fit]\n"
	if got := run(t, Options{Dir: tree(t, files), Rules: []*rules.Rule{jobNamer()}}).Diagnostics; len(got) > 0 {
		t.Errorf("ignored where it lands, and found all the same: %+v", got)
	}
	files["configs/trainlint.yaml"] = "severity: {namer: error}\n"
	got := run(t, Options{Dir: tree(t, files), Rules: []*rules.Rule{jobNamer()}}).Diagnostics
	if len(got) != 1 || got[0].Severity != rules.Error {
		t.Errorf("%+v, want one error", got)
	}
}

func TestDirectivesHoldInFilesThatWereNotNamed(t *testing.T) {
	files := map[string]string{"run.sh": jobFiles["run.sh"], ".git/HEAD": "x"}
	files["configs/run.yaml"] = strings.TrimSuffix(jobFiles["configs/run.yaml"], "\n") + "  # trainlint: ignore[namer] known\n"
	if got := run(t, Options{Dir: tree(t, files), Paths: []string{"run.sh"}, Rules: []*rules.Rule{jobNamer()}}).Diagnostics; len(got) > 0 {
		t.Errorf("silenced where it lands, and found all the same: %+v", got)
	}
}

// TestLaunchesOfOneScript: where nobody names a GPU the first launches of a script are judged, and all of them where
// one is named or somebody lists the jobs.
func TestLaunchesOfOneScript(t *testing.T) {
	var launcher strings.Builder
	for range 30 {
		launcher.WriteString("python train.py --rate 0.1\n")
	}
	files := map[string]string{
		".git/HEAD": "ref: refs/heads/main\n",
		"run.sh":    launcher.String(),
		"train.py":  "import torch\nmodel = torch.nn.Linear(2, 2)\noptimizer = torch.optim.SGD(model.parameters(), lr=0.1)\nfor x in data:\n    model(x).mean().backward()\n    optimizer.step()\n",
	}
	for _, c := range []struct {
		settings string
		want     int
	}{{"", 12}, {"target: {gpu: h100}\n", 30}} {
		files["trainlint.yaml"] = c.settings
		judged := 0
		counter := &rules.Rule{Name: "counter", Group: rules.Fit, Severity: rules.Note, On: rules.Job, WithoutTorch: true, Check: func(*rules.Pass) { judged++ }}
		result := run(t, Options{Dir: tree(t, files), Rules: []*rules.Rule{counter}})
		jobs, err := result.Jobs()
		if judged != c.want || len(jobs) != 30 || err != nil {
			t.Errorf("settings %q: %d launches were judged, want %d, and %d listed; %v", c.settings, judged, c.want, len(jobs), err)
		}
	}
}

// TestTrialOfLaunchesLeftOut: an edit is tried in all jobs that read the file, in those too whose launches were left
// out.
func TestTrialOfLaunchesLeftOut(t *testing.T) {
	files := map[string]string{
		".git/HEAD": "ref: refs/heads/main\n",
		"run.sh": strings.Repeat("accelerate launch --config_file a.yaml train.py\n", 14) +
			"accelerate launch --config_file b.yaml train.py\nCONFIG=c.yaml bash inner.sh\n",
		"inner.sh": "accelerate launch --config_file $CONFIG train.py\n",
		"train.py": "from accelerate import Accelerator\naccelerator = Accelerator()\nfor x in data:\n    accelerator.backward(model(x))\n    optimizer.step()\n",
	}
	for _, name := range []string{"a.yaml", "b.yaml", "c.yaml", "d.yaml"} {
		files[name] = "mixed_precision: fp16\nnum_processes: 1\n"
	}
	others := map[string]int{}
	trier := &rules.Rule{Name: "trier", Group: rules.Fit, Severity: rules.Note, On: rules.Job, WithoutTorch: true, Check: func(p *rules.Pass) {
		for name, text := range files {
			if at := strings.Index(text, "fp16"); at >= 0 && p.Job.Name == "run.sh:1" {
				edit := fixes.Edit{File: name, Span: source.Span{Start: at, End: at + 4}, New: "bf16"}
				outcome, err := p.Try(fixes.Plan{Edits: []fixes.Edit{edit}, ConfigPaths: []string{name + ":mixed_precision"}})
				if others[name] = len(outcome.Others); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}}
	run(t, Options{Dir: tree(t, files), Rules: []*rules.Rule{trier}})
	if want := map[string]int{"a.yaml": 13, "b.yaml": 1, "c.yaml": 1, "d.yaml": 0}; !maps.Equal(others, want) {
		t.Errorf("tried in %v other jobs, want %v", others, want)
	}
}

// TestTargetOfNamedJobs: a job that the settings name has the hardware that stands beside it, where it names none.
func TestTargetOfNamedJobs(t *testing.T) {
	files := map[string]string{
		".git/HEAD":      "ref: refs/heads/main\n",
		"run.yaml":       jobFiles["configs/run.yaml"],
		"trainlint.yaml": "target: {gpu: h100}\njobs:\n  - run: llamafactory-cli train run.yaml\n  - run: llamafactory-cli train run.yaml per_device_train_batch_size=8\n    target: {gpu: a100-80}\n",
	}
	var met []string
	namer := &rules.Rule{Name: "namer", Group: rules.Fit, Severity: rules.Note, On: rules.Job, WithoutTorch: true, Check: func(p *rules.Pass) { met = append(met, p.Target.GPU) }}
	run(t, Options{Dir: tree(t, files), Rules: []*rules.Rule{namer}})
	if slices.Sort(met); !slices.Equal(met, []string{"a100-80", "h100"}) {
		t.Errorf("jobs are judged against %q", met)
	}
}
