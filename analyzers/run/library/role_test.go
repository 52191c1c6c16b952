package library

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// oneOf is a value that is one of too many to tell apart.
func oneOf(list ...run.Value) *run.Object {
	return &run.Object{Kind: run.Unknown, Operator: "choice", Operands: list}
}

// TestRoleOfValuesWithinValues: in a long function of assignments the values that nobody can tell apart hold each other
// many times over, so that the ways through them double with every level. The question is asked of each value once.
func TestRoleOfValuesWithinValues(t *testing.T) {
	optimizer := &run.Object{Kind: run.Result, Class: run.Symbol("torch.optim.AdamW")}
	model := &run.Object{Kind: run.Result, Class: run.Symbol("torch.nn.Linear")}
	nested := func(leaf run.Value) run.Value {
		for range 64 {
			leaf = oneOf(leaf, leaf, run.None)
		}
		return leaf
	}
	for _, c := range []struct {
		name   string
		value  run.Value
		role   knowledge.Role
		module bool
	}{
		{"one optimizer", nested(optimizer), knowledge.Optimizer, false},
		{"one model", nested(model), knowledge.RoleOfClass("torch.nn.Linear"), true},
		{"a model or an optimizer", oneOf(nested(model), nested(optimizer)), knowledge.NoRole, false},
		{"an optimizer or a model", oneOf(nested(optimizer), nested(model)), knowledge.NoRole, false},
		{"an optimizer or none", oneOf(run.None, optimizer), knowledge.Optimizer, false},
	} {
		if role := RoleOf(c.value); role != c.role {
			t.Errorf("%s: role %v, want %v", c.name, role, c.role)
		}
		if is := IsModule(c.value); is != c.module {
			t.Errorf("%s: module %v, want %v", c.name, is, c.module)
		}
	}
}
