package model

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
)

// What a recorded model is asked for with, and what it does then.

// recalledWith are the arguments that a model is asked for with and that change what it is made of; whether they leave
// what is known of its forward pass, and whether whole paths of it are dropped.
func recalledWith(m *exact.Machine, name string, a exact.Args) (values map[string]exact.Value, forward, paths bool) {
	values, forward = map[string]exact.Value{}, true
	for i, v := range a.Pos {
		if i != 0 || strings.Contains(name, ":") {
			m.Stop("the arguments of %s are not known by place", name)
		}
		a.Kw = append(a.Kw, exact.Keyword{Name: "pretrained", Value: v})
	}
	rec := allRecords().Models[name]
	for _, k := range a.Kw {
		switch {
		case weightless[k.Name]:
			if on, sure := k.Value.(bool); choosy(name) && k.Name != "progress" && !strings.HasSuffix(k.Name, "backbone") &&
				k.Value != exact.Value(exact.None) && (!sure || on) {
				m.Stop("what %s is made of with weights is not known", name)
			}
		case dropping[k.Name]:
			switch {
			case k.Value == exact.Value(exact.None) || k.Value == exact.Value(int64(0)) || k.Value == exact.Value(0.0):
			case k.Name == "drop_path_rate" && rec != nil && rec.Own && drops(k.Value):
				paths = true
			default:
				forward = false
			}
		default:
			values[k.Name] = k.Value
		}
	}
	return values, forward, paths
}

// numbers are the arguments that stand in the tree of a record; any other must be the standard one.
func (rec *record) numbers(m *exact.Machine, name string, values map[string]exact.Value) []string {
	numbers := make([]string, len(rec.Varies))
	for i, pair := range rec.Varies {
		argument, _ := pair[0].(string)
		standard, _ := pair[1].(float64)
		numbers[i] = strconv.Itoa(int(standard))
		v := values[argument]
		delete(values, argument)
		switch v := v.(type) {
		case nil, exact.NoneType:
		case int64:
			if v <= 0 {
				m.Stop("what %s is made of with %s=%d is not known", name, argument, v)
			}
			numbers[i] = strconv.FormatInt(v, 10)
		case *exact.Unknown:
			m.AskFor(v, argument)
		default:
			m.Stop("%s of %s is no number", argument, name)
		}
	}
	delete(values, "init_weights") // which numbers they begin with
	for _, argument := range slices.Sorted(maps.Keys(values)) {
		if values[argument] != exact.Value(standards[argument]) {
			m.Stop("what %s makes of %s is not known", name, argument)
		}
	}
	return numbers
}

// runs gives a model the forward pass that was recorded of it.
func (r *recalling) runs(mod *module, rec *record) {
	name := r.name
	own := r.m.Lookup(mod.object.Class, "forward")
	mod.object.Class.Method("forward", func(m *exact.Machine, a exact.Args) exact.Value {
		if !mod.training {
			m.Stop("the forward pass of %s in evaluation mode is not known", name)
		}
		if rec.Own {
			return m.Call(own, a)
		}
		code, err := forwardCode(rec.Forward)
		if err != nil {
			m.Stop("the forward pass of %s cannot be read", name)
		}
		var out exact.Value
		err = m.Try(func() { out = m.Call(r.l.code(m, name, code), a) })
		var raised *exact.Raised
		switch {
		case err == nil:
			return out
		case errors.As(err, &raised) && raised.Value.Class.Name == "AttributeError":
			// model.classifier = nn.Identity(): the code was recorded of what stood there, and asks for its parts
			m.Stop("%s was given a part of another kind: what its forward pass does with that is not known", name)
		}
		panic(err)
	})
}
