//go:build unix

package bounds

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/trainlint/trainlint/internal/cli"
	"github.com/trainlint/trainlint/rules/all"
)

// What a fuzzed input may cost. The promise is for 100 kB and an uninstrumented program; inputs here are small, so that
// there are many, and the counters that guide the fuzzer cost about as much as the program.
const (
	fuzzedSize   = 3_000
	fuzzedTime   = time.Second // of computing, for a command
	fuzzedMemory = 500 << 20   // the most that was ever resident, the fuzzer's own included
)

func FuzzPython(f *testing.F) {
	fuzz(f, "train.py", []string{"python/", "project/"}, map[string]string{"config.yaml": "a: 1\nlr: 1e-5\n", "run.sh": "python train.py --batch_size 8\n", "other.py": "from train import *\n"})
}

func FuzzNotebook(f *testing.F) { fuzz(f, "train.ipynb", []string{"notebook/"}, nil) }

func FuzzYAML(f *testing.F) {
	fuzz(f, "config.yaml", []string{"yaml/"}, map[string]string{"train.py": script + "\nimport yaml\nvalue = yaml.safe_load(open('config.yaml'))\n",
		"run.sh": "python train.py config.yaml\naccelerate launch --config_file config.yaml train.py --deepspeed config.yaml\nllamafactory-cli train config.yaml\n"})
}

func FuzzJSON(f *testing.F) {
	fuzz(f, "ds_config.json", []string{"json/"}, map[string]string{"train.py": script, "run.sh": "deepspeed train.py --deepspeed ds_config.json --per_device_train_batch_size 8\n"})
}

func FuzzTOML(f *testing.F) {
	fuzz(f, "config.toml", []string{"toml/"}, map[string]string{"train.py": script,
		"run.sh": "accelerate launch sdxl_train_network.py --config_file config.toml\npython train.py --config config.toml\n"})
}

func FuzzShell(f *testing.F) {
	fuzz(f, "run.sh", []string{"shell/", "make/"}, map[string]string{"train.py": script, "config.yaml": "bf16: true\n"})
}

func FuzzMakefile(f *testing.F) {
	fuzz(f, "Makefile", []string{"make/", "shell/"}, map[string]string{"train.py": script})
}

func FuzzPage(f *testing.F) {
	fuzz(f, "README.md", []string{"page/"}, map[string]string{"train.py": script})
}

func FuzzSettings(f *testing.F) {
	fuzz(f, "trainlint.yaml", []string{"settings/", "yaml/"}, map[string]string{"train.py": training, "run.sh": "python train.py\n"})
}

func FuzzBaseline(f *testing.F) {
	fuzz(f, "known.json", []string{"json/", "baseline/"}, map[string]string{"train.py": training, "trainlint.yaml": "baseline: known.json\n"})
}

func FuzzRequirements(f *testing.F) {
	fuzz(f, "requirements.txt", []string{"requirements/", "toml/"}, map[string]string{"train.py": training})
}

func FuzzGitignore(f *testing.F) {
	fuzz(f, ".gitignore", []string{"settings/gitignore", "settings/exclude"}, map[string]string{"train.py": training,
		"a/b/c.py": "import torch\n", ".git/HEAD": "ref: refs/heads/main\n", ".git/refs/x": "", ".git/objects/x": ""})
}

// fuzz runs a command on a small project with one file that the fuzzer writes. Its oracle: nothing panics, the time
// and the memory stay in their bounds, no file is given up by the clock, and a file that parses still does when it is
// fixed. One command an input, which the input names: all of them would find little that one does not, and take four
// times as long.
func fuzz(f *testing.F, path string, seeds []string, beside map[string]string) {
	chosen := flag.Lookup("test.fuzz").Value.String() != "" || os.Getenv("TRAINLINT_BOUNDS") == "all"
	shapes := [][]byte{nil, {0, 0, 3, 4}, {1, 2, 1, 5}, {2, 3, 9, 6}, {3, 1, 1, 6}, {0, 5, 2, 8, 1, 0, 0, 3}}
	for i, in := range inputs(160) {
		for _, prefix := range seeds {
			if strings.HasPrefix(in.name, prefix) && len(in.text) < fuzzedSize/2 && (chosen || i%16 == 0) { // TestBounds has them in full size
				f.Add(in.text, shapes[i%len(shapes)], byte(i/16))
			}
		}
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string, shape []byte, command byte) {
		text = shaped(text, shape)
		in := input{path: path, text: text, extra: beside}
		in.write(t, dir)
		if slow := looked(t, dir, path, command); slow != "" {
			in.write(t, dir) // something else may have kept the processor
			if slow = looked(t, dir, path, command); slow != "" {
				t.Fatalf("%d bytes: %s: %.300q", len(text), slow, text)
			}
		}
	})
}

