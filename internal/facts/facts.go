// Package facts shows what trainlint believes about a file: which programs start in it, their loops and steps, what
// happens to which object, and why something is not known.
package facts

import (
	"fmt"
	"io"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
	"github.com/trainlint/trainlint/analyzers/train"
)

// Write prints the beliefs about a file; with a line (from 1) those about that line only.
func Write(w io.Writer, f *train.Facts, line int) {
	p := &printer{w: w, facts: f, machine: f.Machine(), line: line}
	for _, e := range f.Entries() {
		p.entry(e)
	}
	switch {
	case line > 0:
		p.values()
	case !p.printed:
		fmt.Fprintf(w, "nothing in %s trains, evaluates or steps an optimizer; %[1]s:LINE asks for the values of a line\n",
			f.Module.File.Path)
	}
}

type printer struct {
	w       io.Writer
	facts   *train.Facts
	machine *run.Machine
	line    int
	printed bool
}

func (p *printer) entry(e *train.Entry) {
	if p.line > 0 {
		p.atLine(e)
		return
	}
	name := "the script"
	if e.Function != nil {
		name = "function " + e.Function.Name()
		if e.Function.Class != nil {
			name = "method " + e.Function.Class.Name() + "." + e.Function.Name()
		}
	}
	steps := e.Steps()
	if len(steps) == 0 && len(e.Events()) == 0 {
		return
	}
	p.printed = true
	fmt.Fprintf(p.w, "entry: %s\n", name)
	if !e.Whole {
		fmt.Fprintln(p.w, "  stopped early: too much happens from here")
	}
	for _, l := range e.AllLoops() {
		if l.Kind == train.OtherLoop || l.Kind == train.InnerLoop && !l.Trains {
			continue
		}
		fmt.Fprintf(p.w, "  %s  %s over %s\n", p.where(l.Place()), l.Kind, p.machine.Show(l.Over()))
	}
	for _, s := range steps {
		p.step(s)
	}
}

func (p *printer) step(s *train.Step) {
	if s.Loop != nil {
		fmt.Fprintf(p.w, "  training step: the loop at %s\n", p.where(s.Loop.Place()))
	} else {
		fmt.Fprintln(p.w, "  training step: the whole entry")
	}
	for _, e := range s.Events {
		fmt.Fprintf(p.w, "    %s  %s", p.where(e.Place()), e.Kind)
		if e.Object != nil {
			fmt.Fprintf(p.w, " of %s", p.object(e.Object))
		}
		if e.Loss != nil {
			fmt.Fprintf(p.w, " of %s", p.machine.Show(e.Loss))
		}
		for _, g := range s.Gates(e) {
			fmt.Fprintf(p.w, ", %s", p.literal(g))
		}
		for _, c := range s.Via(e) {
			fmt.Fprintf(p.w, ", through %s", p.where(run.Place{Unit: c.Unit, Node: c.At}))
		}
		fmt.Fprintln(p.w)
	}
}

func (p *printer) object(o *run.Object) string {
	text := p.machine.Show(o)
	if role := library.RoleOf(o); role != knowledge.NoRole && o.At.Line() > 0 {
		text += " from " + p.where(o.At)
	}
	return text
}

// atLine prints the calls and stores of one line.
func (p *printer) atLine(e *train.Entry) {
	for _, c := range e.Calls {
		if c.Unit == nil || c.Unit.Module != p.facts.Module || (run.Place{Unit: c.Unit, Node: c.At}).Line() != p.line {
			continue
		}
		args := make([]string, len(c.Args))
		for i, a := range c.Args {
			args[i] = p.machine.Show(a.Value)
			if a.Name != "" {
				args[i] = a.Name + "=" + args[i]
			}
		}
		fmt.Fprintf(p.w, "%s(%s)\n  gives %s\n", p.machine.Show(c.Callee), strings.Join(args, ", "), p.machine.Show(c.Result))
		for _, g := range c.Gates {
			fmt.Fprintf(p.w, "  %s\n", p.literal(g))
		}
	}
	for _, s := range e.Stores {
		if s.Unit.Module == p.facts.Module && (run.Place{Unit: s.Unit, Node: s.Node}).Line() == p.line {
			fmt.Fprintf(p.w, "stores %s\n", p.machine.Show(s.New))
		}
	}
}

// values prints what the names and attributes of the line are, or why nothing is known of it.
func (p *printer) values() {
	line := p.expressions()
	if len(line) == 0 {
		fmt.Fprintf(p.w, "no name stands at line %d\n", p.line)
		return
	}
	around := python.EnclosingFunction(line[0].of)
	outer := around
	for fn := around; fn != nil; fn = python.EnclosingFunction(fn) {
		outer = fn
	}
	m, met := p.facts.Kept(outer), false
	printed := map[string]bool{}
	for _, e := range line {
		v, ok := m.ValueOf(e.of)
		met = met || ok
		if ok && !printed[e.text] {
			printed[e.text] = true
			fmt.Fprintf(p.w, "%s is %s\n", e.text, m.Show(v))
		}
	}
	switch {
	case met:
	case m.Over():
		fmt.Fprintf(p.w, "the run does not come to line %d: it stopped early, too much happens before\n", p.line)
	case around != nil:
		fmt.Fprintf(p.w, "the run does not come to line %d: nothing seen calls %s so that it gets there\n", p.line, around.Name)
	default:
		fmt.Fprintf(p.w, "the run does not come to line %d\n", p.line)
	}
}

// asked is something of a line whose value is printed.
type asked struct {
	text string
	of   python.Expr
}

// expressions are the names and attributes that the line reads, in their order, and what it binds a name to.
func (p *printer) expressions() []asked {
	var list []asked
	unit := p.machine.Unit(p.facts.Module, "__main__")
	slice := func(n python.Node) string { return p.facts.Module.File.Slice(n.Span()) }
	for _, s := range p.facts.Module.Body {
		for n := range python.All(s) {
			if (run.Place{Unit: unit, Node: n}).Line() != p.line {
				continue
			}
			switch n := n.(type) {
			case *python.Name:
				list = append(list, asked{slice(n), n})
			case *python.Attribute:
				list = append(list, asked{slice(n), n})
			case *python.Assign:
				if n.Value != nil && len(n.Targets) == 1 {
					list = append(list, asked{slice(n.Targets[0]), n.Value})
				}
			}
		}
	}
	return list
}

// literal is a test as the code writes it, and whether it succeeds.
func (p *printer) literal(l run.Literal) string {
	text := p.text(l.Condition.Test)
	if l.Succeeds() {
		return "where " + text
	}
	return "where not (" + text + ")"
}

func (p *printer) where(at run.Place) string {
	if at.Unit != nil && at.Unit.Module == p.facts.Module {
		return fmt.Sprintf("line %d", at.Line())
	}
	return fmt.Sprintf("%s:%d", at.File(), at.Line())
}

func (p *printer) text(at run.Place) string {
	if at.Unit == nil || at.Node == nil {
		return "an unknown condition"
	}
	if s, ok := at.Node.(python.Stmt); ok {
		return fmt.Sprintf("the statement at line %d", run.Place{Unit: at.Unit, Node: s}.Line())
	}
	return at.Unit.Module.File.Slice(at.Node.Span())
}
