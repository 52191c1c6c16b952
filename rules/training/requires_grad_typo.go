package training

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// RequiresGradTypo finds assignments that look like requires_grad and freeze nothing.
var RequiresGradTypo = &rules.Rule{
	Name:     "requires-grad-typo",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("requires-grad-typo"),
	On:       rules.PythonFile,
	Words:    []string{"equires_g", "equire_g", "equiresg", "equireG", "equiresG", "_grad True", "_grad False"},
	Check:    checkRequiresGradTypo,
}

const requiresGrad = "requires_grad"

func checkRequiresGradTypo(p *rules.Pass) {
	modules, learnless := p.Train.ModulesStoredIn()
	read := map[string]bool{}
	var written []*python.Attribute
	for _, a := range p.Python.Attributes(func(name string) bool { return misspelt(name) || name == requiresGrad }) {
		if a.Assignment() != nil {
			written = append(written, a)
		} else {
			read[readAs(a)] = true
		}
	}
	for _, a := range p.Python.Attributes(func(name string) bool { return name == requiresGrad }) {
		if stmt := comparedAlone(a); stmt != nil && !p.Python.ShowsValue(stmt) {
			reportCompared(p, a, stmt)
		}
	}
	for _, a := range written {
		switch {
		case own(p, a):
		case a.Attr == requiresGrad:
			if modules[a] && !read[readAs(a)] {
				reportFreezing(p, a, text(p, a)+" is a module: nothing reads its requires_grad, and its parameters keep theirs")
			}
		case a.Attr == requiresGrad+"_":
			reportFreezing(p, a, fmt.Sprintf("this replaces the method %s.requires_grad_ by a value: "+
				"requires_grad stays what it is, and calling the method then fails", text(p, a)))
		case !read[readAs(a)] && !learnless[a]:
			reportMisspelt(p, a, modules[a])
		}
	}
}

// comparedAlone is the statement that compares an attribute with True or False and does nothing with the answer.
func comparedAlone(a *python.Attribute) *python.ExprStmt {
	compare, ok := a.Parent().(*python.Compare)
	if !ok || len(compare.Ops) != 1 || compare.Ops[0] != "==" || compare.Operands[0] != python.Expr(a) {
		return nil
	}
	if flag, ok := compare.Operands[1].(*python.Constant); !ok || flag.Kind != python.True && flag.Kind != python.False {
		return nil
	}
	stmt, _ := compare.Parent().(*python.ExprStmt)
	return stmt
}

// reportCompared reports `p.requires_grad == False` as a statement.
func reportCompared(p *rules.Pass, a *python.Attribute, stmt *python.ExprStmt) {
	compare := a.Parent().(*python.Compare)
	edit := pyedit.New(p.Python)
	to := edit.Text(a) + " = " + edit.Text(compare.Operands[1])
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: p.File.Path, Span: stmt.Span(),
		Message: fmt.Sprintf("this asks whether %s is what it should be, and sets nothing; write %s", edit.Text(a), to),
		Fixes:   edit.ReplaceStatement(stmt, to).Fixes("write "+to, fixes.Unsafe),
	})
}

// readAs is by what reads of an attribute are told apart: a misspelt name is the
// code's own wherever it is read, requires_grad only on the same object.
func readAs(a *python.Attribute) string {
	if a.Attr == requiresGrad {
		return python.PathText(a)
	}
	return a.Attr
}

// text is what an attribute belongs to, as it is written.
func text(p *rules.Pass, a *python.Attribute) string { return p.File.Slice(a.Value.Span()) }

// place is the attribute without what is assigned to it.
func place(a *python.Attribute) source.Span {
	return source.Span{Start: a.Span().Start, End: a.AttrSpan.End}
}

// reportFreezing reports what has to be a call of requires_grad_.
func reportFreezing(p *rules.Pass, a *python.Attribute, wrong string) {
	p.Report(rules.Diagnostic{Severity: freezingSeverity(p, a), File: p.File.Path, Span: place(a),
		Message: wrong + "; call " + callText(p, a), Fixes: callInstead(p, a)})
}

