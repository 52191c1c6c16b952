// Package shelledit judges edited shell scripts.
package shelledit

import (
	"errors"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

// Judge makes the judge of a shell script for fixes.Session.
func Judge(f *source.File) fixes.Judge {
	j := &judge{file: f}
	j.parts, j.err = parse(f)
	return j
}

type judge struct {
	file  *source.File
	parts []part
	err   error
}

// part is a word or a comment of a script.
type part struct {
	span    source.Span
	comment bool
}

// parse lists the words and comments of a script in the order they end.
func parse(f *source.File) ([]part, error) {
	script, err := launch.Parse(f.Text, "")
	var fault syntax.ParseError
	switch {
	case errors.As(err, &fault):
		return nil, fmt.Errorf("syntax error on line %d: %s", fault.Pos.Line(), fault.Text)
	case err != nil:
		return nil, err
	}
	var parts []part
	syntax.Walk(script, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Word:
			parts = append(parts, part{span: spanOf(n)})
		case *syntax.Comment:
			parts = append(parts, part{span: spanOf(n), comment: true})
		}
		return true
	})
	return parts, nil
}

func spanOf(n syntax.Node) source.Span {
	return source.Span{Start: int(n.Pos().Offset()), End: int(n.End().Offset())}
}

// Refuse implements fixes.Judge.
func (j *judge) Refuse([]fixes.Edit) error { return j.err }

// Orphans implements fixes.Judge: a script imports nothing.
func (j *judge) Orphans(*source.File, []string) []fixes.Edit { return nil }

// Check implements fixes.Judge: every word and comment outside the edits must come
// out as it was, and a safe fix may lose no comment.
func (j *judge) Check(p fixes.Patch) error {
	after, err := parse(p.After)
	if err != nil {
		return err
	}
	there := map[part]bool{}
	for _, a := range after {
		there[a] = true
	}
	for _, b := range j.parts {
		moved, touched := shifted(b.span, p.Edits)
		text := j.file.Slice(b.span)
		switch {
		case !touched && !there[part{moved, b.comment}]:
			return fmt.Errorf("%q on line %d becomes part of something else", text, j.file.LineOf(b.span.Start))
		case touched && b.comment && !fixes.IsDirective(text) && safelyLost(p, b.span, text):
			return fmt.Errorf("a safe fix loses the comment on line %d", j.file.LineOf(b.span.Start))
		}
	}
	return nil
}

// shifted is where a span lies after the edits, and whether one of them touches it.
// A line continuation before a word moves with it.
func shifted(s source.Span, edits []fixes.Edit) (moved source.Span, touched bool) {
	shift := 0
	for _, e := range edits {
		switch {
		case e.Span.End <= s.Start:
			shift += len(e.New) - e.Span.Len()
		case e.Span.Start < s.End:
			return s, true
		}
	}
	return source.Span{Start: s.Start + shift, End: s.End + shift}, false
}

func safelyLost(p fixes.Patch, comment source.Span, text string) bool {
	for _, fix := range p.Fixes {
		covers, written := false, false
		for _, e := range fix.Edits {
			covers = covers || e.File == p.Before.Path && e.Span.Start < comment.End && comment.Start < e.Span.End
			written = written || strings.Contains(e.New, text)
		}
		if fix.Safety == fixes.Safe && covers && !written {
			return true
		}
	}
	return false
}
