package built

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/model"
)

// Size is a number that only the run knows, and that layers of a model are as wide as: a vocabulary that is read from
// data, a count of classes.
type Size struct {
	Name string // of the parameter or attribute; "" where it has none
	Each int64  // parameters that one more adds
	Gap  Gap    // why it is not known
}

// Sized is a model whose parameters are known but for such numbers.
type Sized struct {
	*Model        // built with one in the place of each
	Sizes  []Size // each adds by itself
}

// With one in the place of the numbers, some more and many more, the parameters have to lie on one line.
const (
	some = 1_000
	many = 1_000_000
	// mostSizes bounds how often a model is built.
	mostSizes = 4
)

// SizedOf builds a model of which only numbers are not known that layers are as wide as; nil where more is not known,
// or where the parameters do not grow in proportion.
func SizedOf(j *job.Job, own *job.Own) *Sized {
	first := &supposed{}
	m := build(j, own, Fed{}, standIns{supposed: first})
	if m.Gap != nil || len(first.met) == 0 || len(first.met) > mostSizes {
		return nil
	}
	return grown(j, own, &Sized{Model: m}, first)
}

// grown finds what each of the numbers adds.
func grown(j *job.Job, own *job.Own, out *Sized, first *supposed) *Sized {
	with := func(more map[string]int64) (int64, bool) {
		s := &supposed{more: more}
		m := build(j, own, Fed{}, standIns{supposed: s})
		if m.Gap != nil || !slices.EqualFunc(s.met, first.met, func(a, b met) bool { return a.key == b.key }) {
			return 0, false
		}
		return m.Answer.Parameters, true
	}
	base, total := out.Answer.Parameters, int64(0)
	all := map[string]int64{}
	for _, one := range first.met {
		near, okNear := with(map[string]int64{one.key: some})
		far, okFar := with(map[string]int64{one.key: many})
		each := (near - base) / some
		if !okNear || !okFar || each <= 0 || near != base+each*some || far != base+each*many {
			return nil
		}
		total += each
		all[one.key] = some
		out.Sizes = append(out.Sizes, Size{Name: one.name, Each: each, Gap: one.gap})
	}
	if len(all) == 1 {
		return out
	}
	if together, ok := with(all); !ok || together != base+total*some {
		return nil
	}
	return out
}

// supposed are numbers in the place of values that are not known, in one run: one, and what is added.
type supposed struct {
	more  map[string]int64 // by key, what is added
	roots map[*exact.Unknown]*root
	met   []met
}

// root is a value that is not known: the name that it has and, as two on one line may have the same, which of all it
// is.
type root struct {
	name   string
	number int
}

// met is one of them that a layer asked for.
type met struct {
	key, name string
	gap       Gap
}

// root notes a value of the job's that is not known. What is computed of it is another value, of which nothing is
// supposed.
func (s *supposed) root(u *exact.Unknown) *exact.Unknown {
	if s != nil {
		if s.roots == nil {
			s.roots = map[*exact.Unknown]*root{}
		}
		s.roots[u] = &root{number: len(s.roots) + 1}
	}
	return u
}

// name notes under which name a value is known.
func (s *supposed) name(v exact.Value, name string) {
	if s == nil {
		return
	}
	if u, ok := v.(*exact.Unknown); ok {
		if known, isRoot := s.roots[u]; isRoot && known.name == "" {
			known.name = name
		}
	}
}

// nameParameters notes the names of a class's or function's parameters.
func (s *supposed) nameParameters(m *exact.Machine, callee exact.Value, a exact.Args) {
	if s == nil {
		return
	}
	for _, k := range a.Kw {
		s.name(k.Value, k.Name)
	}
	f, skip := callee, 0
	if c, ok := callee.(*exact.Class); ok {
		f, skip = m.Lookup(c, "__init__"), 1
	}
	function, ok := f.(*exact.Function)
	if !ok {
		return
	}
	for i, p := range function.Parameters() {
		if i >= skip && i-skip < len(a.Pos) && p.Star == 0 {
			s.name(a.Pos[i-skip], p.Name)
		}
	}
}

// of is the number in the place of a value; 0 where nothing is supposed of it.
func (s *supposed) of(u *exact.Unknown) int64 {
	of := s.roots[u]
	if u.Name != "" && !u.Perhaps { // an attribute of something unknown
		of = &root{name: u.Name}
	}
	if of == nil {
		return 0
	}
	key := fmt.Sprintf("%d %s %s:%d %s", of.number, of.name, u.At.Path, u.At.Line, u.Why)
	if !slices.ContainsFunc(s.met, func(one met) bool { return one.key == key }) {
		s.met = append(s.met, met{key, of.name, model.Gap{Path: u.At.Path, Line: u.At.Line, Reason: u.Why}})
	}
	return 1 + s.more[key]
}
