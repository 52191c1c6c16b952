package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// RateForFactor is a schedule whose function gives a learning rate, where the scheduler wants the factor by which it
// multiplies the optimizer's.
type RateForFactor struct {
	// Scheduler makes the schedule, Optimizer its optimizer.
	Scheduler, Optimizer *run.Call
	// Rate is the learning rate of the optimizer, as its call writes it.
	Rate python.Expr
}

// RatesForFactors lists the schedulers of the program that multiply the learning rate by what a function makes of that
// very rate.
func (f *Facts) RatesForFactors() []*RateForFactor {
	var list []*RateForFactor
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node == nil || seen[c.Node] || !knowledge.MultipliesRate(symbolOf(c)) {
				continue
			}
			function, open := c.Argument("lr_lambda", 1)
			driven, _ := c.Argument("optimizer", 0)
			optimizer, ok := driven.(*run.Object)
			if open || function == nil || !ok || optimizer.Made == nil || library.RoleOf(optimizer) != knowledge.Optimizer {
				continue
			}
			passed, open := optimizer.Made.Passed("lr", 1)
			if open || passed == nil || passed.Node == nil || passed.Star > 0 {
				continue
			}
			rate := run.Bare(passed.Value)
			if _, object := rate.(*run.Object); !object && !namesIn(function, python.LastName(passed.Node)) {
				continue // a number may be the same by chance
			}
			u := &rateUnits{e: e, rate: rate}
			if u.function(function) {
				seen[c.Node] = true
				list = append(list, &RateForFactor{Scheduler: c, Optimizer: optimizer.Made, Rate: passed.Node})
			}
		}
	}
	return list
}

// rateUnits follows the learning rate through arithmetic as a unit of measurement: what is computed of it is a rate,
// and a rate divided by one is a factor.
type rateUnits struct {
	e    *Entry
	rate run.Value
}

// function reports whether a function, a method or an object that is called surely gives a rate.
func (u *rateUnits) function(v run.Value) bool {
	machine := u.e.Facts.machine
	switch fn := v.(type) {
	case *run.Function:
		return u.of(machine.Enter(fn, nil), maxReshaped) == 1
	case *run.Method:
		return u.of(machine.Enter(fn.Func, fn.Self), maxReshaped) == 1
	case *run.Object:
		if class, ok := fn.Class.(*run.Class); ok && fn.Kind == run.Instance {
			if call, ok := machine.ClassMember(class, "__call__").(*run.Function); ok {
				return u.of(machine.Enter(call, fn), maxReshaped) == 1
			}
		}
	}
	return false
}

// namesIn reports whether a function reads something by a name.
func namesIn(v run.Value, name string) bool {
	fn, ok := v.(*run.Function)
	if !ok || name == "" {
		return false
	}
	for n := range python.All(fn.At()) {
		if e, ok := n.(python.Expr); ok && python.LastName(e) == name {
			return true
		}
	}
	return false
}

// noUnit: it is not known whether the rate has part in a value, or how.
const noUnit = -100

// of is the power of the learning rate in a value.
func (u *rateUnits) of(v run.Value, depth int) int {
	if depth == 0 {
		return noUnit
	}
	if all := run.Alternatives(v); len(all) != 1 {
		power := noUnit
		for i, one := range all {
			here := u.of(one, depth-1)
			if i > 0 && here != power {
				return noUnit
			}
			power = here
		}
		return power
	}
	if run.Bare(v) == u.rate {
		return 1
	}
	o, ok := v.(*run.Object)
	if !ok {
		return 0
	}
	parts := o.Operands
	switch {
	case o.Made != nil:
		path := symbolOf(o.Made)
		if !slices.Contains([]string{"float", "abs"}, path) {
			return 0
		}
		parts = given(o.Made)
	case !knowledge.IsArithmetic(o.Operator) && o.Operator != "extreme":
		return 0
	}
	powers := make([]int, len(parts))
	for i, part := range parts {
		if powers[i] = u.of(part, depth-1); powers[i] == noUnit {
			return noUnit
		}
	}
	switch {
	case o.Operator == "*" && len(powers) == 2:
		return powers[0] + powers[1]
	case o.Operator == "/" && len(powers) == 2:
		return powers[0] - powers[1]
	case o.Operator == "+" || o.Operator == "-" || o.Operator == "extreme" || o.Made != nil:
		return slices.Max(powers)
	case slices.Max(powers) == 0 && slices.Min(powers) == 0:
		return 0
	}
	return noUnit
}
