package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// escapedObjects are the objects that somebody gets who is not seen: the caller of the entry, or a function elsewhere.
func (g *graph) escapedObjects() map[*run.Object]bool {
	if g.escaped != nil {
		return g.escaped
	}
	g.escaped = map[*run.Object]bool{}
	for _, r := range g.entry.Returns {
		if g.entry.Function != nil && r.Function.At() == g.entry.Function.At() {
			g.escape(r.Value, 0)
		}
	}
	for _, c := range g.entry.Calls {
		if !sinks(c) {
			continue
		}
		for _, a := range c.Args {
			g.escape(a.Value, 0)
		}
	}
	return g.escaped
}

const maxHeld = 4

func (g *graph) escape(v run.Value, depth int) {
	if depth > maxHeld {
		return
	}
	for _, one := range run.Alternatives(v) {
		switch one := one.(type) {
		case *run.Tuple:
			for _, item := range one.Items {
				g.escape(item, depth+1)
			}
		case *run.Object:
			if g.escaped[one] {
				continue
			}
			g.escaped[one] = true
			for _, item := range g.entry.Facts.machine.Contents(one) {
				g.escape(item, depth+1)
			}
		}
	}
}

// sinks reports whether a call hands its arguments to a function that is not seen and drops what it returns: it may
// differentiate or keep them.
func sinks(c *run.Call) bool {
	if c.Node == nil || newEvent(c) != nil {
		return false
	}
	if _, alone := c.Node.Parent().(*python.ExprStmt); !alone {
		return false
	}
	switch callee := c.Callee.(type) {
	case run.Symbol:
		return !knowledge.Harmless(run.LastPart(string(callee))) && !strings.HasPrefix(string(callee), "torch.")
	case *run.Member:
		if o, ok := callee.Object.(*run.Object); ok && (o.Kind == run.List || o.Kind == run.Dict || o.Kind == run.Set) {
			return false
		}
		return !knowledge.Harmless(callee.Name) && library.RoleOf(callee.Object) == knowledge.NoRole
	case *run.Object:
		return !knowledge.Harmless(callee.Word)
	}
	return false
}
