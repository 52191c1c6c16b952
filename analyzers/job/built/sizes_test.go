package built

import (
	"fmt"
	"strings"
	"testing"
)

// TestSized: numbers that only the run knows are told from what they decide. Each adds so many parameters, or nothing
// is said.
func TestSized(t *testing.T) {
	const models = `
-- words.py --
import torch
from torch import nn


class Words(nn.Module):
    def __init__(self, vocab, width=8, classes=3):
        super().__init__()
        self.table = nn.Embedding(vocab, width, padding_idx=1)
        self.out = nn.Linear(width, classes)


class Config(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Embedding(config.vocab_size, 4)
        self.again = nn.Linear(4, config.vocab_size)


class Square(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, width)


class Next(nn.Module):
    def __init__(self, vocab):
        super().__init__()
        self.table = nn.Embedding(vocab + 1, 8)


class Decided(nn.Module):
    def __init__(self, vocab):
        super().__init__()
        self.table = nn.Embedding(vocab, 8 if vocab > 100 else 4)


class Read(nn.Module):
    def __init__(self, vocab):
        super().__init__()
        self.table = nn.Embedding(vocab, 8)
        self.out = nn.Linear(8, self.table.num_embeddings)


class Biased(nn.Module):
    def __init__(self, flag):
        super().__init__()
        self.layer = nn.Linear(4, 4, bias=flag)


class Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.BatchNorm1d(width, affine=False)
        self.out = nn.Linear(4, 2)


class Tables(nn.Module):
    def __init__(self, *counts):
        super().__init__()
        self.tables = nn.ModuleList([nn.Embedding(n, 4) for n in counts])


class Kernel(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Conv2d(3, 4, size)


-- train.py --
import argparse
import json
import torch
from words import *

data = json.load(open("data.json"))
parser = argparse.ArgumentParser()
args = parser.parse_args()
`
	for _, c := range []struct{ name, script, want string }{
		{"a vocabulary", "model = Words(len(data))", "35, vocab adds 8 (train.py:9)"},
		{"a vocabulary and classes", "model = Words(len(data[0]), classes=len(data[1]))", "17, vocab adds 8 (train.py:9), classes adds 9 (train.py:9)"},
		{"two vocabularies on one line", "model = Tables(len(data['a']), len(data['b']))", "8,  adds 4 (train.py:9),  adds 4 (train.py:9)"},
		{"two of one name", "model = nn.Sequential(Words(len(data[0])), Words(len(data[1])))", "70, vocab adds 8 (train.py:9), vocab adds 8 (train.py:9)"},
		{"one for two parts", "n = len(data)\nmodel = nn.Sequential(Words(n), Words(n))", "70, vocab adds 16 (train.py:9)"},
		{"an attribute of a config", "args.vocab_size = len(data)\nmodel = Config(args)", "9, vocab_size adds 9 (train.py:8)"},
		{"in and out", "model = Square(len(data))", "none"},
		{"what is computed of it", "model = Next(len(data))", "none"},
		{"what it decides", "model = Decided(len(data))", "none"},
		{"what is read of a layer", "model = Read(len(data))", "none"},
		{"what adds no parameters", "model = Norm(len(data))", "none"},
		{"no width", "model = Biased(data['bias'])", "none"},
		{"a window", "model = Kernel(data['size'])", "none"},
		{"a table for each of four columns", "model = Tables(len(data['a']), len(data['b']), len(data['c']), len(data['d']))",
			"16" + strings.Repeat(",  adds 4 (train.py:9)", 4)},
		{"more columns than a model is built for", "model = Tables(len(data['a']), len(data['b']), len(data['c']), len(data['d']), len(data['e']))", "none"},
		{"all is known", "model = Words(10)", "none"},
	} {
		j := jobOf(t, models+c.script+"\nopt = torch.optim.Adam(model.parameters())\nfor x in data:\n    opt.zero_grad()\n    model(x).sum().backward()\n    opt.step()\n")
		if len(j.Own) != 1 {
			t.Errorf("%s: %d models", c.name, len(j.Own))
			continue
		}
		got := "none"
		if s := SizedOf(j, j.Own[0]); s != nil {
			words := []string{fmt.Sprint(s.Answer.Parameters)}
			for _, one := range s.Sizes {
				words = append(words, fmt.Sprintf("%s adds %d (%s:%d)", one.Name, one.Each, one.Gap.Path, one.Gap.Line))
			}
			got = strings.Join(words, ", ")
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
