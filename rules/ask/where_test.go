package ask

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

// TestLine: a line is named as its reader counts: in a notebook by its cell, of which markdown is one.
func TestLine(t *testing.T) {
	const cells = `{"cells": [{"cell_type": "markdown", "metadata": {}, "source": "# Title"},
		{"cell_type": "code", "metadata": {}, "outputs": [], "source": ["import torch\n", "x = 1"]},
		{"cell_type": "code", "metadata": {}, "outputs": [], "source": ["y = 2\n", "z = 3"]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`
	notebook, err := source.OpenNotebook("a.ipynb", []byte(cells))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file *source.File
		text string
		want string
	}{
		{source.New("a.py", []byte("import torch\nx = 1\n")), "x", "line 2"},
		{notebook.File, "x", "line 2 of cell 2"},
		{notebook.File, "z", "line 2 of cell 3"},
	} {
		for offset := range c.file.Text {
			if string(c.file.Text[offset]) == c.text {
				if got := Line(c.file, offset); got != c.want {
					t.Errorf("%s of %s: %s, want %s", c.text, c.file.Path, got, c.want)
				}
			}
		}
	}
}
