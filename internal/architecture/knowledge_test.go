package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// patterns are the packages and files whose regular expressions are about something else than names of training code.
var patterns = map[string]string{
	"analyzers/pattern":   "it compiles what others write",
	"analyzers/exact":     "what the program itself compiles",
	"analyzers/config":    "how YAML 1.1 writes numbers, booleans and times",
	"analyzers/deps":      "how requirements and versions are written",
	"analyzers/launch":    "how shell and workflows write variables",
	"analyzers/source":    "how notebooks write commands",
	"analyzers/dialect":   "how OmegaConf writes references",
	"analyzers/python":    "syntax newer than the grammar's",
	"estimator":           "how the words of its own catalogue are put together",
	"estimator/measured":  "how the records of runs are written",
	"internal/directive":  "how directives are written",
	"internal/printable":  "which bytes a terminal obeys",
	"internal/files":      "how staged files are named",
	"internal/mutate":     "what go prints",
	"internal/replay":     "what git prints",
	"internal/score":      "how cases are written",
	"fixes/jobedit":       "how numbers are written",
	"fixes/pyedit":        "what an edit leaves behind",
	"rules/scaffold":      "how rules are named",
	"packaging/wheel":     "how wheels are named",
	"docs/picture":        "how a terminal colours",
	"analyzers/knowledge": "it is their home",
}

// patternsElsewhere still stand beside the code that asks them, by file, and how many.
var patternsElsewhere = map[string]int{}

// tables are the packages and files that may hold tables of library names, and why.
var tables = map[string]string{
	"analyzers/knowledge":             "it is their home",
	"analyzers/launch":                "which programs a command line starts",
	"analyzers/dialect/vocabulary.go": "what configs call an optimizer or an attention",
	"analyzers/job/memory":            "the estimator's words",
	"analyzers/model":                 "what torch's names do to a program stands beside what does it",
	"estimator":                       "its own words: it stands on nothing of trainlint",
	"fixes/jobedit":                   "the estimator's plans in the words of configs and scripts",
}

// tablesElsewhere still stand beside the code that asks them.
var tablesElsewhere = map[string]int{
	"analyzers/job/framework.go": 1,
	"analyzers/job/method.go":    1,
}

func TestKnowledgeHasOneHome(t *testing.T) {
	compiled, listed := map[string]int{}, map[string]int{}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") ||
			strings.Contains(path, "testdata") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
		if n := compiles(file); n > 0 && patterns[filepath.ToSlash(filepath.Dir(name))] == "" {
			compiled[name] = n
		}
		if n := libraryTables(file); n > 0 && tables[filepath.ToSlash(filepath.Dir(name))] == "" && tables[name] == "" {
			listed[name] = n
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "regular expressions of names", compiled, patternsElsewhere)
	same(t, "tables of library names", listed, tablesElsewhere)
}

// same holds the counts to a list that only shrinks.
func same(t *testing.T, what string, found, known map[string]int) {
	t.Helper()
	for name, n := range found {
		if n > known[name] {
			t.Errorf("%s holds %d %s, %d are known: move them to analyzers/knowledge", name, n, what, known[name])
		}
	}
	for name, n := range known {
		if found[name] < n {
			t.Errorf("%s holds %d %s: write that down instead of %d", name, found[name], what, n)
		}
	}
}

// compiles counts the regular expressions of a file.
func compiles(file *ast.File) (n int) {
	for node := range ast.Preorder(file) {
		if call, ok := node.(*ast.CallExpr); ok {
			of, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				continue
			}
			from, _ := of.X.(*ast.Ident)
			if strings.HasSuffix(of.Sel.Name, "Compile") || of.Sel.Name == "New" && from != nil && from.Name == "pattern" {
				n++
			}
		}
	}
	return n
}

// libraryName is a dotted name of a library that trains, or the library itself.
var libraryName = regexp.MustCompile(`^(torch|torchvision|torchaudio|transformers|trl|peft|accelerate|deepspeed|lightning|pytorch_lightning|diffusers|` +
	`timm|apex|bitsandbytes|datasets|xformers|unsloth|sentence_transformers|setfit|fairscale|megatron|mmengine|mmcv|fairseq|colossalai)(\.\w+)*$`)

// aTable is how many names of libraries make a table.
const aTable = 3

// libraryTables counts the literals of a file that list names of libraries: as elements, or as words of one text.
func libraryTables(file *ast.File) (n int) {
	for node := range ast.Preorder(file) {
		var names int
		switch node := node.(type) {
		case *ast.CompositeLit:
			for _, element := range node.Elts {
				if pair, ok := element.(*ast.KeyValueExpr); ok {
					element = pair.Key
				}
				names += libraryNames(element)
			}
		case *ast.CaseClause:
			for _, choice := range node.List {
				names += libraryNames(choice)
			}
		case *ast.BasicLit:
			names = libraryNames(node)
		}
		if names >= aTable {
			n++
		}
	}
	return n
}

func libraryNames(e ast.Expr) (n int) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return 0
	}
	text, err := strconv.Unquote(lit.Value)
	if err != nil {
		return 0
	}
	for word := range strings.FieldsSeq(text) {
		if libraryName.MatchString(word) {
			n++
		}
	}
	return n
}
