package project

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func open(t *testing.T, dir string) (*Project, *Root) {
	t.Helper()
	p, err := Open(Options{Dir: dir, Warn: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	return p, p.Roots[0]
}

func written(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// described writes jobs with all that was found out about them.
func described(jobs []Job) []string {
	list := []string{}
	for _, j := range jobs {
		var text strings.Builder
		fmt.Fprint(&text, j.Name, j.Files, j.Framework, j.Unknown, j.Target)
		for _, f := range j.Order() {
			fmt.Fprint(&text, " ", f, "=", j.Fields[f].Text, " ", j.Fields[f].From, j.Fields[f].Place.Span)
		}
		list = append(list, text.String())
	}
	slices.Sort(list)
	return list
}

// TestOneFileSeesItsJobs: the jobs that are put together for one file are those of the whole project which it takes
// part in, no fewer and no others.
func TestOneFileSeesItsJobs(t *testing.T) {
	cases, err := filepath.Glob("../../testdata/rules/*/*")
	if err != nil {
		t.Fatal(err)
	}
	jobs := 0
	for _, dir := range cases {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			continue
		}
		copied := t.TempDir()
		if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		jobs += seesItsJobs(t, copied, dir)
	}
	if jobs < 200 {
		t.Errorf("only %d jobs were compared: have the cases moved?", jobs)
	}
}

// seesItsJobs asks for the jobs of each file alone.
func seesItsJobs(t *testing.T, dir, name string) (compared int) {
	t.Helper()
	p, r := open(t, dir)
	everything := p.ofThisRun(r)
	all, err := p.JobsOf(r, everything)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range everything {
		jobs, err := p.JobsOf(r, []string{path})
		if err != nil {
			t.Fatal(err)
		}
		want := described(Readers(all, []string{path}))
		if got := described(jobs); !slices.Equal(got, want) {
			t.Errorf("%s: of %s\n%s\nwant\n%s", name, path, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		compared += len(want)
	}
	return compared
}

const axolotl = "base_model: NousResearch/Llama-2-7b-hf\nadapter: lora\nsequence_len: 2048\nmicro_batch_size: 2\noptimizer: adamw_torch\n"

const trainer = "import transformers\nparser = transformers.HfArgumentParser(transformers.TrainingArguments)\n"

// TestWaysToAFile: the ways in which one file may lead to another.
func TestWaysToAFile(t *testing.T) {
	script := trainer + "args, = parser.parse_args_into_dataclasses()\ntransformers.Trainer('gpt2', args).train()\n"
	for name, files := range map[string]map[string]string{
		"by its name":  {"run.sh": "python train.py\n", "train.py": script, "other.sh": "python b.py\n", "b.py": script},
		"by a program": {"all.py": "import subprocess\nsubprocess.run(['python', 'train.py'])\n", "train.py": script},
		"as an installed command": {"pyproject.toml": "[project.scripts]\nmytool = 'pkg.train:main'\n", "run.sh": "mytool --bf16 true\n",
			"pkg/train.py": trainer + "def main():\n    args, = parser.parse_args_into_dataclasses()\n    transformers.Trainer('gpt2', args).train()\nif __name__ == '__main__':\n    main()\n", "pkg/__init__.py": ""},
		"by a page and a launcher": {"run.sh": "python train.py --bf16 true\n", "train.py": script, "README.md": "`python train.py --bf16 true`\n`python train.py --fp16 true`\n"},
		"as a module":              {"run.sh": "python -m pkg.train\n", "pkg/train.py": script, "pkg/__init__.py": ""},
		"as a package":             {"run.sh": "python -m pkg\n", "pkg/__main__.py": script},
		"put together":             {"run.sh": "NAME=ain\npython tr${NAME}.py\n", "train.py": script},
		"behind a variable":        {"run.sh": "NAME=train\npython $NAME.py\n", "train.py": script},
		"imported":                 {"main.py": "from lib import engine\nengine.fit()\n", "lib/engine.py": "def fit():\n    loss.backward()\n", "run.sh": "python main.py\n"},
		"imported over two":        {"main.py": "from lib import a\na.x()\n", "lib/a.py": "from .b import x\n", "lib/b.py": "def x():\n    loss.backward()\n    optimizer.step()\n"},
		"a config by its name":     {"run.sh": "axolotl train conf/a.yaml\n", "conf/a.yaml": axolotl, "conf/b.yaml": axolotl},
		"a config put together":    {"run.sh": "for n in a; do axolotl train conf/${n}_x.yaml; done\n", "conf/a_x.yaml": axolotl},
		"a config of a config":     {"run.sh": "axolotl train a.yaml\n", "a.yaml": axolotl + "deepspeed: ds.json\n", "ds.json": `{"zero_optimization": {"stage": 2}, "train_micro_batch_size_per_gpu": 2}`},
		"a config that is written": {"a.sh": "cat > ds.json <<'END'\n{\"zero_optimization\": {\"stage\": 2}}\nEND\n", "run.sh": "python train.py --deepspeed ds.json\n", "train.py": script},
		"settings":                 {"trainlint.yaml": "jobs:\n  - run: python train.py --bf16 true\n", "train.py": script, "b.py": script},
		"opened by a program": {"train.py": "import yaml\n" + trainer + "c = yaml.safe_load(open('conf/base.yaml'))\n" +
			"transformers.Trainer('gpt2', transformers.TrainingArguments('o', learning_rate=c['lr'])).train()\n", "conf/base.yaml": "lr: 1.0e-4\n"},
		"opened by a name put together": {"train.py": "import sys, yaml\n" + trainer + "n = 'ba'\nc = yaml.safe_load(open(f'conf/{n}se.yaml'))\n" +
			"transformers.Trainer('gpt2', transformers.TrainingArguments('o', learning_rate=c['lr'])).train()\n", "conf/base.yaml": "lr: 1.0e-4\n"},
		"a notebook": {"a.ipynb": `{"cells": [{"cell_type": "code", "source": ["import yaml, transformers\n", ` +
			`"c = yaml.safe_load(open('base.yaml'))\n", "transformers.Trainer('gpt2', transformers.TrainingArguments('o', learning_rate=c['lr']))"]}]}`,
			"base.yaml": "lr: 1.0e-4\n", "other.yaml": "lr: 1.0e-4\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if seesItsJobs(t, written(t, files), name) == 0 {
				t.Error("no job to compare")
			}
		})
	}
}

// TestOtherJobsAreLeftAlone: what has nothing to do with a file is not put together for it.
func TestOtherJobsAreLeftAlone(t *testing.T) {
	p, r := open(t, written(t, map[string]string{
		"src/net.py": "class Net:\n    def forward(self, x):\n        return x\n", "train.py": "from src.net import Net\nloss.backward()\n",
		"run.sh": "python train.py\n", "conf/a.yaml": axolotl,
	}))
	if got := p.starts(r, []string{"src/net.py"}).list(); !slices.Equal(got, []string{"src/net.py"}) {
		t.Errorf("jobs are looked for in %s", got)
	}
	if got, want := p.starts(r, []string{"train.py"}).list(), []string{"run.sh", "train.py"}; !slices.Equal(got, want) {
		t.Errorf("jobs are looked for in %s, want %s", got, want)
	}
	wants := p.starts(r, []string{"train.py"}).wants
	if wants("run.sh", "other.py", nil) || !wants("run.sh", "train.py", nil) {
		t.Error("a launcher's other commands are followed, or its own are not")
	}
}

func TestTextsThatMayTrain(t *testing.T) {
	for text, want := range map[string]bool{
		"loss.backward()": true, "(a + b).backward(retain_graph=True)": true, "loss. \\\n  backward()": true, "model.backward(loss)": true,
		"class F(Function):\n    def backward(ctx, g): pass": false, "flash_attn_backward(q)": false, "x = SFTTrainer(m)": true, "y": false,
		"def backward(c, g): pass\nloss.backward()": true,
	} {
		if got := mayTrain([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestManyFilesSeeEverything(t *testing.T) {
	p, r := open(t, written(t, map[string]string{"a.py": ""}))
	if p.starts(r, strings.Fields(strings.Repeat("a.py ", mostReached+1))) != nil {
		t.Error("each of them is followed")
	}
}
