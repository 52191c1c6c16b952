package training

import (
	"bytes"
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// UnregisteredBuffer finds tensors that modules keep on self and that stay on the CPU when the module is moved.
var UnregisteredBuffer = &rules.Rule{
	Name:       "unregistered-buffer",
	Group:      rules.Training,
	Severity:   rules.Warning,
	Page:       page("unregistered-buffer"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"forward torch self"},
	Check:      checkUnregisteredBuffer,
}

func checkUnregisteredBuffer(p *rules.Pass) {
	if !mentionsGPU(p) || p.DefaultDevice() {
		return
	}
	for _, b := range p.Train.PlainBuffers() {
		taken := func(m *python.Module) bool { return train.SetsAttribute(m, b.Target.Attr) }
		if p.OneElsewhere != nil && p.OneElsewhere(taken, b.Target.Attr) {
			continue
		}
		name := p.File.Slice(b.Target.Span())
		message := fmt.Sprintf(
			"%s is a plain tensor of %s: to() and cuda() leave it on the CPU, and %s at %s raises on a GPU; register_buffer moves it "+
				"with the module",
			name, b.Class.Name, shortened(b.Use.Unit.Module.File.Slice(b.Use.Node.Span())), ask.Where(b.Use, b.Unit),
		)
		p.Report(rules.Diagnostic{
			Severity: p.Rule.Severity, File: p.File.Path, Span: b.Target.Span(), Message: message,
			Notes: []rules.NotePlace{p.NoteAt(b.Use, "here it meets what the module is given")}, Fixes: registerFix(p, b),
		})
	}
}

// shortened is a text of one line that is short enough for a message.
func shortened(text string) string {
	if len(text) > 50 || bytes.ContainsRune([]byte(text), '\n') {
		return "the operation"
	}
	return text
}

// mentionsGPU reports whether the file or another one of the project speaks of CUDA, or of a device that is chosen.
func mentionsGPU(p *rules.Pass) bool {
	return bytes.Contains(p.File.Text, []byte("cuda")) ||
		p.AnyElsewhere != nil && p.AnyElsewhere("cuda", "Accelerator", "accelerator", "gpus")
}

func registerFix(p *rules.Pass, b train.PlainBuffer) []fixes.Fix {
	if len(b.Store.Targets) != 1 || b.Store.Targets[0] != python.Expr(b.Target) {
		return nil
	}
	e := pyedit.New(p.Python)
	text := fmt.Sprintf(
		"%s.register_buffer(%q, %s, persistent=False)",
		p.File.Slice(b.Target.Value.Span()),
		b.Target.Attr,
		p.File.Slice(b.Value.Span()),
	)
	return e.ReplaceStatement(b.Store, text).Need("torch>=1.5").Fixes("register it as a buffer", fixes.Unsafe)
}
