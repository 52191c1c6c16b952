package pyedit_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/fixes/pytoken"
)

var seeds = []string{
	"import torch\n\nfor i in range(10):\n    loss = f(x, a=1, b=2)  # step\n    m\n    x\n",
	"def g(a, *b, c=1, **d):\n    '''doc'''\n    if a: x; m\n    else:\n        # c\n        x\n    return f(*b, a=1, **d)\n",
	"from pkg import (\n    other,  # c\n)\nold(f(\n    1,\n    a=2,  # why\n))\nw\n",
	"try:\n\tw; x\nexcept E:\n\tx\nfinally:\n\tm\nwhile f(a=1): m; x\n",
	"x = f'{f(a=1)} {y!r:>{w}}'; w\r\nclass A(B, a=1):\r\n    def g(self): old(old(1, a=3), a=4)\r\n",
	"@f(a=1)\nasync def g():\n    async with f() as old, w: m\n    # end\nf(a=(1 +\n  2), # c\n  b=3)\nx \\\n  ;m\n",
	"f(a=1,)\nf( a = 1 , *b )\nf(\n    # only a comment\n)\nf((yield), a=lambda: 1)\n[x for x in f(a=2)]",
	"\ufeffold()\n", "#!/bin/sh\n# -*- coding: utf-8 -*-\n\"\"\"d\"\"\"\nold()",
}

// parses reports whether CPython's rules for blocks and brackets, and the grammar,
// take a text.
func parses(f *source.File) bool {
	if _, err := pytoken.Scan(f.Text); err != nil {
		return false
	}
	m, err := python.Parse(f)
	return err == nil && len(m.Errors) == 0
}

// randomFixes turns bytes into fixes with one to three edits each.
func randomFixes(text string, choices []byte) []fixes.Candidate {
	pieces := []string{"", "x", "\n", "    ", "(", ")", "if a:", "pass\n", "# c", "'''", ", ", "a=1", "\\\n", "\t", "def f():\n", "import b\n"}
	var found []fixes.Candidate
	var fix fixes.Fix
	for len(choices) >= 4 && len(text) > 0 {
		start := int(choices[0]) * len(text) / 256
		end := min(len(text), start+int(choices[1])%16)
		for start > 0 && !utf8.RuneStart(text[start]) {
			start--
		}
		for end < len(text) && !utf8.RuneStart(text[end]) {
			end++
		}
		fix.Edits = append(fix.Edits, fixes.Edit{File: "a.py", Span: source.Span{Start: start, End: end}, New: pieces[int(choices[2])%len(pieces)]})
		if choices[3]%3 == 0 || len(choices) < 8 {
			fix.Safety = fixes.Safety(choices[3] % 2)
			found = append(found, fixes.Candidate{Rule: string('a' + rune(choices[3]%5)), Fixes: []fixes.Fix{fix}})
			fix = fixes.Fix{}
		}
		choices = choices[4:]
	}
	return found
}

// Whatever edits rules invent, a file that parses still parses, and safe fixes
// alone lose no comment.
func FuzzSessionNeverBreaksAFile(f *testing.F) {
	for i, s := range seeds {
		for j := range 6 {
			choices := make([]byte, 48)
			for k := range choices {
				choices[k] = byte((i*131 + j*57 + k*k*29 + k*7) % 251)
			}
			f.Add(s, choices)
		}
	}
	f.Fuzz(func(t *testing.T, text string, choices []byte) {
		before := source.New("a.py", []byte(text))
		candidates := randomFixes(text, choices)
		s := &fixes.Session{File: func(string) *source.File { return before }, Judge: pyedit.Judge, Unsafe: len(choices)%2 == 0}
		r, err := s.Run(candidates)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Changes) == 0 {
			return
		}
		after := r.Changes[0].After
		if !parses(before) || !parses(after) {
			t.Fatalf("%q became %q", text, after.Text)
		}
		if !s.Unsafe {
			for _, c := range commentsOf(before) {
				if !strings.Contains(string(after.Text), c) {
					t.Fatalf("%q lost %q: %q", text, c, after.Text)
				}
			}
		}
	})
}