func reportMisspelt(p *rules.Pass, a *python.Attribute, ofModule bool) {
	message := fmt.Sprintf("%s.%s is a new attribute that PyTorch never reads: requires_grad keeps its "+
		"value", text(p, a), a.Attr)
	if ofModule {
		reportFreezing(p, a, message)
		return
	}
	p.Report(rules.Diagnostic{Severity: freezingSeverity(p, a), File: p.File.Path, Span: place(a),
		Message: message + "; spell it requires_grad",
		Fixes: []fixes.Fix{{Title: "spell it requires_grad", Safety: fixes.Unsafe,
			Edits: []fixes.Edit{{File: p.File.Path, Span: a.AttrSpan, New: requiresGrad}}}}})
}

func callText(p *rules.Pass, a *python.Attribute) string {
	return text(p, a) + ".requires_grad_(" + p.File.Slice(a.Assignment().Value.Span()) + ")"
}

// callInstead turns `model.requires_grad_ = False` into a call. A chain of targets
// and a statement over several lines are left to a person.
func callInstead(p *rules.Pass, a *python.Attribute) []fixes.Fix {
	s := a.Assignment()
	if len(s.Targets) != 1 || s.Annotation != nil || strings.ContainsAny(p.File.Slice(s.Span()), "\n#") {
		return nil
	}
	return []fixes.Fix{{Title: "call requires_grad_", Safety: fixes.Unsafe,
		Edits: []fixes.Edit{{File: p.File.Path, Span: s.Span(), New: callText(p, a)}}}}
}

// freezingSeverity is an error where something else is trained than was meant. True is what
// every parameter starts with, whatever the tensor in it says, False what every other tensor does: there it is a note,
// or a warning where somebody else may have frozen the parameter before.
func freezingSeverity(p *rules.Pass, a *python.Attribute) rules.Severity {
	value := a.Assignment().Value
	switch {
	case p.Python.IsFalse(value) && isData(p, a.Value),
		p.Python.IsTrue(value) && (becomesParameter(p, a.Value) || startsAsParameter(p, a)),
		isData(p, a.Value) && onlyConverts(p):
		return rules.Note
	case !p.Python.IsTrue(value) || isData(p, a.Value) || p.Train.Freezes():
		return rules.Error
	case a.Attr == requiresGrad+"_",
		p.Elsewhere == nil,
		p.Elsewhere("." + requiresGrad),
		p.Elsewhere("." + requiresGrad + "_"):
		return rules.Warning
	}
	return rules.Note
}

// onlyConverts reports whether the file saves tensors and trains nothing: it writes the weights of another framework to
// a file, and whoever loads them decides what is trained.
func onlyConverts(p *rules.Pass) bool {
	return len(p.Python.Calls("torch.save")) > 0 && !p.Train.Trains() && !p.Train.StartsTraining()
}

// becomesParameter reports whether the function also makes a parameter of a variable, which is trained then, and is not
// trained before.
func becomesParameter(p *rules.Pass, e python.Expr) bool {
	name, ok := e.(*python.Name)
	if !ok {
		return false
	}
	for _, c := range p.Python.Calls("torch.nn.parameter.Parameter") {
		if len(c.Args) == 0 || len(c.Args) > 1 || python.EnclosingFunction(c) != python.EnclosingFunction(e) {
			continue
		}
		if given, ok := c.Args[0].Value.(*python.Name); ok && given.ID == name.ID && c.Span().Start > e.Span().Start {
			return !p.Train.TrainedBefore(name, c)
		}
	}
	return false
}

