package project_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/internal/project"
)

// TestJobsOfBrokenScripts: a job is described although Python refuses its script, and that it does is said once.
func TestJobsOfBrokenScripts(t *testing.T) {
	script := "from transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n%s\n" +
		"model = AutoModelForCausalLM.from_pretrained('gpt2')\n" +
		"Trainer(model=model, args=TrainingArguments('o', per_device_train_batch_size=4)).train()\n"
	for line, want := range map[string][]string{
		"def put(x, wait=True):\n    return x":  nil,
		"def put(x, async=True):\n    return x": {"train.py:2: this does not parse: no job of it can start as it is"},
		"x = = 2":                               {"train.py:2: this does not parse: no job of it can start as it is"},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"train.py": strings.Replace(script, "%s", line, 1), "run.sh": "python train.py\n", "again.sh": "python train.py --x\n",
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var said []string
		p, err := project.Open(project.Options{Dir: dir, Warn: func(message string) { said = append(said, message) }})
		if err != nil {
			t.Fatal(err)
		}
		jobs, err := p.Jobs()
		if err != nil || len(jobs) == 0 || !slices.Equal(said, want) {
			t.Errorf("%s: %d jobs, error %v, said %q, want %q", line, len(jobs), err, said, want)
		}
	}
}