func commentsOf(f *source.File) []string {
	tokens, _ := pytoken.Scan(f.Text)
	var found []string
	for _, t := range tokens {
		if t.Kind == pytoken.Comment {
			found = append(found, string(f.Text[t.Start:t.End]))
		}
	}
	return found
}

// buildAll offers what every builder makes of a file.
func buildAll(files []*source.File) ([]fixes.Candidate, error) {
	m, err := python.Parse(files[0])
	if err != nil {
		return nil, err
	}
	e := pyedit.New(m)
	var found []fixes.Candidate
	offer := func(rule string, p pyedit.Plan) {
		found = append(found, fixes.Candidate{Rule: rule, Fixes: p.Fixes(rule, fixes.Safe)})
	}
	for _, c := range m.AllCalls() {
		name, _ := c.Func.(*python.Name)
		switch {
		case c.Keyword("a") != nil:
			offer("remove keyword", e.RemoveKeyword(c, "a"))
		case name != nil && name.ID == "f" && (c.Keyword("b") == nil || m.File.Slice(c.Keyword("b").Value.Span()) != "1"):
			offer("set keyword", e.SetKeyword(c, "b", "1"))
		case name != nil && name.ID == "old":
			local, plan := e.Import(c, "pkg", "new")
			offer("import", plan.And(e.RenameCallee(c, local)))
		}
	}
	python.WalkBody(m.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Function:
			if n.Name == "g" && len(n.Decorators) == 0 {
				offer("decorate", e.AddDecorator(n, "d"))
			}
		case *python.ExprStmt:
			name, _ := n.Value.(*python.Name)
			if name == nil {
				break
			}
			switch loop := outermostLoop(n); {
			case name.ID == "x":
				offer("remove statement", e.RemoveStatement(n))
			case name.ID == "m" && loop != nil:
				offer("move", e.MoveAfter(n, loop))
			case name.ID == "w" && !underWith(n):
				offer("wrap", e.WrapWith([]python.Stmt{n}, "with ctx:"))
			}
		}
		return true
	})
	return found, nil
}

func outermostLoop(n python.Node) python.Stmt {
	var loop python.Stmt
	for n = n.Parent(); n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *python.For:
			loop = n
		case *python.While:
			loop = n
		case *python.Function, *python.Class:
			return loop
		}
	}
	return loop
}

func underWith(n python.Node) bool {
	_, ok := n.Parent().(*python.With)
	return ok
}

// program writes a valid Python program that choices decide on.
type program struct {
	strings.Builder
	choices []byte
	newline string
}

// pick is the next choice; when they run out, the last one, which ends lists.
func (p *program) pick(n int) int {
	if len(p.choices) == 0 {
		return n - 1
	}
	c := int(p.choices[0])
	p.choices = p.choices[1:]
	return c % n
}

func (p *program) oneOf(texts ...string) string { return texts[p.pick(len(texts))] }

// expr writes an expression; within brackets it may go over lines.
func (p *program) expr(depth int) string {
	if depth > 3 || len(p.choices) == 0 {
		return "y"
	}
	switch p.pick(9) {
	case 0:
		return "y"
	case 1:
		return "(" + p.space() + p.expr(depth+1) + p.space() + ")"
	case 2:
		return p.expr(depth+1) + " + 1"
	case 3:
		return p.oneOf("'s'", "f'{y}'", "'''l\n  m'''", "lambda: y", "[y for y in z]")
	default:
		return p.oneOf("f", "old", "f", "h.k") + "(" + p.arguments(depth+1) + ")"
	}
}

// space is white space that may stand between brackets.
func (p *program) space() string {
	return strings.ReplaceAll(p.oneOf("", "", " ", "\n", "\n      ", "  # c\n  ", "\n  # d\n    ", " \\\n"), "\n", p.newline)
}

