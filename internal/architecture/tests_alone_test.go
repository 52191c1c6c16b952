package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// calledByOthers are functions that no file of ours names, and who calls them.
var calledByOthers = map[string]string{
	"analyzers/tensor/backward.go Swap": "container/heap",
	"analyzers/tensor/backward.go Less": "container/heap",
}

// TestNothingServesTestsAlone: what only tests call is a second way of doing something, which the program no longer
// goes, and a test of it says nothing of the first. The reachability that CI looks at (.ci/run) does not see it: a
// program that fills in templates may call each exported method by its name.
func TestNothingServesTestsAlone(t *testing.T) {
	declared, named := map[string]string{}, map[string]int{} // the file of each function; how often each name stands
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") ||
			strings.Contains(path, "testdata") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for node := range ast.Preorder(file) {
			switch node := node.(type) {
			case *ast.FuncDecl:
				declared[strings.TrimPrefix(filepath.ToSlash(path), "../../")+" "+node.Name.Name] = node.Name.Name
				named[node.Name.Name]--
			case *ast.Ident:
				named[node.Name]++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for at, name := range declared {
		if named[name] > 0 || name == "main" || name == "init" {
			continue
		}
		used[at] = true
		if calledByOthers[at] == "" {
			t.Errorf("%s: only tests call it, or nobody: take it out, or say in calledByOthers who does", at)
		}
	}
	for at := range calledByOthers {
		if !used[at] {
			t.Errorf("%s is called, or gone: take it off the list", at)
		}
	}
}
