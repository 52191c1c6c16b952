// Package architecture holds the tests that keep the packages pointing one way.
package architecture

import (
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/trainlint/trainlint/"

// allowed says which of trainlint's packages a package may import, and why the
// line is drawn there. A name ending in / stands for everything below it.
var allowed = []struct {
	pkg     string
	imports []string
	why     string
}{
	{"analyzers/source", nil, "positions are the ground everything stands on"},
	{"analyzers/pattern", nil, "it is to others what Go's regexp is"},
	{"analyzers/budget", nil, "everything that reads is bounded by it"},
	{"analyzers/syntax", []string{"analyzers/budget"}, "it knows trees, not languages"},
	{"analyzers/python", []string{"analyzers/budget", "analyzers/knowledge", "analyzers/source", "analyzers/syntax"}, "what Python says does not depend on what training means"},
	{"analyzers/framework", []string{"analyzers/knowledge", "analyzers/python"}, "imports show it, not what the code looks like"},
	{"analyzers/config", []string{"analyzers/budget", "analyzers/source", "analyzers/syntax"}, "a tree of keys does not know frameworks"},
	{"analyzers/dialect", []string{"analyzers/config", "analyzers/source"}, "a dialect reads keys, not programs"},
	{"analyzers/knowledge", nil, "names of libraries are data"},
	{"analyzers/run", []string{"analyzers/python", "analyzers/source"}, "the interpreter knows Python, no library and no command line"},
	{"analyzers/run/library", []string{"analyzers/config", "analyzers/knowledge", "analyzers/python", "analyzers/run"}, "it is told how a program is started, whoever read that"},
	{"analyzers/tensor", []string{"estimator"}, "what torch's operations keep does not depend on whose code calls them; what cards are, the estimator knows"},
	{"analyzers/exact", []string{"analyzers/python", "analyzers/source"}, "it runs Python, and knows no library"},
	{"analyzers/model", []string{"analyzers/exact", "analyzers/knowledge", "analyzers/python", "analyzers/source", "analyzers/tensor"}, "a model is its code and torch's operations: no job, no rule"},
	{"analyzers/launch", []string{"analyzers/budget", "analyzers/config", "analyzers/source"}, "a command line is text, in YAML too"},
	{"analyzers/deps", []string{"analyzers/budget", "analyzers/config", "analyzers/launch", "analyzers/source"}, "versions are declared in files, and by commands that install them"},
	{"analyzers/job", []string{"analyzers/", "estimator"}, "a job joins everything that was read; it does not judge"},
	{"analyzers/job/built", []string{"analyzers/exact", "analyzers/job", "analyzers/model", "analyzers/python", "analyzers/run", "analyzers/tensor", "estimator"},
		"it hands a job's values to a model, and what that counts to the estimator: it looks for no job"},
	{"estimator", nil, "other Go programs use it without trainlint"},
	{"internal/printable", nil, "whoever prints stands on it"},
	{"internal/files", nil, "whoever opens a file stands on it"},
	{"fixes", []string{"analyzers/source", "fixes/", "internal/files"}, "a fix does not know which rule made it"},
	{"fixes/", []string{"analyzers/", "fixes", "fixes/"}, "builders know a language, never a rule"},
	{"fixes/jobedit", []string{"analyzers/", "estimator", "fixes", "fixes/"}, "it writes the estimator's plans down, and knows no rule"},
	{"rules", []string{"analyzers/", "fixes", "estimator"}, "the types of a rule stand on the facts"},
	{"rules/ask", []string{"rules", "analyzers/", "fixes", "fixes/"}, "judgements that rules of several groups share"},
	{"rules/compat", ruleImports, "no group imports another"},
	{"rules/config", ruleImports, "no group imports another"},
	{"rules/core", ruleImports, "no group imports another"},
	{"rules/fit", ruleImports, "no group imports another"},
	{"rules/memory", ruleImports, "no group imports another"},
	{"rules/speed", ruleImports, "no group imports another"},
	{"rules/training", ruleImports, "no group imports another"},
	{"internal/project", projectImports,
		"what there is to look at does not depend on who looks: it knows no rule and no report"},
	{"internal/estimate", []string{"analyzers/", "estimator", "fixes", "fixes/", "internal/files", "internal/nearest", "internal/printable", "internal/project"},
		"it sizes the jobs of a project, and finds none itself"},
	{"internal/report", []string{"analyzers/source", "estimator", "fixes", "rules", "internal/"}, "a format shows findings and estimates, it makes none"},
}

var projectImports = []string{
	"analyzers/", "estimator", "fixes", "internal/discover", "internal/files", "internal/nearest", "internal/revision", "internal/settings",
}

var ruleImports = []string{"rules", "rules/ask", "analyzers/", "estimator", "fixes", "fixes/"}

func TestImportsPointOneWay(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "../../...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	checked := 0
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		fields := strings.Fields(line)
		pkg := strings.TrimPrefix(fields[0], module)
		rule := ruleFor(pkg)
		if rule < 0 {
			continue
		}
		checked++
		for _, imported := range fields[1:] {
			name, ours := strings.CutPrefix(imported, module)
			if ours && name != "analyzers/pattern" && !permitted(name, allowed[rule].imports) {
				t.Errorf("%s imports %s: %s", pkg, name, allowed[rule].why)
			}
		}
	}
	if checked < 8 {
		t.Fatalf("only %d packages checked: has the layout moved?", checked)
	}
}

// ruleFor is the index of the line for a package, its own before its parent's.
func ruleFor(pkg string) int {
	found := -1
	for i, a := range allowed {
		if a.pkg == pkg {
			return i
		}
		if strings.HasSuffix(a.pkg, "/") && strings.HasPrefix(pkg, a.pkg) {
			found = i
		}
	}
	return found
}

func permitted(name string, imports []string) bool {
	for _, i := range imports {
		if name == i || (strings.HasSuffix(i, "/") && strings.HasPrefix(name, i)) {
			return true
		}
	}
	return false
}
