package memory

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// AllocConfTooLate finds allocator settings made after CUDA has been used.
var AllocConfTooLate = &rules.Rule{
	Name:     "alloc-conf-too-late",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("alloc-conf-too-late"),
	On:       rules.PythonFile,
	Words:    []string{"ALLOC_CONF"},
	Check:    checkAllocConfTooLate,
}

func checkAllocConfTooLate(p *rules.Pass) {
	editor := pyedit.New(p.Python)
	for _, s := range allocatorSettings(p) {
		if !s.Own {
			continue
		}
		stmt := python.EnclosingStmt(s.Node)
		use, at := p.Train.CUDABefore(stmt)
		if use == nil {
			continue
		}
		p.At(s.Node, fmt.Sprintf("%s is set after CUDA was used in %s: the allocator has read it by then and ignores this; "+
			"set it before the first use of CUDA", s.Name, ask.Line(p.File, use.Span().Start)),
			[]rules.NotePlace{p.Note(use, "CUDA is initialised here")}, moveUp(editor, stmt, at)...)
	}
}

// moveUp puts the setting in front of the statement that uses CUDA, when both stand in
// one block.
func moveUp(editor *pyedit.Editor, stmt, before python.Stmt) []fixes.Fix {
	if stmt.Parent() != before.Parent() {
		return nil
	}
	return editor.RemoveStatement(stmt).And(editor.InsertBefore(before, editor.Text(stmt))).
		Fixes("set it before CUDA is used", fixes.Unsafe)
}
