package python

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

var update = flag.Bool("update", false, "rewrite the .tree files from what lowering does now")

// TestLower compares the trees of tricky syntax with goldens, which a person read.
func TestLower(t *testing.T) {
	files, err := filepath.Glob("testdata/lower/*.py")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			m := parse(t, string(text))
			if broken := strings.Contains(path, "broken"); broken != (len(m.Errors) > 0) {
				t.Errorf("errors: %v", m.Errors)
			}
			golden, got := strings.TrimSuffix(path, ".py")+".tree", dump(m)
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// checkTree holds what must be true of every tree: spans lie in the file and in
// their parent's, parents are who hands the node out, no node stands in two places.
func checkTree(t *testing.T, m *Module) {
	t.Helper()
	seen := map[Node]bool{}
	var visit func(n, parent Node)
	visit = func(n, parent Node) {
		span := n.Span()
		switch {
		case seen[n]:
			t.Fatalf("%s: %T at %v stands in two places", m.File.Path, n, span)
		case n.Parent() != parent:
			t.Fatalf("%s: %T at %v has parent %T, stands in %T", m.File.Path, n, span, n.Parent(), parent)
		case span.Start < 0 || span.End < span.Start || span.End > len(m.File.Text):
			t.Fatalf("%s: %T has span %v of %d bytes", m.File.Path, n, span, len(m.File.Text))
		case parent != nil && !within(span, parent):
			t.Fatalf("%s: %T at %v reaches out of %T at %v", m.File.Path, n, span, parent, parent.Span())
		}
		seen[n] = true
		EachChild(n, func(c Node) { visit(c, n) })
	}
	for _, s := range m.Body {
		visit(s, nil)
	}
	for _, c := range m.calls {
		if !seen[c] && len(m.Errors) == 0 { // of text that does not parse a part may be lost
			t.Fatalf("%s: the call at %v is not in the tree", m.File.Path, c.Span())
		}
	}
	for _, c := range m.Comments {
		if text := m.File.Slice(c.Span); text != c.Text || !strings.HasPrefix(text, "#") {
			t.Fatalf("%s: comment %q stands at %q", m.File.Path, c.Text, text)
		}
	}
}

// within: a decorator stands before the span of its def.
func within(s source.Span, parent Node) bool {
	p := parent.Span()
	return p.Start <= s.Start && s.End <= p.End
}

// TestTreesOfAllTestdata: the invariants hold for every Python file that the
// repository has.
func TestTreesOfAllTestdata(t *testing.T) {
	count := 0
	for _, root := range []string{"../../testdata", "testdata"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".py") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			count++
			m, err := Parse(source.New(path, text))
			if err != nil {
				return err
			}
			checkTree(t, m)
			askEverything(m)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if count < 100 {
		t.Errorf("only %d files: has testdata moved?", count)
	}
}

// askEverything asks every question about every expression: none may panic or
// run away.
func askEverything(m *Module) {
	WalkBody(m.Body, func(n Node) bool {
		if e, ok := n.(Expr); ok {
			m.Resolve(e)
			m.TypeOf(e)
			m.Const(e)
			m.ClassOf(e)
			m.Definition(e)
			m.DictOf(e)
			m.Guarded(e)
			IsTarget(e)
			InAnnotation(e)
		}
		if c, ok := n.(*Call); ok {
			m.Argument(c, "key", 1)
		}
		m.ScopeAt(n)
		return true
	})
	m.Options()
}

// TestTexts: newlines, tabs, a byte-order mark and form feeds change no tree.
func TestTexts(t *testing.T) {
	plain := "import torch\n\nclass Net:\n    def f(self, x):\n        # why\n        if x:\n            return \"a\\\nb\"\n        return torch.relu(x)\n"
	want := dump(parse(t, plain))
	for name, text := range map[string]string{
		"carriage returns": strings.ReplaceAll(plain, "\n", "\r\n"),
		"tabs":             strings.ReplaceAll(plain, "    ", "\t"),
		"byte-order mark":  "\xef\xbb\xbf" + plain,
		"form feed":        strings.Replace(plain, "\nclass", "\n\fclass", 1),
		"no last newline":  strings.TrimSuffix(plain, "\n"),
	} {
		m := parse(t, text)
		if len(m.Errors) > 0 {
			t.Errorf("%s: errors at %v", name, m.Errors)
		}
		checkTree(t, m)
		got := strings.ReplaceAll(dump(m), `\r\n`, `\n`)
		if diff := cmp.Diff(strings.ReplaceAll(want, `\r\n`, `\n`), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestDepth: nesting that no person writes neither crashes nor takes long: it is read,
// or refused as too complex.
func TestDepth(t *testing.T) {
	for _, n := range []int{150, 10_000} {
		for name, text := range deepTexts(n) {
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				start := time.Now()
				m, err := Parse(source.New("deep.py", []byte(text)))
				if took := time.Since(start); took > 5*time.Second {
					t.Errorf("took %v", took)
				}
				flat := name == "strings" || name == "statements" || name == "lines"
				var complex *budget.Exceeded
				if n > maxLevels && !flat {
					if !errors.As(err, &complex) {
						t.Errorf("error %v, want one that says that the file is too complex", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range m.Body {
					for range All(s) {
						continue
					}
				}
			})
		}
	}
}

func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		header string
		depth  int
		fine   bool
	}{
		{"if a:", 90, true}, {"if a:", 101, false}, {"def f():", 90, true}, {"for a in b:", 20, true}, {"for a in b:", 21, false},
		{"with a:", 21, false}, {"while a:", 21, false},
	} {
		text := ""
		for i := range c.depth {
			text += strings.Repeat(" ", i) + c.header + "\n"
		}
		_, err := Parse(source.New("deep.py", []byte(text+strings.Repeat(" ", c.depth)+"pass\n")))
		if (err == nil) != c.fine {
			t.Errorf("%d of %s: error %v", c.depth, c.header, err)
		}
	}
}

// TestBracketsInStrings: what stands in strings and comments opens nothing.
func TestBracketsInStrings(t *testing.T) {
	brackets := strings.Repeat("([{", 100)
	for _, text := range []string{"x = '" + brackets + "'", `x = """` + brackets + `"""`, "# " + brackets, "x = '\\'" + brackets + "'"} {
		if _, err := Parse(source.New("x.py", []byte(text+"\n"))); err != nil {
			t.Errorf("%.10s…: %v", text, err)
		}
	}
}

// TestBrokenText: the parser's recovery from errors is bounded, and a text that is given
// up leaves nothing behind for the next one.
func TestBrokenText(t *testing.T) {
	broken := []byte("import torch\nx = " + strings.Repeat("...", 40_000))
	watch := budget.Start()
	if _, err := Parse(source.New("broken.py", broken)); err == nil {
		t.Log("parsed after all")
	}
	if watch.Over(5 * time.Second) {
		t.Error("it takes more than 5 seconds")
	}
	if m, err := Parse(source.New("good.py", []byte("x = 1\n"))); err != nil || len(m.Body) != 1 || len(m.Errors) > 0 {
		t.Errorf("the next text: %+v, %v", m, err)
	}
}

// TestBrokenComparison: a comparison of which the parser found only one side is none.
func TestBrokenComparison(t *testing.T) {
	for _, text := range []string{"n=>()\n)", "if a <: b\n", "x = 1 < > 2\n", "f(not in)\n"} {
		m, err := Parse(source.New("broken.py", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		WalkBody(m.Body, func(n Node) bool {
			if c, ok := n.(*Compare); ok && len(c.Operands) != len(c.Ops)+1 {
				t.Errorf("%q: %d operands of %q", text, len(c.Operands), c.Ops)
			}
			return true
		})
	}
}

// deepTexts nest n of everything that nests, and repeat n of what does not.
func deepTexts(n int) map[string]string {
	return map[string]string{
		"parentheses": "x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + "\n",
		"open ones":   "x = " + strings.Repeat("(", n),
		"lists":       "x = " + strings.Repeat("[", n) + strings.Repeat("]", n),
		"calls":       "x = " + strings.Repeat("f(", n) + strings.Repeat(")", n),
		"attributes":  "x" + strings.Repeat(".a", n),
		"chained":     "x" + strings.Repeat("()", n),
		"operators":   "x = 1" + strings.Repeat(" + 1", n),
		"powers":      "x = 1" + strings.Repeat(" ** 1", n),
		"nots":        "x = " + strings.Repeat("not ", n) + "y",
		"lambdas":     "x = " + strings.Repeat("lambda: ", n) + "1",
		"conditions":  "x = " + strings.Repeat("1 if a else ", n) + "2",
		"elifs":       "if a: pass\n" + strings.Repeat("elif b: pass\n", n),
		"strings":     "x = " + strings.Repeat(`"a" `, n),
		"statements":  strings.Repeat("x = x\n", n),
		"lines":       "x = 1" + strings.Repeat(" \\\n", min(n, maxContinued)) + "\n",
		"backslashes": strings.Repeat("\\\n", n) + "x = 1\n",
	}
}

// FuzzParse: no text may panic, break the tree's invariants or hang.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/lower/*.py")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, text := range []string{"", "\xff\xfe", "x = f\"{", "match x:\n case", "@\ndef f(", "\x00", "lambda", "with (a as b", "*a, = b", "print x", "exec 'y'"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		hang := time.AfterFunc(10*time.Second, func() { panic(fmt.Sprintf("still busy after 10 s with %q", text)) })
		defer hang.Stop()
		m, err := Parse(source.New("fuzz.py", text))
		if err != nil {
			return
		}
		checkTree(t, m)
		askEverything(m)
	})
}

// TestBracketedTargets: brackets alone make no tuple, as the tree of a target has it.
func TestBracketedTargets(t *testing.T) {
	for text, tuple := range map[string]bool{
		"for (a) in b: pass\n": false, "for (a,) in b: pass\n": true, "for a, in b: pass\n": true, "for (a, c) in b: pass\n": true,
		"for (a\n  # one, or two\n  ) in b: pass\n": false, "for (a # one\n  , ) in b: pass\n": true, "for ((a)) in b: pass\n": false,
		"for (*a,) in b: pass\n": true, "for [a] in b: pass\n": true,
	} {
		loop, ok := parse(t, text).Body[0].(*For)
		if !ok {
			t.Fatalf("%q is no loop", text)
		}
		if _, is := loop.Target.(*Sequence); is != tuple {
			t.Errorf("%q: %T", text, loop.Target)
		}
	}
}
