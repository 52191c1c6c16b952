package launch

import (
	"bytes"
	"errors"

	"mvdan.cc/sh/v3/syntax"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

// readShell reads a whole file as one shell text.
func readShell(f *source.File, meter *budget.Meter, open Opener) *Script {
	s := &Script{File: f, Slurm: slurmDirectives(f), meter: meter, open: open}
	newEvaluator(s).run(wholeFile(f))
	return s
}

// maxRestarts bounds how often reading goes on behind a syntax error.
const maxRestarts = 40

// statements parses text and returns its statements. A syntax error loses the
// statement it is in; reading goes on at the line behind the error, because one
// template placeholder must not hide the launch line below it.
func statements(meter *budget.Meter, t text, visit func(part text, stmts []*syntax.Stmt)) error {
	var first error
	for range maxRestarts {
		meter.Spend(1000 + 4*len(t))
		raw := make([]byte, len(t))
		for i, c := range t {
			raw[i] = c.b
		}
		var stmts []*syntax.Stmt
		var err error
		for s, broken := range syntax.NewParser(syntax.Variant(syntax.LangBash)).StmtsSeq(bounded(raw)) {
			if broken != nil { // it is told a second time, whoever has left the loop or not
				err = broken
			}
			if err == nil {
				stmts = append(stmts, s)
			}
		}
		visit(t, stmts)
		if err == nil {
			return first
		}
		if first == nil {
			first = err
		}
		next := behind(raw, err, stmts)
		if next <= 0 || next >= len(t) {
			return first
		}
		t = t[next:]
	}
	return first
}

// behind is the offset of the line after the one a syntax error is on.
func behind(raw []byte, err error, stmts []*syntax.Stmt) int {
	at := 0
	if len(stmts) > 0 {
		at = int(stmts[len(stmts)-1].End().Offset())
	}
	var parse syntax.ParseError
	var quote syntax.LangError
	switch {
	case errors.As(err, &parse):
		at = max(at, int(parse.Pos.Offset()))
	case errors.As(err, &quote):
		at = max(at, int(quote.Pos.Offset()))
	}
	if at >= len(raw) {
		return len(raw)
	}
	n := bytes.IndexByte(raw[at:], '\n')
	if n < 0 {
		return len(raw)
	}
	return at + n + 1
}

// ReadCommand reads one command line that stands in a file of another kind, such
// as a settings file: at is the offset of its first byte there, -1 when the file
// does not hold it word for word. It panics as Read does.
func ReadCommand(f *source.File, command string, at int) *Script {
	s := &Script{File: f, meter: budget.New()}
	t := plain(command, 0)
	if at >= 0 {
		t = ofFile(f, source.Span{Start: at, End: at + len(command)})
	}
	newEvaluator(s).run(t)
	return s
}
