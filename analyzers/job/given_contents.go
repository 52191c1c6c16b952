package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// heldBefore is what a dictionary held before it was changed, one item at a time; nil where that is not known.
func heldBefore(later []*run.Store, keys, values []run.Value) ([]run.Value, []run.Value) {
	keys, values = slices.Clone(keys), slices.Clone(values)
	if keys == nil {
		keys = []run.Value{}
	}
	for _, s := range slices.Backward(later) {
		key := s.Key
		if s.Kind == run.StoreAttribute { // options.folder = …, where keys are attributes
			key = run.Str(s.Name)
		} else if s.Kind != run.StoreItem {
			return nil, nil
		}
		if key == nil {
			return nil, nil
		}
		i := slices.IndexFunc(keys, func(k run.Value) bool {
			same, known := run.Equal(run.Bare(k), run.Bare(key))
			return same && known
		})
		switch {
		case i < 0 && s.Kind == run.StoreAttribute: // beside its keys
		case i < 0 && s.New == nil: // it was taken out
			at := min(s.Index, len(keys))
			keys, values = slices.Insert(keys, at, key), slices.Insert(values, at, s.Old)
		case i < 0:
			return nil, nil
		case s.Old == nil:
			keys, values = slices.Delete(keys, i, i+1), slices.Delete(values, i, i+1)
		default:
			values[i] = s.Old
		}
	}
	return keys, values
}

func (g *giver) container(o *run.Object) *Given {
	at := o.At.Origin()
	// batches = endless(loader): the loop draws from it
	if o.Class == run.Value(run.Generator) && g.models != nil && o.Made != nil {
		if f, ok := run.Bare(o.Made.Callee).(*run.Function); ok && isPlain(f) {
			return g.call(o.Made)
		}
	}
	later := g.later(o)
	if len(later) > 0 && g.startsEmpty(o) {
		return &Given{Kind: GivenList, At: at}
	}
	if len(later) > 0 && o.Kind != run.Dict {
		return unknownGiven(at, "it is changed later")
	}
	if o.Kind == run.Dict {
		keys, values, exact := g.machine.Entries(o)
		if keys, values = heldBefore(later, keys, values); keys == nil && len(later) > 0 {
			return unknownGiven(at, "it is changed later")
		}
		if !exact || len(keys) > maxGivenItems {
			return notAllKnown(at)
		}
		return &Given{
			Kind:   GivenDict,
			Keys:   g.list(keys),
			Items:  g.list(values),
			At:     at,
			ByName: g.machine.KeysAreAttributes(o),
		}
	}
	items, exact := g.machine.Elements(o)
	if !exact || len(items) > maxGivenItems {
		return notAllKnown(at)
	}
	kind := GivenList
	if o.Kind == run.Set {
		kind = GivenSet
	}
	return &Given{Kind: kind, Items: g.list(items), At: at}
}

// startsEmpty reports whether the first step of a loop finds a list empty that the steps fill up to some number: a pool
// of earlier images. One that grows with each step is another matter, and what a model keeps of its constructor may be
// read after that.
func (g *giver) startsEmpty(o *run.Object) bool {
	written, ok := o.At.Node.(*python.Sequence)
	if g.models == nil || !ok || o.Kind != run.List || written.Kind != python.List || len(written.Items) > 0 {
		return false
	}
	return !slices.ContainsFunc(g.stores, func(s *run.Store) bool {
		return s.Target == o && (s.Seq <= g.seq || s.Node == nil || !countedOut(s.Node))
	})
}

// countedOut reports whether something happens only while a number is below another, or above it.
func countedOut(n python.Node) bool {
	for at := n.Parent(); at != nil; at = at.Parent() {
		switch at := at.(type) {
		case *python.Function:
			return false
		case *python.If:
			if c, ok := at.Test.(*python.Compare); ok && len(c.Ops) == 1 && strings.ContainsAny(c.Ops[0], "<>") {
				return true
			}
		}
	}
	return false
}

// attributes are those of an object at the moment.
func (g *giver) attributes(o *run.Object, of *Given) *Given {
	out := &Given{Kind: GivenAttributes, Of: of, At: o.At.Origin()}
	names, values := g.machine.Named(o)
	later := map[string]bool{}
	for _, s := range g.later(o) {
		if later[s.Name] {
			continue
		}
		later[s.Name] = true
		i := slices.Index(names, s.Name)
		switch {
		case i < 0:
		case s.Old == nil:
			names, values = slices.Delete(slices.Clone(names), i, i+1), slices.Delete(slices.Clone(values), i, i+1)
		default:
			values = slices.Clone(values)
			values[i] = s.Old
		}
	}
	for i, name := range names {
		out.Names, out.Items = append(out.Names, name), append(out.Items, g.of(values[i]))
	}
	return out
}

// notAllKnown is a container of which something is not known.
func notAllKnown(at Place) *Given {
	out := unknownGiven(at, "not all that is in it is known")
	out.Holds = true
	return out
}
