package launch

import (
	"path"
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/trainlint/trainlint/analyzers/source"
)

// hereDocuments keeps the bodies that a statement writes to a file (cat <<EOF >
// x.yaml, tee x.yaml <<EOF) or feeds to a program (python - <<EOF).
func (e *evaluator) hereDocuments(s *syntax.Stmt) {
	for _, r := range s.Redirs {
		if r.Hdoc == nil || e.sourcing > 0 {
			continue
		}
		t := e.parts(r.Hdoc.Parts, true)
		if isQuotedDelimiter(r.Word) {
			t = e.unexpanded(r.Hdoc)
		}
		em := e.body(r, t)
		em.Perhaps = e.undecided > 0
		em.Path, em.Reader = e.target(s)
		e.script.Embedded = append(e.script.Embedded, em)
		if slices.Contains(shells, em.Reader) || em.Path.Text != "" && IsShell(em.Path.Text, nil) {
			e.script.Embedded = e.script.Embedded[:len(e.script.Embedded)-1]
			vars, dir := e.copied(e.vars), e.dir
			e.follow(t)
			e.vars, e.dir = vars, dir
		}
	}
}

// shells are the programs that run the commands that they read.
var shells = []string{"bash", "sh", "zsh", "sbatch", "qsub", "bsub"}

func (e *evaluator) body(r *syntax.Redirect, t text) Embedded {
	em := Embedded{File: e.script.File, Text: t.String(), Known: t.known(), Span: t.origin(e.span(r.Hdoc))}
	em.Verbatim = em.Text == e.script.File.Slice(em.Span)
	return em
}

// unexpanded is a body whose delimiter is quoted: the shell changes nothing in
// it, except that <<- takes leading tabs off.
func (e *evaluator) unexpanded(w *syntax.Word) text {
	value := w.Lit()
	start := int(w.Pos().Offset())
	if end := start + len(value); end <= len(e.source) && e.source[start:end].String() == value {
		return e.source[start:end]
	}
	return plain(value, 0)
}

func isQuotedDelimiter(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if _, plain := p.(*syntax.Lit); !plain {
			return true
		}
	}
	return false
}

// target is the file that a statement with a here-document writes, or the
// program that reads it.
func (e *evaluator) target(s *syntax.Stmt) (Word, string) {
	for _, r := range s.Redirs {
		if r.Op == syntax.RdrOut || r.Op == syntax.AppOut || r.Op == syntax.RdrClob {
			return e.redirected(r.Word), ""
		}
	}
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return Word{}, ""
	}
	name := path.Base(c.Args[0].Lit())
	if name == "tee" {
		return e.redirected(c.Args[len(c.Args)-1]), ""
	}
	return Word{}, name
}

func (e *evaluator) redirected(w *syntax.Word) Word {
	fields := e.fields(w)
	if len(fields) != 1 {
		return Word{Span: source.Span{}}
	}
	out := fields[0].word(e.span(w))
	if e.dir != "" && !path.IsAbs(out.Text) {
		out.Text = path.Join(e.dir, out.Text)
	}
	return out
}
