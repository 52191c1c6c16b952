package built

import (
	"errors"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// giver makes of a job's values those of an exact run.
type giver struct {
	*exact.Machine
	sources *job.Sources
	made    map[*job.Given]exact.Value
	// supposed are the numbers that are not known; nil: nobody asks for them.
	supposed *supposed
	// counts are those that are assumed; nil: none.
	counts *counts
	// lenient: a call that cannot be followed gives something unknown, and does not end the answer.
	lenient bool
}

func newGiver(m *exact.Machine, sources *job.Sources) *giver {
	return &giver{Machine: m, sources: sources, made: map[*job.Given]exact.Value{}}
}

func placeOf(at job.Place) exact.Place {
	if at.File == nil {
		return exact.Place{}
	}
	return exact.Place{Path: at.File.Path, Line: at.Line()}
}

// value is a value; the same one for one that is met again.
func (g *giver) value(v *job.Given) exact.Value {
	if known, ok := g.made[v]; ok {
		if known == nil { // it holds itself
			return &exact.Unknown{Why: "it is made of itself", At: placeOf(v.At)}
		}
		return known
	}
	g.made[v] = nil
	out := g.told(v)
	if t, ok := out.(*exact.Tuple); ok && v.First && len(t.Items) > 0 {
		out = t.Items[0]
	}
	g.made[v] = out
	return out
}

// told is a value, or what somebody says of it where only data tells it.
func (g *giver) told(v *job.Given) exact.Value {
	at := givenAt(v)
	if g.Machine == nil || at.Path == "" || len(g.sources.Sizes()) == 0 {
		return g.noted(v, g.make(v), at)
	}
	if module, _ := g.sources.Module(at.Path); module != nil {
		if s := g.SizeAt(module, at.Span); s != nil {
			return g.Sized(s, placeOf(v.At), func() exact.Value { return g.make(v) })
		}
	}
	return g.noted(v, g.make(v), at)
}

// noted keeps which expression gave something unknown.
func (g *giver) noted(v *job.Given, out exact.Value, at exact.Expression) exact.Value {
	if u, unknown := out.(*exact.Unknown); unknown && g.Machine != nil && at.Path != "" && v.Kind == job.GivenUnknown {
		g.Noted(u, at)
	}
	return out
}

func (g *giver) make(v *job.Given) exact.Value {
	switch v.Kind {
	case job.GivenConstant:
		if member := g.member(v); member != nil {
			return member
		}
		return g.constant(v)
	case job.GivenSymbol:
		return g.Imported(v.Name)
	case job.GivenDefinition:
		return g.definition(v)
	case job.GivenTuple:
		return &exact.Tuple{Items: g.values(v.Items)}
	case job.GivenList:
		return &exact.List{Items: g.values(v.Items)}
	case job.GivenSet:
		return g.Call(g.Imported("set"), exact.Positional(&exact.List{Items: g.values(v.Items)}))
	case job.GivenDict:
		d := exact.NewDict()
		for i, key := range v.Keys {
			d.Set(g.value(key), g.value(v.Items[i]))
		}
		if v.ByName {
			return exact.ByName(d)
		}
		return d
	case job.GivenAttributes:
		return g.attributes(v)
	case job.GivenCall:
		if g.lenient {
			return g.tried(v)
		}
		callee, a := g.callee(v), g.arguments(v)
		g.supposed.nameParameters(g.Machine, callee, a)
		return g.counted(v, g.Call(callee, a))
	case job.GivenWith:
		on := g.value(v.Of)
		for i, name := range v.Names {
			g.SetAttribute(on, name, g.value(v.Items[i]))
		}
		return on
	case job.GivenAttribute:
		return g.counted(v, g.Attribute(g.value(v.Of), v.Name))
	case job.GivenItem:
		return g.item(v)
	case job.GivenLambda:
		return g.lambda(v)
	case job.GivenPartial:
		return &exact.Partial{Func: g.value(v.Of), Args: g.arguments(v)}
	}
	if n, ok := g.counts.given(v); ok {
		return n
	}
	return g.counts.root(v, g.supposed.root(&exact.Unknown{Why: v.Why, At: placeOf(v.At), Some: v.Holds}))
}

// counted is what an attribute or a call gives, where that is not known a number that a word says what it counts, as
// tokenizer.vocab_size is.
func (g *giver) counted(v *job.Given, out exact.Value) exact.Value {
	u, unknown := out.(*exact.Unknown)
	if !unknown || u.Count.Path != "" || u.Each != nil || v.Kind == job.GivenCall && v.Of.Name != "len" {
		return out
	}
	if n, ok := g.counts.given(v); ok {
		return n
	}
	return g.counts.root(v, u)
}

// item is one of what something holds.
func (g *giver) item(v *job.Given) (out exact.Value) {
	err := g.Try(func() { out = g.Item(g.value(v.Of), g.value(v.Keys[0])) })
	if err != nil {
		return &exact.Unknown{Why: err.Error(), At: placeOf(v.At)}
	}
	return out
}

// tried is what a call gives, unknown where it cannot be followed.
func (g *giver) tried(v *job.Given) (out exact.Value) {
	err := g.Try(func() { out = g.Call(g.callee(v), g.arguments(v)) })
	if err == nil {
		return out
	}
	at := placeOf(v.At)
	var stop *exact.Stop
	if errors.As(err, &stop) && stop.At.Path != "" {
		return &exact.Unknown{Why: stop.Reason, At: stop.At}
	}
	return &exact.Unknown{Why: err.Error(), At: at}
}

func (g *giver) values(list []*job.Given) []exact.Value {
	out := make([]exact.Value, len(list))
	for i, v := range list {
		out[i] = g.value(v)
	}
	return out
}

func (g *giver) arguments(v *job.Given) exact.Args {
	var a exact.Args
	for i, item := range v.Items {
		if v.Names[i] == "" {
			a.Pos = append(a.Pos, g.value(item))
		} else {
			a.Kw = append(a.Kw, exact.Keyword{Name: v.Names[i], Value: g.value(item)})
		}
	}
	return a
}

// callee is what a call calls: what only the run knows ends the answer.
func (g *giver) callee(v *job.Given) exact.Value {
	f := g.value(v.Of)
	if u, ok := f.(*exact.Unknown); ok {
		panic(&exact.Stop{At: u.At, Reason: u.Why})
	}
	return f
}

// member is the member of an enumeration that has a value; nil for any other constant. The job has the value in its
// place.
func (g *giver) member(v *job.Given) exact.Value {
	if v.At.File == nil || g.Machine == nil || !strings.HasSuffix(v.At.File.Path, ".py") { // a page or a config has none
		return nil
	}
	module, name := g.sources.Module(v.At.File.Path)
	if module == nil {
		return nil
	}
	for _, s := range module.Body {
		c, ok := s.(*python.Class)
		if !ok || c.Span().Start > v.At.Span.Start || c.Span().End < v.At.Span.End {
			continue
		}
		for _, inside := range c.Body {
			a, ok := inside.(*python.Assign)
			if !ok || a.Value == nil || a.Value.Span() != v.At.Span || len(a.Targets) != 1 {
				continue
			}
			to, isName := a.Targets[0].(*python.Name)
			class, isClass := g.Defined(g.Unit(module, name), c.Name).(*exact.Class)
			if !isName || !isClass || class.Dict.Get("__members__") == nil {
				return nil
			}
			return g.Attribute(class, to.ID)
		}
	}
	return nil
}

func (g *giver) constant(v *job.Given) exact.Value {
	switch c := run.Bare(v.Constant).(type) {
	case run.NoneType:
		return exact.None
	case run.Bool:
		return bool(c)
	case run.Int:
		return int64(c)
	case run.Float:
		return float64(c)
	case run.Str:
		return string(c)
	case run.EllipsisType:
		return exact.EllipsisType{}
	}
	return &exact.Unknown{Why: "a number beyond what is counted with", At: placeOf(v.At)}
}

// definition is a class or function of the project.
func (g *giver) definition(v *job.Given) exact.Value {
	module, name := g.sources.Module(v.File)
	if module == nil {
		return &exact.Unknown{Why: v.File + " cannot be read", At: placeOf(v.At)}
	}
	if found := g.Defined(g.Unit(module, name), v.Name); found != nil {
		return found
	}
	for n := range python.AllIn(module.Body) { // if __name__ == "__main__": class Model(nn.Module): …
		if class, ok := n.(*python.Class); ok && class.Span() == v.At.Span && python.EnclosingFunction(class) == nil {
			return g.LocalClass(g.Unit(module, name), class)
		}
	}
	return &exact.Unknown{
		Why: v.Name[strings.LastIndexByte(v.Name, '.')+1:] + " is not defined when the file is imported",
		At:  placeOf(v.At),
	}
}

// attributes is an instance that somebody else has made.
func (g *giver) attributes(v *job.Given) exact.Value {
	var class *exact.Class
	if v.Of != nil {
		var ok bool
		if class, ok = g.value(v.Of).(*exact.Class); !ok {
			return &exact.Unknown{Why: "its class is not known", At: placeOf(v.At)}
		}
	}
	o := exact.Given(class, placeOf(v.At))
	g.made[v] = o
	for i, name := range v.Names {
		held := g.value(v.Items[i])
		g.supposed.name(held, name)
		o.Attrs.Set(name, held)
	}
	return o
}
