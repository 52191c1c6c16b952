package compat

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// symbol is a name of PyTorch's, with what is said of it.
type symbol struct{ knowledge.TorchSymbol }

// DeprecatedSymbol flags names and arguments that PyTorch has deprecated or removed.
var DeprecatedSymbol = &rules.Rule{
	Name:         "deprecated-symbol",
	Group:        rules.Compat,
	Severity:     rules.Warning,
	Raises:       true,
	Page:         page("deprecated-symbol"),
	On:           rules.PythonFile,
	Words:        symbolWords(),
	WithoutTorch: true, // it names what it looks for in full: no other library has it
	Check:        checkDeprecatedSymbol,
}

// symbolWords are the ends of the names, with as much of what stands in front as
// tells them from the words of everyday code.
func symbolWords() []string {
	words := []string{
		"Variable autograd",
		"allow_tf32",
		"pin_memory_device",
		"verbose lr_scheduler",
		"async torch",
		"stft torch",
		".next iter",
	}
	for _, s := range knowledge.TorchSymbols() {
		module, name := s.Old[:strings.LastIndexByte(s.Old, '.')], s.Old[strings.LastIndexByte(s.Old, '.')+1:]
		switch module {
		case "functorch":
			words = append(words, "functorch")
		case "torch.nn.init":
			words = append(words, "init."+name, name+" torch.nn.init import")
		case "torch":
			words = append(words, "."+name)
		default:
			words = append(words, name+" torch")
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

func checkDeprecatedSymbol(p *rules.Pass) {
	e := pyedit.New(p.Python)
	byName := map[string]symbol{}
	var names []string
	for _, s := range knowledge.TorchSymbols() {
		byName[s.Old] = symbol{s}
		names = append(names, s.Old)
	}
	said := map[string]bool{} // of what works on: once a file is enough
	for _, u := range uses(p.Python, names...) {
		s := byName[p.Python.Resolve(u.ref)]
		if !p.Versions.Allows("torch", ">="+s.Since) || listsItself(p.Python, u.ref) || said[s.Old] {
			continue
		}
		said[s.Old] = s.Cost == knowledge.SymbolWorksOn
		p.Report(rules.Diagnostic{
			Severity: s.severity(p), File: p.File.Path, Span: u.ref.Span(), Message: s.message(), Fixes: s.fixes(p, e, u),
		})
	}
	checkVariable(p, e)
	checkSchedulerVerbose(p, e)
	checkPinMemoryDevice(p, e)
	checkAsync(p)
	checkStft(p)
	checkNextMethod(p)
	checkAllowTF32(p)
}

// listsItself reports whether a reference is kept under its own name, as in
// {"uniform": nn.init.uniform}: a table of what torch offers, to patch it.
func listsItself(m *python.Module, ref python.Expr) bool {
	item, ok := ref.Parent().(*python.DictItem)
	if !ok || item.Key == nil {
		return false
	}
	key, known := m.Const(item.Key)
	name := m.Resolve(ref)
	return known && key.Str == name[strings.LastIndexByte(name, '.')+1:]
}

// severity: what was removed crashes, unless the project still runs on a torch
// that has it.
func (s symbol) severity(p *rules.Pass) rules.Severity {
	if s.Removed != "" && !p.Versions.MayBeOlder("torch", s.Removed) {
		return rules.Error
	}
	if s.Cost == knowledge.SymbolWorksOn {
		return rules.Note
	}
	return rules.Warning
}

func (s symbol) message() string {
	if s.Removed != "" {
		return fmt.Sprintf("%s %s since torch %s: use %s", s.Old, s.Cost, s.Removed, s.To)
	}
	return fmt.Sprintf("%s is deprecated and %s: use %s", s.Old, s.Cost, s.To)
}

func (s symbol) fixes(p *rules.Pass, e *pyedit.Editor, u use) []fixes.Fix {
	torch, plan, ok := torchAt(p.Python, e, u.ref)
	if !s.Rename || !ok {
		return nil
	}
	to, same := lastRenamed(p.Python, u.ref, s) // nn.utils.clip_grad_norm: only its last part changes
	if same {
		plan = pyedit.Plan{}
	} else {
		to = torch + strings.TrimPrefix(s.To, "torch")
	}
	return plan.And(e.ReplaceExpression(u.ref, to)).Need("torch>="+s.Since).Fixes("use "+to, fixes.Safe)
}

// lastRenamed keeps the way a module is spelt where only the last part changes.
func lastRenamed(m *python.Module, ref python.Expr, s symbol) (string, bool) {
	a, ok := ref.(*python.Attribute)
	oldModule, newModule := s.Old[:strings.LastIndexByte(s.Old, '.')], s.To[:max(0, strings.LastIndexByte(s.To, '.'))]
	if !ok || oldModule != newModule {
		return "", false
	}
	return m.File.Slice(a.Value.Span()) + s.To[strings.LastIndexByte(s.To, '.'):], true
}