func (p *program) arguments(depth int) string {
	var list []string
	for _, name := range []string{"", "b=", "a=", "c=", "**"} {
		switch {
		case p.pick(2) == 0:
		case name == "" && p.pick(3) == 0:
			list = append(list, "*z")
		default:
			list = append(list, name+p.expr(depth))
		}
	}
	text := p.space()
	for i, argument := range list {
		text += argument + p.space()
		if i < len(list)-1 || p.pick(2) == 0 {
			text += "," + p.space()
		}
	}
	return text
}

// block writes some statements at an indentation.
func (p *program) block(indent string, depth int) {
	unit := p.oneOf("    ", "\t", "  ")
	for range 1 + p.pick(4) {
		if depth < 4 && p.pick(3) == 0 {
			header := p.oneOf("if y:", "for i in y:", "while y:", "with y:", "def g():", "try:", "class C:", "async def g(y, *z):")
			p.WriteString(indent + header + p.oneOf("", "", "  # c") + p.newline)
			p.block(indent+unit, depth+1)
			if header == "try:" {
				p.WriteString(indent + "finally:" + p.newline)
				p.block(indent+unit, depth+1)
			}
			continue
		}
		p.WriteString(indent)
		if depth < 4 && p.pick(6) == 0 {
			p.WriteString(p.oneOf("if y: ", "for i in y: ", "while y:"))
		}
		for p.WriteString(p.simple()); p.pick(4) == 0; p.WriteString(p.simple()) {
			p.WriteString(p.oneOf(";", "; "))
		}
		p.WriteString(p.oneOf("", "", "", "  # c", ";") + p.newline + p.oneOf("", "", "", "# top"+p.newline, p.newline, indent+"# own"+p.newline))
	}
}

func (p *program) simple() string {
	switch p.pick(8) {
	case 0, 1:
		return "x"
	case 2, 3:
		return "m"
	case 4:
		return "w"
	case 5:
		return "y = " + p.expr(0)
	}
	return p.expr(0)
}

func writeProgram(choices []byte) string {
	p := &program{choices: choices}
	p.newline = p.oneOf("\n", "\n", "\r\n")
	p.WriteString(p.oneOf("", "\ufeff", "#!/bin/sh"+p.newline, "'''doc'''"+p.newline, "from pkg import (q)"+p.newline, "import pkg.new"+p.newline,
		"from pkg import (\n  q, # c\n)\n", "from __future__ import x1"+p.newline, "new = 1"+p.newline))
	p.block("", 0)
	if text := p.String(); p.pick(3) == 0 {
		return strings.TrimRight(text, "\r\n")
	}
	return p.String()
}

// What the builders make is never refused by the judge, and once made there is
// nothing left to make.
func FuzzBuilders(f *testing.F) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		choices := make([]byte, 20+random.IntN(60))
		for i := range choices {
			choices[i] = byte(random.IntN(256))
		}
		f.Add(choices)
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		text := writeProgram(choices)
		before := source.New("a.py", []byte(text))
		if !parses(before) {
			t.Skip("the grammar takes this for a syntax error")
		}
		first, err := buildAll([]*source.File{before})
		if err != nil {
			t.Fatal(err)
		}
		s := &fixes.Session{File: func(string) *source.File { return before }, Judge: pyedit.Judge, Unsafe: true, Lint: buildAll}
		r, err := s.Run(first)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range r.Bugs {
			if !strings.Contains(b.Error(), "10 passes") { // so many nested finds are the fuzzer's own
				t.Errorf("%v in\n%s", b, text)
			}
		}
		if len(r.Changes) == 0 || len(r.Bugs) > 0 {
			return
		}
		after := r.Changes[0].After
		again, err := buildAll([]*source.File{after})
		if err != nil {
			t.Fatal(err)
		}
		s.File = func(string) *source.File { return after }
		if r, err := s.Run(again); err != nil || len(r.Changes) > 0 {
			t.Errorf("%s\nbecame\n%s\nand then\n%s", text, after.Text, r.Changes[0].After.Text)
		}
	})
}
