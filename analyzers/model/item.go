package model

import (
	"errors"
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// ways are the ways on which one item may be made.
type ways struct {
	taken []int // by decision
	of    []int // how many there were
	next  int
}

// way is the way that is taken at a decision which only the run makes.
func (l *library) way(m *exact.Machine, of int, what string) int {
	if l.training == nil || l.training.ways == nil {
		m.Stop("%s, only the run can tell", what)
	}
	w := l.training.ways
	if w.next == len(w.taken) {
		w.taken, w.of = append(w.taken, 0), append(w.of, of)
	}
	w.next++
	return w.taken[w.next-1]
}

// advance goes on to the next way; false after the last.
func (w *ways) advance() bool {
	w.next = 0
	for last := len(w.taken) - 1; last >= 0; last-- {
		if w.taken[last]++; w.taken[last] < w.of[last] {
			w.taken, w.of = w.taken[:last+1], w.of[:last+1]
			return true
		}
	}
	return false
}

// item is one item of a dataset, made on every way on which it may be: apart from the device, and without gradients.
func (l *library) item(m *exact.Machine, dataset exact.Value) exact.Value {
	if l.training == nil {
		return m.Unknown("an item of a dataset")
	}
	if l.training.ways != nil {
		return m.Item(dataset, sample(m))
	}
	var outcomes []exact.Value
	var kinds []string
	var raised *exact.Raised
	device, replaced, decide := l.tape, m.Replaced, m.Decide
	l.tape = tensor.NewTape()
	l.tape.Grad = false
	l.training.ways = &ways{}
	m.Decide = func(*exact.Unknown) (bool, bool) { return l.way(m, 2, "") == 0, true }
	m.Replaced = nil
	defer func() { l.tape, l.training.ways, m.Decide, m.Replaced = device, nil, decide, replaced }()
	for n := 0; ; n++ {
		if n == maxWays {
			m.Stop("an item of its dataset may be made in too many ways")
		}
		var v exact.Value
		err := m.Try(func() { v = m.Item(dataset, sample(m)) })
		var stop *exact.Stop
		switch {
		case errors.As(err, &stop):
			panic(stop)
		case err != nil:
			errors.As(err, &raised)
		case !slices.Contains(kinds, kindOf(m, v)):
			kinds, outcomes = append(kinds, kindOf(m, v)), append(outcomes, v)
		}
		if !l.training.ways.advance() {
			break
		}
	}
	if len(outcomes) == 0 {
		panic(raised)
	}
	if len(outcomes) > 1 {
		if l.training.outcomes > 1 && l.training.outcomes != len(outcomes) {
			m.Stop("what one item of several datasets is, which their files decide")
		}
		l.training.outcomes = len(outcomes)
	}
	v := outcomes[min(l.training.pick, len(outcomes)-1)]
	if !l.training.unified {
		for _, t := range tensorsOf(v) {
			t.Host()
		}
	}
	return v
}

// sample is the index of a sample: some whole number.
func sample(m *exact.Machine) *exact.Unknown {
	u := m.Unknown("an index")
	u.Whole = true
	return u
}

// anyOne is a key for a tensor in which whole numbers that are not known are the first one: whichever it is, as much is picked. Where a
// part of a dimension begins and ends by the same number, its length is known. any says whether there was such a one.
func anyOne(key exact.Value) (one exact.Value, any bool) {
	switch k := key.(type) {
	case *exact.Unknown:
		if k.Whole {
			return int64(0), true
		}
	case *exact.Slice:
		if n, ok := exact.Between(k.Lower, k.Upper); ok && n >= 0 {
			return &exact.Slice{Lower: exact.None, Upper: n, Step: k.Step}, true
		}
	case *exact.Tuple:
		out := &exact.Tuple{Items: make([]exact.Value, len(k.Items))}
		for i, item := range k.Items {
			var one bool
			out.Items[i], one = anyOne(item)
			any = any || one
		}
		return out, any
	}
	return key, false
}

// kindOf says what a value is but for what its numbers are.
func kindOf(m *exact.Machine, v exact.Value) string {
	m.Deeper()
	defer m.Shallower()
	var list []string
	each := func(items []exact.Value) string {
		for _, item := range items {
			list = append(list, kindOf(m, item))
		}
		return m.Joined(list, ",")
	}
	switch v := v.(type) {
	case *tensor.Tensor:
		return fmt.Sprint(v.DType, v.Shape)
	case *exact.Tuple:
		return "(" + each(v.Items) + ")"
	case *exact.List:
		return "[" + each(v.Items) + "]"
	case *exact.Dict:
		return "{" + each(v.Keys()) + ":" + each(v.Values()) + "}"
	case *exact.Unknown:
		if v.Whole {
			return "int"
		}
		return "?"
	case string:
		return v
	case *exact.Instance:
		var words []string
		for name, held := range v.Attrs.All() {
			words = append(words, name+"="+kindOf(m, held))
		}
		return v.Class.Name + "<" + m.Joined(words, ",") + ">"
	}
	return m.ClassOf(v).Name
}
