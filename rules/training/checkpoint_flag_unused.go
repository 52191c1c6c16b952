package training

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// CheckpointFlagUnused finds modules whose checkpointing switch is connected to nothing.
var CheckpointFlagUnused = &rules.Rule{
	Name:     "checkpoint-flag-unused",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("checkpoint-flag-unused"),
	On:       rules.PythonFile,
	Words:    []string{"checkpoint"},
	Check:    checkFlagUnused,
}

var checkpointFlag = regexp.MustCompile(`^(use_|enable_|do_)?(gradient_|grad_|activation_)?checkpoint(ing)?(_enabled)?$|^(gradient|grad|activation)_checkpoint(ing)?$|^with_cp$`)

func checkFlagUnused(p *rules.Pass) {
	python.WalkBody(p.Python.Body, func(n python.Node) bool {
		class, ok := n.(*python.Class)
		if ok && isModule(p, class) {
			checkFlags(p, class)
		}
		return true
	})
}

func isModule(p *rules.Pass, class *python.Class) bool {
	for _, base := range p.Python.BaseNames(class) {
		if base == "torch.nn.Module" || strings.HasSuffix(base, ".Module") {
			_, forward := p.Python.Method(class, "forward").(*python.Function)
			return forward
		}
	}
	return false
}

func checkFlags(p *rules.Pass, class *python.Class) {
	for _, s := range class.Body {
		init, ok := s.(*python.Function)
		if !ok || init.Name != "__init__" || savesArguments(init) {
			continue
		}
		for _, param := range init.Params {
			if param.Star > 0 || !checkpointFlag.MatchString(param.Name) || param.Name == "checkpoint" {
				continue
			}
			if attribute, stored := onlyStored(p, init, param.Name); stored && !attributeRead(p, attribute) {
				p.Report(rules.Diagnostic{Severity: p.Rule.Severity, File: p.File.Path, Span: param.NameSpan,
					Message: fmt.Sprintf("%s takes %s and no method reads it: the switch does nothing and activations are kept; "+
						"checkpoint in forward or drop the argument", class.Name, param.Name)})
			}
		}
	}
}

// savesArguments reports whether a decorator or a call of __init__ takes all arguments.
func savesArguments(init *python.Function) bool {
	if len(init.Decorators) > 0 {
		return true
	}
	found := false
	python.WalkBody(init.Body, func(n python.Node) bool {
		if c, ok := n.(*python.Call); ok {
			switch name := python.PathText(c.Func); {
			case name == "locals", name == "vars", strings.HasSuffix(name, "save_hyperparameters"), strings.HasSuffix(name, "register_to_config"):
				found = true
			}
		}
		return !found
	})
	return found
}

// onlyStored reports whether a parameter is used for nothing, or only put into one
// attribute of self.
func onlyStored(p *rules.Pass, init *python.Function, name string) (attribute string, ok bool) {
	ok = true
	python.WalkBody(init.Body, func(n python.Node) bool {
		use, isName := n.(*python.Name)
		if !isName || use.ID != name {
			return true
		}
		assign, isAssign := use.Parent().(*python.Assign)
		if !isAssign || assign.Value != python.Expr(use) || len(assign.Targets) != 1 {
			ok = false
			return false
		}
		target, isAttribute := assign.Targets[0].(*python.Attribute)
		if !isAttribute || attribute != "" || !isSelf(p, target.Value) { // self.encoder.gradient_checkpointing = flag
			ok = false
			return false
		}
		attribute = target.Attr
		return true
	})
	return attribute, ok
}

// attributeRead reports whether anything in the file reads an attribute of that name,
// by a dot or by a string.
func attributeRead(p *rules.Pass, attribute string) bool {
	if attribute == "" {
		return false
	}
	read := false
	python.WalkBody(p.Python.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Attribute:
			read = read || n.Attr == attribute && !assigned(n)
		case *python.String:
			read = read || n.Text == attribute
		}
		return !read
	})
	return read
}

// isSelf reports whether an expression is the object whose method it stands in.
func isSelf(p *rules.Pass, e python.Expr) bool {
	name, ok := e.(*python.Name)
	return ok && p.Python.ClassOf(name) != nil
}
