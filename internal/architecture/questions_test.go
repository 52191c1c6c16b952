package architecture

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/questions.md anew")

const (
	questionsPage = "../../docs/questions.md"
	generatedFrom = "<!-- what follows is made of the code: go test ./internal/architecture -run Questions -update -->\n"
)

// askable are the packages whose questions a rule may ask, in the order of the page.
var askable = []struct{ dir, about string }{
	{"rules", "what a rule is given"},
	{"rules/ask", "judgements that rules of several groups share"},
	{"analyzers/train", "what happens in a training, to which object"},
	{"analyzers/run", "what the program's values are"},
	{"analyzers/python", "what the text of a file says"},
	{"analyzers/knowledge", "what torch and its friends are"},
	{"analyzers/job", "what a job is made of"},
}

// TestQuestions holds docs/questions.md to the exported functions and methods that there are: a new one is on the page,
// with the first sentence of its comment, and the needs at its head name nothing that is gone.
func TestQuestions(t *testing.T) {
	page, err := os.ReadFile(questionsPage)
	if err != nil {
		t.Fatal(err)
	}
	needs, _, found := bytes.Cut(page, []byte(generatedFrom))
	if !found {
		t.Fatalf("%s does not hold the line %s", questionsPage, generatedFrom)
	}
	var list bytes.Buffer
	known := map[string]bool{}
	for _, p := range askable {
		questions(t, &list, p.dir, p.about, known)
	}
	for _, named := range regexp.MustCompile("`((?:rules|ask|train|run|python|knowledge|job)\\.[A-Z][\\w.]*)").FindAllSubmatch(needs, -1) {
		if !known[string(named[1])] {
			t.Errorf("docs/questions.md sends people to %s, which is not there", named[1])
		}
	}
	want := slices.Concat(needs, []byte(generatedFrom), list.Bytes())
	if *update {
		if err := os.WriteFile(questionsPage, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(page, want) {
		t.Error("docs/questions.md does not list what there is: go test ./internal/architecture -run Questions -update")
	}
}

// questions writes the exported functions and methods of a package, file by file.
func questions(t *testing.T, list *bytes.Buffer, dir, about string, known map[string]bool) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	pkg := filepath.Base(dir)
	fmt.Fprintf(list, "\n## %s: %s\n", pkg, about)
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		heading := fmt.Sprintf("\n**%s**\n\n", filepath.Base(path))
		for _, declared := range file.Decls {
			fn, ok := declared.(*ast.FuncDecl)
			if !ok || !fn.Name.IsExported() || !exportedReceiver(fn) {
				continue
			}
			name := pkg + "." + receiver(fn) + fn.Name.Name
			known[name] = true
			if fn.Doc == nil { // String and the like: nothing that is asked for
				continue
			}
			list.WriteString(heading)
			heading = ""
			fmt.Fprintf(list, "- `%s`: %s\n", name, sentence(fn))
		}
	}
}

func exportedReceiver(fn *ast.FuncDecl) bool {
	of := receiver(fn)
	return of == "" || ast.IsExported(of)
}

// receiver is the type that a method belongs to, with a dot behind it.
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return ""
	}
	of := fn.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name + "."
	}
	return ""
}

// sentence is the first one of a comment, without the name that it starts with.
func sentence(fn *ast.FuncDecl) string {
	text := (&doc.Package{}).Synopsis(fn.Doc.Text())
	text = strings.TrimPrefix(strings.TrimPrefix(text, fn.Name.Name), " ")
	return strings.TrimSuffix(strings.TrimPrefix(text, "reports "), ".")
}
