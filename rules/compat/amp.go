package compat

import (
	"errors"
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// ampMove is one thing that moved from torch.cuda.amp and torch.cpu.amp to
// torch.amp, where it takes the device as an argument.
type ampMove struct {
	name  string // "autocast"
	since string // the torch version that has the new one
	// order names the old positional parameters; empty: the new ones follow the
	// device in the same order.
	order []string
	// byKeyword: the device is the keyword device_type, behind what is decorated.
	byKeyword bool
}

// device is "cuda" for torch.cuda.amp.autocast.
func device(m *python.Module, ref python.Expr) string {
	return strings.Split(m.Resolve(ref), ".")[1]
}

// report files one finding for every use of the old names.
func (a ampMove) report(p *rules.Pass) {
	e := pyedit.New(p.Python)
	for _, u := range uses(p.Python, "torch.cuda.amp."+a.name, "torch.cpu.amp."+a.name) {
		old, dev := p.Python.Resolve(u.ref), device(p.Python, u.ref)
		message := fmt.Sprintf("%s is deprecated since torch 2.4%s: %s does the same", old, a.cost(u), a.advice(u, dev))
		severity := p.Rule.Severity
		if u.kind == asType {
			severity = rules.Note
			message = fmt.Sprintf(
				"%s is deprecated since torch 2.4 and only a subclass of torch.amp.%s: what torch.amp.%s makes is no instance of it",
				old,
				a.name,
				a.name,
			)
		}
		p.Report(
			rules.Diagnostic{
				Severity: severity,
				File:     p.File.Path,
				Span:     u.ref.Span(),
				Message:  message,
				Fixes:    a.fixes(p, e, u, dev),
			},
		)
	}
}

func (a ampMove) cost(u use) string {
	switch u.kind {
	case inherited:
		return ", every object of the subclass warns when it is made"
	case decorating, entered:
		if !a.byKeyword {
			return ", and without parentheses it does nothing it should"
		}
	}
	if a.byKeyword {
		return " and warns at import"
	}
	return ", every call warns"
}

// advice is the new spelling of this very use, as far as it can be said in a line.
func (a ampMove) advice(u use, dev string) string {
	switch {
	case a.byKeyword:
		return fmt.Sprintf("torch.amp.%s(…, device_type=%q)", a.name, dev)
	case u.kind == inherited:
		return fmt.Sprintf("torch.amp.%s, with %q for device as the first argument of its __init__,", a.name, dev)
	case u.kind == stored:
		return fmt.Sprintf("functools.partial(torch.amp.%s, %q)", a.name, dev)
	case len(u.arguments()) == 0:
		return fmt.Sprintf("torch.amp.%s(%q)", a.name, dev)
	}
	return fmt.Sprintf("torch.amp.%s(%q, …)", a.name, dev)
}

// fixes rewrites one use; no fix where the arguments cannot be told apart.
func (a ampMove) fixes(p *rules.Pass, e *pyedit.Editor, u use, dev string) []fixes.Fix {
	torch, plan, ok := torchAt(p.Python, e, u.ref)
	if !ok {
		return nil
	}
	safety, plan := fixes.Safe, plan.Need("torch>="+a.since)
	to := torch + ".amp." + a.name
	title := fmt.Sprintf("use %s(%q)", to, dev)
	switch u.kind {
	case called, partial:
		plan = plan.And(e.ReplaceExpression(u.ref, to), a.arguments(p, e, u, dev))
		if u.kind == partial && len(a.order) > 0 {
			safety = fixes.Unsafe // a later positional argument would be another one
		}
	case decorating, entered:
		argument := fmt.Sprintf("(%q)", dev)
		if a.byKeyword {
			argument = fmt.Sprintf("(device_type=%q)", dev)
		} else {
			safety = fixes.Unsafe
		}
		plan = plan.And(e.ReplaceExpression(u.ref, to+argument))
	case asType:
		title = "use " + to
		plan = plan.And(e.ReplaceExpression(u.ref, to))
	default:
		return nil
	}
	return plan.Fixes(title, safety)
}

func version(text string) deps.Version {
	v, _ := deps.ParseVersion(text)
	return v
}

// arguments puts the device in, and names the old positional arguments where the
// new order is another.
func (a ampMove) arguments(p *rules.Pass, e *pyedit.Editor, u use, dev string) pyedit.Plan {
	if a.byKeyword {
		return e.AddKeyword(u.call, "device_type", fmt.Sprintf("%q", dev))
	}
	plan := pyedit.Plan{}
	position := 0
	for _, arg := range u.arguments() {
		switch {
		case len(a.order) == 0 || arg.Name != "" || arg.Star == 2:
		case arg.Star == 1 || position >= len(a.order):
			return pyedit.Plan{Err: errors.New("the positional arguments are not known")}
		default:
			plan = plan.And(insert(p, arg.Span().Start, a.order[position]+"="))
			position++
		}
	}
	return prepend(p, u, fmt.Sprintf("%q", dev)).And(plan)
}

// prepend puts a first argument before those that a use passes on, on a line of
// its own where they stand on theirs.
func prepend(p *rules.Pass, u use, text string) pyedit.Plan {
	args := u.arguments()
	switch {
	case u.kind == partial:
		return insert(p, u.call.Args[0].Span().End, ", "+text)
	case len(args) == 0:
		return insert(p, u.call.ArgsSpan.Start+1, text)
	}
	first := args[0].Span().Start
	if p.File.LineOf(first) != p.File.LineOf(u.call.ArgsSpan.Start) {
		return insert(p, first, text+",\n"+p.File.Indent(first))
	}
	return insert(p, first, text+", ")
}

func insert(p *rules.Pass, at int, text string) pyedit.Plan {
	return pyedit.Plan{Edits: []fixes.Edit{{File: p.File.Path, Span: source.Span{Start: at, End: at}, New: text}}}
}
