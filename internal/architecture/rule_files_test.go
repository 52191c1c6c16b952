package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// borrowed are what rule files still take from other rule files, by the name of what is taken: group/file.name. Each
// goes into a file without a rule, into rules/ask when groups share it, or becomes a question of analyzers/train.
var borrowed = map[string]bool{}

// TestRuleFilesStandAlone: a rule can be read, changed and deleted without looking at its neighbours. What several need
// stands in a file that holds no rule; yaml_float_string_job.go is a part of yaml_float_string.go, by its name.
func TestRuleFilesStandAlone(t *testing.T) {
	groups, err := filepath.Glob("../../rules/*/page.go")
	if err != nil || len(groups) < 7 {
		t.Fatalf("%d groups of rules, %v", len(groups), err)
	}
	used := map[string]bool{}
	for _, page := range groups {
		for taken, by := range takenFromRules(t, filepath.Dir(page)) {
			used[taken] = true
			if !borrowed[taken] {
				t.Errorf("%s is used in %s: move it to a file without a rule, or to rules/ask", taken, strings.Join(by, ", "))
			}
		}
	}
	for taken := range borrowed {
		if !used[taken] {
			t.Errorf("%s is not borrowed any more: take it off the list", taken)
		}
	}
}

// takenFromRules lists what files of a package use of its files that hold rules, by group/file.name.
func takenFromRules(t *testing.T, dir string) map[string][]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	files, home := map[string]*ast.File{}, map[string]string{}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".go")
		if strings.HasSuffix(name, "_test") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = file
		if holdsRule(file) {
			for declared := range file.Scope.Objects {
				home[declared] = name
			}
		}
	}
	taken := map[string][]string{}
	for name, file := range files {
		seen := map[string]bool{}
		for _, used := range file.Unresolved {
			from := home[used.Name]
			if from == "" || from == name || partOf(name, from) && !holdsRule(file) || seen[used.Name] || used.IsExported() {
				continue
			}
			seen[used.Name] = true
			key := filepath.Base(dir) + "/" + from + "." + used.Name
			taken[key] = append(taken[key], name+".go")
		}
	}
	return taken
}

// partOf reports whether a file holds a part of a rule: its name goes on where the rule's ends.
func partOf(file, rule string) bool { return strings.HasPrefix(file, rule+"_") }

// holdsRule reports whether a file declares a rule.
func holdsRule(file *ast.File) bool {
	for node := range ast.Preorder(file) {
		if lit, ok := node.(*ast.CompositeLit); ok {
			if of, ok := lit.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "Rule" {
				return true
			}
		}
	}
	return false
}
