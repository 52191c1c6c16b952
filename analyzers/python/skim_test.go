package python_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

func TestSkimActs(t *testing.T) {
	quiet := []string{
		"\"\"\"What it is: f()\n\"\"\"\nimport os\nfrom a import (b,  # f()\n  c)\nX = 3\nY: int = len('a')\n",
		"def f():\n    g()\nclass C(Base):\n    x = g()\n    def m(self):\n        g()\n",
		"try:\n    import apex\nexcept ImportError:\n    apex = None\n",
		"logger = logging.getLogger(__name__)\nlogging.basicConfig(level=1)\nsys.path.append('..')\n",
		"@dataclass\nclass A:\n    x: int = field(default=1)\n",
		"if __name__ == '__main__':\n    main()\n",
		"TEXT = '''\nmain()\n'''\nA, B = 1, 2\n",
		"if a:\n    def f():\n        g()\nelse:\n    f = None\n",
		"def f(a,\n      b):\n    return '\\'' + g()\n",
		"__all__ += ['a']\n",
		"@jit_fuser\ndef f():\n    pass\n@triton.heuristics({'a': lambda x: x})\ndef g():\n    pass\n",
		"model = build()\nx: Type = A[1].build()\n",
	}
	for _, text := range quiet {
		if python.SkimOf([]byte(text)).Acts {
			t.Errorf("only binds names, and is said to act:\n%s", text)
		}
	}
	acting := []string{
		"parser.add_argument('--lr')\n", "REGISTRY['a'] = 1\n", "config.lr = 1\n", "for x in y:\n    pass\n",
		"@register('a')\nclass A:\n    pass\n", "try:\n    setup()\nexcept E:\n    pass\n", "if a:\n    f()\n", "if a: f()\n", "with a:\n    b = 1\n",
		"import a; run()\n", "counter += 1\n", "def f():\n    pass\nf()\n", "@MODELS.register_module()\nclass A:\n    pass\n",
		"class A:\n    pass\n\nmain()\n", "async with a:\n    pass\n", "'''a''' + f()\nmain()\n",
	}
	for _, text := range acting {
		if !python.SkimOf([]byte(text)).Acts {
			t.Errorf("acts, and is said not to:\n%s", text)
		}
	}
}

// TestSkimImports: a glance sees the imports that the parser sees, in every Python file of the test data.
func TestSkimImports(t *testing.T) {
	files, imports := 0, 0
	err := filepath.WalkDir("../../testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".py" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		m, err := python.Parse(source.New(path, text))
		if err != nil || len(m.Errors) > 0 {
			return nil
		}
		files++
		got := map[bool][]string{}
		for _, i := range python.SkimOf(text).Imports {
			got[i.Inside] = append(got[i.Inside], i.Paths...)
		}
		for _, i := range m.Imports() {
			inside := python.EnclosingFunction(i) != nil || python.EnclosingClass(i) != nil
			for _, p := range pathsOf(i) {
				imports++
				if !slices.Contains(got[inside], p) {
					t.Errorf("%s: %s is not seen (inside %v): %v", path, p, inside, got)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 500 || imports < 1000 {
		t.Errorf("only %d files with %d imports were compared", files, imports)
	}
}

func pathsOf(i *python.Import) (list []string) {
	prefix := strings.Repeat(".", i.Level) + i.Module
	for _, a := range i.Names {
		switch {
		case !i.From:
			list = append(list, a.Path)
		case a.Path == "*":
			list = append(list, prefix)
		case strings.HasSuffix(prefix, "."):
			list = append(list, prefix+a.Path)
		default:
			list = append(list, prefix+"."+a.Path)
		}
	}
	return list
}

// TestSkimRuns: whether a file may be a script is told by its lines; what only defines things is none. A glance may
// take more for scripts than there are, and none for something else.
func TestSkimRuns(t *testing.T) {
	for _, c := range []struct {
		text  string
		runs  bool
		gives string
	}{
		{"import torch\nclass A:\n    for x in y:\n        f(x)\n\ndef g():\n    while True:\n        h()\n", false, ""},
		{"logger = logging.get_logger(__name__)\n", false, " logging.get_logger(__name__)"},
		{"history = train(model)\nNAMES = [1, 2]\n", false, " train(model)"},
		{"if available():\n    import torch\n", false, ""},
		{"if available():\n    for x in y:\n        f(x)\n", true, ""},
		{"if __name__ == '__main__':\n    main()\n", true, ""},
		{"with open(p) as f:\n    while f:\n        pass\n", true, ""},
		{"main()\n", true, ""},
		{"try:\n    main()\nexcept Exception:\n    pass\n", true, ""},
		{"try:\n    import x\n    x.start(1)\nexcept Exception:\n    stop()\n", false, ""},
		{"try:\n    x = main()\nfinally:\n    try:\n        pass\n    except E:\n        pass\n", false, ""},
		{"trainer.fit(model, epochs=3)\n", true, ""},
		{"@decorated(1)\ndef f():\n    pass\n", false, ""},
		{"async def f():\n    pass\n", false, ""},
		{"'''says (something)\nmain()\n'''\n", false, ""},
	} {
		s := python.SkimOf([]byte(c.text))
		if got := strings.Join(s.Gives, "|"); s.Runs != c.runs || got != c.gives {
			t.Errorf("%q: runs %v, gives %q; want %v, %q", c.text, s.Runs, got, c.runs, c.gives)
		}
	}
}
