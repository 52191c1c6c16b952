package lint

import (
	"bytes"
	"slices"
	"sync"

	"github.com/trainlint/trainlint/analyzers/framework"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/rules"
)

// usesTorch asks whether the tensors of a Python file are PyTorch's, as far as imports show it: its own,
// or those of the files around it in the project. Those are read at once where a rule will ask, since
// reading them is not part of the time that the file may take.
func (p *pipeline) usesTorch(path string, text *source.File) func() bool {
	around := sync.OnceValue(func() bool {
		return p.UsesTorch(path, text.Text)
	})
	torchs, known := framework.Shows(text.Text)
	switch {
	case known:
		return func() bool { return torchs }
	case p.mayNeedTorch(text):
		around()
	}
	return around
}

// shows reports whether a file's own imports show a framework of tensors. One that does not parse may have broken the
// very line that imports torch.
func shows(text *source.File) bool {
	_, known := framework.Shows(text.Text)
	return known || bytes.Contains(text.Text, []byte("torch"))
}

// mayNeedTorch reports whether a rule about PyTorch may fire in a text, by its words.
func (p *pipeline) mayNeedTorch(text *source.File) bool {
	found := p.words.scan(text.Text)
	return slices.ContainsFunc(p.Rules, func(rule *rules.Rule) bool {
		return rule.On&rules.PythonFile != 0 && rule.NeedsTorch() && rule.Check != nil && p.words.mayFire(rule, found)
	})
}
