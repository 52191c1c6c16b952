package launch

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

// notebook is one of these cells.
func notebook(t *testing.T, cells ...string) *source.File {
	t.Helper()
	type cell struct {
		Type   string `json:"cell_type"`
		Source string `json:"source"`
	}
	all := make([]cell, len(cells))
	for i, text := range cells {
		all[i] = cell{"code", text}
	}
	raw, err := json.Marshal(map[string]any{"cells": all})
	if err != nil {
		t.Fatal(err)
	}
	n, err := source.OpenNotebook("a.ipynb", raw)
	if err != nil {
		t.Fatal(err)
	}
	return n.File
}

func TestCommandsOfNotebooks(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells []string
		want  []string
	}{
		{"a line over three", []string{"import os\n!python train.py \\\n  --lr 1 \\\n  --bs 2\nx = 1"}, []string{"1 python train.py --lr 1 --bs 2"}},
		{"a cell of the shell", []string{"%%bash\ncd x\npython train.py\n", "!python b.py"}, []string{"2 x: python train.py", "4 python b.py"}},
		{"another cell", []string{"%%writefile run.py\n!python train.py\n", "%%html\npython train.py\n"}, nil},
		{"what a name is", []string{"LR = 1e-4 #@param\nN: str = 'a b'\n", "!accelerate launch train.py --lr $LR --name {N} --x {N[0]} --y ${LR}"},
			[]string{"3 accelerate launch train.py --lr 1e-4 --name a b --x ? --y 1e-4"}},
		{"what is decided elsewhere", []string{"A = 1\nB = f()\nC = 1\nC += 1\nfor i in x:\n  A = 2\n", "!python t.py $A $B $C $D"}, []string{"7 python t.py ? ? ? ?"}},
		{"a branch", []string{"GC = True\nF = \"\"\nif GC:\n  F = '--gc'\nelse:\n  F = '--no'\nE=''\nif not GC:\n  E = '--e'\n!python t.py --a $F --b {E}x"}, []string{"9 python t.py --a --gc --b x"}},
		{"the folder and the environment", []string{"%cd repo\n%env CUDA_VISIBLE_DEVICES=0\n!cd sub && python a.py\n!python b.py\n%run c.py --lr 1"},
			[]string{"2 repo/sub: python a.py", "3 repo: python b.py", "4 repo: python c.py --lr 1"}},
		{"what a line sets is gone with it", []string{"!export LR=1; python a.py\n!python b.py $LR"}, []string{"0 python a.py", "1 python b.py ?"}},
		{"the answer of a command", []string{"out = !python a.py\nif a != b:\n  pass\n"}, []string{"0 python a.py"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := notebook(t, c.cells...)
			var got []string
			for _, command := range Read(f).Commands {
				if _, ok := Training(&command); !ok {
					continue
				}
				line := []string{string(rune('0' + f.LineOf(command.Span.Start) - 1))}
				if command.Dir != "" {
					line = append(line, command.Dir+":")
				}
				for _, w := range command.Words {
					if line = append(line, w.Text); !w.Known {
						line[len(line)-1] = "?"
					}
				}
				got = append(got, strings.Join(line, " "))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestVariablesThatStartTorchrun(t *testing.T) {
	for text, want := range map[string]Number{
		"NNODES=2 NPROC_PER_NODE=8 megatron sft --lr 1": {Value: 16, Known: true, Stated: true, From: "NPROC_PER_NODE"},
		"NPROC_PER_NODE=4 swift sft --model a":          {Value: 4, Known: true, Stated: true, From: "NPROC_PER_NODE"},
		"NPROC_PER_NODE=$N swift sft --model a":         {Stated: true, From: "NPROC_PER_NODE"},
		"swift sft --model a":                           {},
	} {
		s := Read(source.New("run.sh", []byte(text)))
		l, _ := Training(&s.Commands[0])
		got := l.Processes()
		got.Span = source.Span{}
		if got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}
