package source

import (
	"math/rand/v2"
	"testing"
)

// TestRefusesAsReplaceDoes: the short look and the whole replacement agree.
func TestRefusesAsReplaceDoes(t *testing.T) {
	const cells = `{"nbformat": 4, "metadata": {}, "cells": [
 {"cell_type": "code", "source": ["%matplotlib inline\n", "x = 1\n", "!ls\n", "y = (\n", "%2)"]},
 {"cell_type": "code", "source": "%%time\nz = 1\n\nw = '%a'"},
 {"cell_type": "code", "source": ["a = 1"]},
 {"cell_type": "markdown", "source": ["# b"]},
 {"cell_type": "code", "source": ["%%bash\n", "ls"]}]}`
	n, err := OpenNotebook("x.ipynb", []byte(cells))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	texts := []string{"", "x", "\n", "%magic\n", "!ls", "pass\n", "(", ")", "'", "%%time\n"}
	refused, made := 0, 0
	for range 20_000 {
		start := random.IntN(len(n.File.Text) + 1)
		end := min(len(n.File.Text), start+random.IntN(8))
		edit := []Replacement{{Span{start, end}, texts[random.IntN(len(texts))]}}
		_, err := n.File.Replace(edit)
		short := n.Refuses(edit)
		if (err == nil) != (short == nil) {
			t.Fatalf("%+v: Replace says %v, Refuses %v", edit, err, short)
		}
		if err == nil {
			made++
		} else {
			refused++
		}
	}
	if refused == 0 || made == 0 {
		t.Errorf("%d refused, %d made", refused, made)
	}
}
