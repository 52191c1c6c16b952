package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// doors are the only packages that may touch files or start programs, and why. All
// others go through internal/files, which opens nothing but regular files of a
// bounded size and writes nothing outside of the project.
var doors = map[string]string{
	"internal/files":    "it is the door",
	"internal/discover": "it lists folders, and opens no file",
	"internal/revision": "it is the one that runs git",
	"internal/cli":      "it makes the folder that man pages are written to",
	"packaging/wheel":   "a program for releases: it reads and writes what its caller names",
	"rules/scaffold":    "a program for contributors: it writes into their checkout",
	"docs/picture":      "a program for contributors: it writes into their checkout",
	"estimator/bench":   "a program for contributors: it reads the file that its caller names",
	"internal/mutate":   "a program for contributors: it runs go over a package that it changes in a folder of its own",
	"internal/hide":     "a program for contributors: it reads the folder of work trees that its caller names",
	"internal/score":    "a program for contributors: it reads the records under testdata, and runs internal/replay",
	"internal/replay":   "a program for contributors: it runs git over clones and unpacks trees into a folder of its own",
}

// touching are the functions of package os that read or change what is on disk.
// Questions about a path (Stat, Lstat) open nothing.
var touching = map[string]bool{
	"Chmod": true, "Chown": true, "Create": true, "CreateTemp": true, "DirFS": true, "Link": true, "Mkdir": true, "MkdirAll": true, "MkdirTemp": true,
	"Open": true, "OpenFile": true, "OpenInRoot": true, "OpenRoot": true, "ReadDir": true, "ReadFile": true, "Remove": true, "RemoveAll": true,
	"Rename": true, "Symlink": true, "Truncate": true, "WriteFile": true, "CopyFS": true, "StartProcess": true,
}

// closed are packages that would be a way around.
var closed = map[string]bool{"io/ioutil": true, "os/exec": true, "plugin": true, "net": true, "net/http": true}

func TestFilesAreOpenedInOnePlace(t *testing.T) {
	used := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		at, err := filepath.Rel("../..", filepath.Dir(path))
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(at)
		for _, call := range touches(t, path) {
			used[pkg] = true
			if doors[pkg] == "" {
				t.Errorf("%s uses %s: use internal/files", path, call)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range doors {
		if !used[pkg] {
			t.Errorf("%s touches no file: take it off the list", pkg)
		}
	}
}

// touches lists what a file uses of os and of the closed packages.
func touches(t *testing.T, path string) (found []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	imported := "os"
	for _, one := range file.Imports {
		name, err := strconv.Unquote(one.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if closed[name] {
			found = append(found, name)
		}
		if name == "os" && one.Name != nil {
			imported = one.Name.Name
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if of, ok := selector.X.(*ast.Ident); ok && of.Name == imported && touching[selector.Sel.Name] {
			found = append(found, "os."+selector.Sel.Name)
		}
		return true
	})
	return found
}

// ways are what makes a project of paths: a package that used one of them by itself would see
// another project than the others do.
var ways = regexp.MustCompile(`discover\.Walker\{|settings\.Resolver\{|job\.(?:Find|Run)\(|deps\.Read\(|framework\.NewProject\(|imports\.Finder\{`)

// waysElsewhere use one all the same, and why.
var waysElsewhere = map[string]string{
	"internal/score/measure.go":  "it counts the files of folders that are no one project",
	"analyzers/job/workspace.go": "a workspace without a project reads its versions itself",
}

func TestProjectsAreOpenedInOnePlace(t *testing.T) {
	found := 0
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
		for _, way := range ways.FindAllString(string(text), -1) {
			if strings.HasPrefix(name, "internal/project/") {
				found++
			} else if waysElsewhere[name] == "" {
				t.Errorf("%s holds %s: ask internal/project", name, way)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 6 {
		t.Errorf("internal/project itself uses %d of the ways: does the pattern still name them?", found)
	}
}

// TestErrorsArePrintedInOnePlace: what goes to standard error names files, and
// passes internal/printable on its way.
func TestErrorsArePrintedInOnePlace(t *testing.T) {
	direct := regexp.MustCompile(`fmt\.Fprint\w*\([\w.]*(Stderr|notes)\b`)
	for _, pattern := range []string{"../cli/*.go", "../estimate/*.go", "../lint/*.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if found := direct.Find(text); found != nil {
				t.Errorf("%s holds %s: use Environment.say or printable.Fprintf", path, found)
			}
		}
	}
}
