package flow

import "github.com/trainlint/trainlint/analyzers/python"

type accumulationKind uint8

const (
	accumulatesSum  accumulationKind = iota // total += loss
	accumulatesList                         // losses.append(loss), losses += [loss]
	accumulatesItem                         // outs[k] = out
)

// accumulation is one evaluation of a statement that adds to what it found.
type accumulation struct {
	kind   accumulationKind
	node   python.Node
	target python.Expr // the variable or container
	old    values      // what a sum was before
	now    values      // what it is then
	into   *value      // the container
	added  values
	laps   []lap
	grad   Carry
	seq    int
}

func (r *run) note(kind accumulationKind, n python.Node, target python.Expr, old, added, now values) {
	r.accumulated = append(r.accumulated, &accumulation{kind: kind, node: n, target: target, old: old, added: added, now: now, laps: r.laps, seq: r.number()})
}

func (r *run) noteAdded(kind accumulationKind, n python.Node, target python.Expr, into *value, added values) {
	if into.kind != containerValue {
		return
	}
	r.accumulated = append(r.accumulated, &accumulation{kind: kind, node: n, target: target, into: into, added: added, laps: r.laps, seq: r.number()})
}