// startsAsParameter reports whether the function made a parameter of an attribute's object before it, which is trained
// from then on: self.slope = nn.Parameter(…), self.slope.requiresGrad = True.
func startsAsParameter(p *rules.Pass, a *python.Attribute) bool {
	for _, c := range p.Python.Calls("torch.nn.parameter.Parameter") {
		made, ok := c.Parent().(*python.Assign)
		if ok && len(c.Args) == 1 && c.Args[0].Name == "" && made.Value == python.Expr(c) &&
			python.EnclosingFunction(c) == python.EnclosingFunction(a) &&
			c.Span().Start < a.Span().Start &&
			slices.ContainsFunc(made.Targets, func(t python.Expr) bool {
				return python.PathText(t) == python.PathText(a.Value)
			}) {
			return true
		}
	}
	return false
}

// isData reports whether a variable, or an attribute, starts as a tensor that a function of torch has made, or as a
// copy of one.
func isData(p *rules.Pass, e python.Expr) bool {
	if given := givenBefore(p, e); given != nil {
		return madeByTorch(p, given)
	}
	name, ok := e.(*python.Name)
	for range maxCopies {
		if !ok {
			return false
		}
		_, bindings := p.Python.Lookup(name.ID, name)
		if len(bindings) == 0 || bindings[0].Kind != python.Assigned {
			return false
		}
		c, called := bindings[0].Value.(*python.Call)
		if !called {
			return false
		}
		for inner := c; inner != nil; inner, _ = inner.Receiver().(*python.Call) { // torch.zeros(n).float()
			if python.LastName(inner.Func) == requiresGrad+"_" {
				return false
			}
			c = inner
		}
		if path := p.Python.Resolve(c.Func); strings.HasPrefix(path, "torch.") {
			return (knowledge.OfTorchItself(path) || path == "torch.autograd.Variable") && c.Keyword(requiresGrad) == nil
		}
		name, ok = c.Receiver().(*python.Name) // inputs.clone()
	}
	return false
}

// givenBefore is the call that one of several targets, or an attribute, is bound to by the statement right before in
// the same function: self.rows, self.columns = torch.meshgrid(…); nil where that is anything else.
func givenBefore(p *rules.Pass, e python.Expr) *python.Call {
	path := python.PathText(e)
	if path == "" {
		return nil
	}
	var found *python.Call
	for _, c := range p.Python.AllCalls() {
		made, ok := c.Parent().(*python.Assign)
		if !ok || made.Value != python.Expr(c) || len(made.Targets) != 1 ||
			python.EnclosingFunction(c) != python.EnclosingFunction(e) ||
			c.Span().Start > e.Span().Start {
			continue
		}
		targets := []python.Expr{made.Targets[0]}
		if several, ok := made.Targets[0].(*python.Sequence); ok {
			targets = several.Items
		} else if _, plain := made.Targets[0].(*python.Name); plain {
			continue
		}
		if slices.ContainsFunc(targets, func(t python.Expr) bool { return python.PathText(t) == path }) {
			found = c
		}
	}
	return found
}

// madeByTorch reports whether a call makes tensors that require no gradients.
func madeByTorch(p *rules.Pass, c *python.Call) bool {
	return knowledge.OfTorchItself(p.Python.Resolve(c.Func)) && c.Keyword(requiresGrad) == nil
}

// maxCopies bounds how many copies of copies are looked through.
const maxCopies = 4

// own reports whether a class of this file has the attribute for itself.
func own(p *rules.Pass, a *python.Attribute) bool {
	class := p.Python.ClassOf(a.Value)
	if class == nil {
		return false
	}
	for _, c := range p.Python.Ancestry(class) {
		if len(p.Python.Member(c, a.Attr)) > 0 {
			return true
		}
	}
	return false
}

// misspelt reports whether a name is requires_grad with one or two slips.
func misspelt(name string) bool {
	switch {
	case name == requiresGrad || name == "requires_grad_for":
		return false
	case name == "require_gradient" || name == "requires_gradient" || name == "require_gradients" ||
		name == "requires_gradients" || name == "requiresGrad" || name == "requireGrad":
		return true
	}
	return distance(name, requiresGrad) <= 2
}

// distance is the number of letters to insert, remove or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			diagonal, row[j] = row[j], min(row[j]+1, row[j-1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