// looked runs the command that the byte stands for; it says so when that took too long, "" otherwise.
func looked(t *testing.T, dir, path string, command byte) (slow string) {
	t.Helper()
	began := used()
	switch command % 4 {
	case 0:
		executed(t, dir, "jobs", ".", "--format", "json")
	case 1:
		executed(t, dir, "estimate", ".", "--gpu", "rtx4090", "--fit")
	default: // --fix lints first: there is nothing that linting alone would show
		fixed(t, dir, path)
	}
	end := used()
	if took := computed(end) - computed(began); took > fuzzedTime {
		slow = fmt.Sprintf("command %d took %v", command%4, took)
	}
	if most := maxResident(&end); most > fuzzedMemory && most > maxResident(&began) {
		t.Fatalf("%d MB were resident", most>>20)
	}
	return slow
}

// fixed fixes a project and asks whether the file that parsed does so still.
func fixed(t *testing.T, dir, path string) {
	t.Helper()
	original, _ := os.ReadFile(filepath.Join(dir, path))
	if !broken(executed(t, dir, ".", "--fix", "--unsafe-fixes", "--format", "json"), path) {
		return
	}
	now, _ := os.ReadFile(filepath.Join(dir, path))
	if bytes.Equal(original, now) {
		return
	}
	_ = os.WriteFile(filepath.Join(dir, path), original, 0o666)
	if !broken(executed(t, dir, ".", "--format", "json"), path) {
		t.Fatalf("a fix broke the file: it is now %.1000q", now)
	}
}

// executed runs one command in this process and gives what it prints.
func executed(t *testing.T, dir string, arguments ...string) []byte {
	t.Helper()
	var out, errors bytes.Buffer
	code := cli.Execute(context.Background(), &cli.Environment{Dir: dir, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errors, Rules: all.Rules()}, arguments)
	if why := (cost{code: code, errors: errors.String()}).crashed(); why != "" {
		t.Fatalf("%v: %s: %s", arguments, why, errors.String())
	}
	if bytes.Contains(out.Bytes(), []byte("is not done after")) {
		t.Fatalf("%v: the clock gave a file up", arguments)
	}
	return out.Bytes()
}

// broken reports whether a report says that a file does not parse.
func broken(report []byte, path string) bool {
	var read struct {
		Diagnostics []struct{ Rule, Path string }
	}
	if err := json.Unmarshal(report, &read); err != nil {
		return false // settings that cannot be read end the run
	}
	for _, one := range read.Diagnostics {
		if one.Rule == "syntax-error" && one.Path == path {
			return true
		}
	}
	return false
}

func used() syscall.Rusage {
	runtime.Gosched()
	var now syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &now)
	return now
}

func computed(r syscall.Rusage) time.Duration { return time.Duration(r.Utime.Nano() + r.Stime.Nano()) }

// shaped makes more of a text: each four bytes of the shape repeat lines, nest the text, repeat a part of a line, or
// number what is repeated. Random bytes alone seldom repeat anything, and it is repetition that costs.
func shaped(text string, shape []byte) string {
	shape = shape[:min(len(shape), 32)] // thousands of rounds would cost more than what is looked for
	for ; len(shape) >= 4 && len(text) < fuzzedSize; shape = shape[4:] {
		lines := strings.SplitAfter(text, "\n")
		from, to := int(shape[1])%len(lines), int(shape[2])%len(lines)
		if from > to {
			from, to = to, from
		}
		part := strings.Join(lines[from:to+1], "")
		times := max(1, min(1<<(shape[3]%12), fuzzedSize/max(1, len(part))))
		var middle string
		switch shape[0] % 4 {
		case 0:
			middle = strings.Repeat(part, times)
		case 1: // the first line around the others, deeper each time
			head, body := lines[from], strings.Join(lines[from+1:to+1], "")
			for range min(times, 64) {
				body = head + " " + strings.ReplaceAll(strings.TrimSuffix(body, "\n"), "\n", "\n ") + "\n"
				if len(body) > fuzzedSize {
					break
				}
			}
			middle = body
		case 2: // a part of a line
			line := lines[from]
			a, b := int(shape[2])%(len(line)+1), int(shape[3])%(len(line)+1)
			a, b = min(a, b), max(a, b)
			middle = line[:a] + strings.Repeat(line[a:b], min(1<<(shape[3]%12), fuzzedSize/max(1, b-a))) + line[b:] + strings.Join(lines[from+1:to+1], "")
		default: // with other digits each time
			for i := range times {
				middle += strings.NewReplacer("0", string(rune('0'+i%10)), "1", string(rune('0'+i/10%10))).Replace(part)
			}
		}
		text = strings.Join(lines[:from], "") + middle + strings.Join(lines[to+1:], "")
	}
	return text[:min(len(text), fuzzedSize)]
}
