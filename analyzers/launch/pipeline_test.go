package launch

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/source"
)

// TestPipeline: what stands behind cmd: in DVC's file of stages.
func TestPipeline(t *testing.T) {
	const head = "stages:\n  fit:\n"
	const tail = "    deps:\n      - python other.py\n    outs:\n      - model.pt\n"
	for text, want := range map[string][]string{
		head + "    cmd: python fit.py --lr 1\n" + tail:                                     {"python fit.py --lr 1"},
		head + "    cmd: \"python fit.py --lr 1\"\n" + tail:                                 {"python fit.py --lr 1"},
		head + "    cmd: python fit.py\n      --lr 1\n      --wd 2\n" + tail:                {"python fit.py --lr 1 --wd 2"},
		head + "    cmd:\n      - python a.py\n      - 'python b.py --x y'\n" + tail:        {"python a.py", "python b.py --x y"},
		head + "    cmd: >-\n      python fit.py\n      --lr 1\n" + tail:                    {"python fit.py --lr 1"},
		head + "    cmd: |\n      python a.py\n      python b.py\n" + tail:                  {"python a.py", "python b.py"},
		head + "    cmd: python fit.py --lr ${fit.lr} --n ${item.sizes[0]} --bs 4\n" + tail: {"python fit.py --lr <${fit_lr}> --n <${item_sizes_0_}> --bs 4"},
		head + tail: nil,
	} {
		if diff := cmp.Diff(want, commands("ml/dvc.yaml", text)); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
	if IsManifest("params.yaml", []byte(head+"    cmd: python fit.py\n")) || IsManifest("dvc.yaml", []byte("vars:\n  - cmd: python fit.py\n")) {
		t.Error("a file of parameters is no pipeline, and neither is one without stages")
	}
	text := head + "    cmd: python fit.py\n      --bs 2\n"
	words := Read(source.New("dvc.yaml", []byte(text))).Commands[0].Words
	if last := words[len(words)-1]; text[last.Span.Start:last.Span.End] != "2" {
		t.Errorf("last word %+v", last)
	}
}

// TestUnknownPrefix: a variable that nobody sets, in front of a program's start, holds what wraps it, or nothing.
func TestUnknownPrefix(t *testing.T) {
	for line, want := range map[string]string{
		"${SRUN} python train.py --lr 1":            "train.py",
		"$PREFIX torchrun --nproc_per_node 2 a.py":  "a.py",
		"$PREFIX accelerate launch a.py":            "a.py",
		"$PREFIX/bin/tool python train.py":          "",
		"$EDITOR train.py":                          "",
		"$PREFIX grep python train.py":              "",
		"SRUN=echo\n$SRUN python train.py":          "",
		"SRUN=\"srun -n 1\"\n$SRUN python train.py": "train.py",
	} {
		got := ""
		for _, c := range Read(source.New("run.sh", []byte(line+"\n"))).Commands {
			if l, ok := Training(&c); ok {
				got = l.Target.Text
			}
		}
		if got != want {
			t.Errorf("%s: starts %q, want %q", line, got, want)
		}
	}
}
