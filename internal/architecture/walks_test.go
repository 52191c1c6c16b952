package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// walkers are the functions of package python that visit a tree; whoever wants to know what stands in one has a
// question.
var walkers = map[string]bool{"Walk": true, "WalkBody": true, "All": true, "Children": true, "Blocks": true, "BlockOf": true}

// walksElsewhere are rule files that look at statements all the same, by file, and why.
var walksElsewhere = map[string]string{
	"compat/variable.go":            "it takes whole lines out, and a block that holds nothing else needs a pass",
	"speed/empty_cache_in_loop.go":  "the statement before the call is what it is about",
	"training/eval_mode_sticks.go":  "its fix writes before the first statement of a loop",
	"training/sampler_set_epoch.go": "its fix writes before the first statement of a loop",
}

// TestRulesAskAndDoNotWalk: what a rule wants to know of a program is a question that others can ask, too, and that has
// tests of its own. A rule file visits no tree, up or down.
func TestRulesAskAndDoNotWalk(t *testing.T) {
	paths, err := filepath.Glob("../../rules/*/*.go")
	if err != nil || len(paths) < 80 {
		t.Fatalf("%d files of rules, %v", len(paths), err)
	}
	used := map[string]bool{}
	for _, path := range paths {
		name := filepath.ToSlash(strings.TrimPrefix(path, filepath.Join("..", "..", "rules")+string(filepath.Separator)))
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "scaffold/") {
			continue
		}
		for _, walk := range walksOf(t, path) {
			used[name] = true
			if walksElsewhere[name] == "" {
				t.Errorf("rules/%s walks a tree (%s): ask a question, or add one to the package that knows (docs/questions.md)", name, walk)
			}
		}
	}
	for name := range walksElsewhere {
		if !used[name] {
			t.Errorf("rules/%s walks no tree: take it off the list", name)
		}
	}
}

// walksOf lists how a file visits syntax trees: by the walkers, by lists of statements, or by climbing in a loop.
func walksOf(t *testing.T, path string) (found []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for node := range ast.Preorder(file) {
		switch node := node.(type) {
		case *ast.SelectorExpr:
			of, _ := node.X.(*ast.Ident)
			switch {
			case of != nil && of.Name == "python" && walkers[node.Sel.Name]:
				found = append(found, "python."+node.Sel.Name)
			case node.Sel.Name == "Body" || node.Sel.Name == "Else" || node.Sel.Name == "Finally":
				found = append(found, "."+node.Sel.Name)
			}
		case *ast.ForStmt:
			if climbs(node.Post) || climbs(node.Init) {
				found = append(found, "a loop over Parent()")
			}
		}
	}
	return found
}

// climbs reports whether a part of a loop asks a node for its parent.
func climbs(s ast.Stmt) bool {
	if s == nil {
		return false
	}
	for node := range ast.Preorder(s) {
		if of, ok := node.(*ast.SelectorExpr); ok && of.Sel.Name == "Parent" {
			return true
		}
	}
	return false
}
