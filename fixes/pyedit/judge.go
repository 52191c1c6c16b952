// Package pyedit builds edits of Python files, choosing the text and lowering the
// safety where a comment or a star argument is in the way, and judges edited files.
package pyedit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pytoken"
)

// Judge makes the judge of a Python file for fixes.Session.
func Judge(f *source.File) fixes.Judge { return JudgeWith(f, python.Parse) }

// JudgeWith is Judge for who keeps what was parsed: tree is what a text was parsed to. The judge asks it, and walks
// over it, only while a session asks the judge.
func JudgeWith(f *source.File, tree func(*source.File) (*python.Module, error)) fixes.Judge {
	j := &judge{file: f, tree: tree}
	j.module, j.tokens, j.err = j.parse(f)
	if n := bytes.Count(f.Text, []byte("\r")); n != bytes.Count(f.Text, []byte("\r\n")) {
		j.err = errors.New("the file has carriage returns that end no line")
	}
	for _, t := range j.tokens {
		switch t.Kind {
		case pytoken.Comment:
			j.comments = append(j.comments, t)
		case pytoken.FString:
			j.fstrings = append(j.fstrings, t)
		}
	}
	return j
}

type judge struct {
	file     *source.File
	tree     func(*source.File) (*python.Module, error)
	module   *python.Module
	tokens   []pytoken.Token
	comments []pytoken.Token
	fstrings []pytoken.Token
	err      error // why the file takes no edits
}

// parse reads a file twice over: tree-sitter knows the grammar but takes a def
// without a body and any indentation; the tokenizer is strict about just those.
func (j *judge) parse(f *source.File) (*python.Module, []pytoken.Token, error) {
	tokens, err := pytoken.Scan(f.Text)
	var fault *pytoken.Error
	if errors.As(err, &fault) {
		return nil, nil, fmt.Errorf("syntax error on line %d: %s", f.LineOf(fault.Offset), fault.Message)
	}
	m, err := j.tree(f)
	if err != nil {
		return nil, nil, err
	}
	if len(m.Errors) > 0 {
		return nil, nil, fmt.Errorf("syntax error on line %d", f.LineOf(m.Errors[0].Start))
	}
	return m, tokens, nil
}

// Refuse implements fixes.Judge.
func (j *judge) Refuse(edits []fixes.Edit) error {
	if j.err != nil {
		return j.err
	}
	for _, t := range j.fstrings {
		for _, e := range edits {
			covers := e.Span.Start <= t.Start && t.End <= e.Span.End
			outside := e.Span.End <= t.Start || t.End <= e.Span.Start
			if !covers && !outside {
				return fmt.Errorf("the edit lies inside the f-string on line %d", j.file.LineOf(t.Start))
			}
		}
	}
	return nil
}

// Check implements fixes.Judge.
func (j *judge) Check(p fixes.Patch) error {
	m, tokens, err := j.parse(p.After)
	if err != nil {
		return err
	}
	end := apart(j.module, m)
	defer end()
	if err := newFaults(j.module, m); err != nil {
		return err
	}
	c := comparison{before: j.file, after: p.After, was: j.tokens, is: tokens, edits: p.Edits}
	if err := c.run(); err != nil {
		return err
	}
	return j.lostComment(p)
}

// apart lets questions about modules be paid from a meter of their own, until what it returns is called: who had them
// before may have left nothing.
func apart(modules ...*python.Module) (end func()) {
	meters := make([]*budget.Meter, len(modules))
	for i, m := range modules {
		meters[i] = m.Meter
		m.SetMeter(budget.New())
	}
	return func() {
		for i, m := range modules {
			m.SetMeter(meters[i])
		}
	}
}

// lostComment finds a comment that a safe fix covers and does not write again.
func (j *judge) lostComment(p fixes.Patch) error {
	for _, fix := range p.Fixes {
		if fix.Safety != fixes.Safe {
			continue
		}
		for _, t := range j.comments {
			text := string(j.file.Text[t.Start:t.End])
			if !fixes.IsDirective(text) && covered(fix.Edits, j.file.Path, t) && !writes(fix.Edits, text) {
				return fmt.Errorf("the safe fix %q loses the comment on line %d", fix.Title, j.file.LineOf(t.Start))
			}
		}
	}
	return nil
}

func covered(edits []fixes.Edit, path string, t pytoken.Token) bool {
	for _, e := range edits {
		if e.File == path && e.Span.Start < t.End && t.Start < e.Span.End {
			return true
		}
	}
	return false
}

func writes(edits []fixes.Edit, text string) bool {
	return slices.ContainsFunc(edits, func(e fixes.Edit) bool { return strings.Contains(e.New, text) })
}
