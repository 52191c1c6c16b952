package job

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/launch"
)

// readied is a workspace as Find has it.
func readied(text string) *Workspace {
	w := workspace(text)
	w.prepare()
	return w
}

// TestPlacesOfAWord: which files of a project a word of a command may mean, the most likely first.
func TestPlacesOfAWord(t *testing.T) {
	w := readied("-- README.md --\ngit clone https://github.com/somebody/Project.git\n-- x/y/run.sh --\n")
	for _, c := range []struct{ name, from, want string }{
		{"a.yaml", "run.sh", "a.yaml"}, {"a.yaml", "x/y/run.sh", "a.yaml x/y/a.yaml x/a.yaml"}, {"c/../a.yaml", "x/run.sh", "a.yaml x/a.yaml"}, {"../a.yaml", "x/y/run.sh", "../a.yaml x/a.yaml a.yaml"},
		{"${ROOT}/c/a.yaml", "run.sh", "c/a.yaml"}, {"$ROOT/c/a.yaml", "run.sh", "c/a.yaml"}, {"$ROOT", "run.sh", ""}, {"${ROOT}", "run.sh", ""}, {"/data/a.yaml", "run.sh", "data/a.yaml"}, {"", "run.sh", ""},
		{"c{1}/a.yaml", "run.sh", "c{1}/a.yaml"}, {"./a.yaml", "/x/run.sh", "a.yaml /x/a.yaml /a.yaml"},
	} {
		if got := strings.Join(w.around(c.name, c.from), " "); got != c.want {
			t.Errorf("%s from %s: %s, want %s", c.name, c.from, got, c.want)
		}
	}
	for name, want := range map[string]string{
		"/content/Project/src/train.py": "src/train.py", "~/Project/train.py": "train.py", "$HOME/Project/train.py": "train.py", "/content/Other/train.py": "", "Project/train.py": "", "": "", "/Project": "", "/content/Project": "",
	} {
		if got := strings.Join(w.below(name), " "); got != want {
			t.Errorf("below %s: %s, want %s", name, got, want)
		}
	}
	for _, c := range []struct {
		dir  string
		page bool
		want string
	}{
		{"Project/scripts", true, "scripts"}, {"Project/a/b", true, "a/b"}, {"scripts", true, ""}, {"Project/scripts", false, ""}, {"x/y", true, ""}, {"../y", true, ""}, {"~/y", true, ""}, {"$D/y", true, ""},
	} {
		if got := w.insideClone(&launch.Command{Dir: c.dir, OfPage: c.page}); got != c.want {
			t.Errorf("inside %s: %s, want %s", c.dir, got, c.want)
		}
	}
}

// TestConfigByItsEnd: the files of a project lie elsewhere for everybody, and are called the same.
func TestConfigByItsEnd(t *testing.T) {
	w := readied("-- conf/a.yaml --\nn: 1\n-- other/b.yaml --\nn: 2\n-- one/c.yaml --\nn: 3\n-- two/c.yaml --\nn: 4\n-- a.yaml --\nn: 5\n")
	for name, want := range map[string]string{
		"/home/me/project/conf/a.yaml": "conf/a.yaml", "/home/me/b.yaml": "other/b.yaml", "/home/me/c.yaml": "", "/home/me/two/c.yaml": "two/c.yaml", "conf/a.yaml": "", "/home/me/d.yaml": "", "/home/me/a.py": "", "/a.yaml": "", // of that name there are two
	} {
		got := ""
		if d := w.byTail(name); d != nil {
			got = d.File.Path
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestCommandsOfPackages: which function of which file a command runs that installing a project makes.
func TestCommandsOfPackages(t *testing.T) {
	const files = "-- pkg/__init__.py --\nfrom pkg.deep import start\n-- pkg/cli.py --\ndef main(): pass\n-- pkg/deep.py --\ndef start(): pass\n-- pkg/again.py --\nfrom pkg.deep import start\n"
	for declared, want := range map[string]string{
		"-- pyproject.toml --\n[project.scripts]\na = \"pkg.cli:main\"\n":                                             "a=pkg/cli.py main",
		"-- pyproject.toml --\n[tool.poetry.scripts]\na = \"pkg.cli:main\"\n":                                         "a=pkg/cli.py main",
		"-- pyproject.toml --\n[project.scripts]\na = \"pkg:cli.main\"\n":                                             "a=pkg/cli.py main",
		"-- pyproject.toml --\n[project.scripts]\na = \"pkg.cli:main [extra]\"\n":                                     "a=pkg/cli.py main",
		"-- pyproject.toml --\n[project.scripts]\na = \" pkg.cli : main \"\n":                                         "a=pkg/cli.py main",
		"-- pyproject.toml --\n[project.scripts]\na = \"pkg:start\"\n":                                                "a=pkg/deep.py start",
		"-- pyproject.toml --\n[project.scripts]\na = \"pkg.again:start\"\n":                                          "a=pkg/deep.py start",
		"-- pyproject.toml --\n[project.scripts]\na = \"pkg:other\"\n":                                                "a=pkg/__init__.py other",
		"-- pyproject.toml --\n[project.scripts]\na = \"pkg.cli\"\n":                                                  "",
		"-- pyproject.toml --\n[project.scripts]\na = \"gone:main\"\n":                                                "",
		"-- pyproject.toml --\n[project.scripts]\ntorchrun = \"pkg.cli:main\"\n":                                      "",
		"-- pyproject.toml --\n[project]\nname = \"x\"\n":                                                             "",
		"-- pyproject.toml --\n[project.scripts]\na = {b = \"pkg.cli:main\"}\n":                                       "",
		"-- setup.py --\nsetup(entry_points={'console_scripts': ['a=pkg.cli:main', 'b = pkg.deep:start']})\n":         "a=pkg/cli.py main b=pkg/deep.py start",
		"-- setup.py --\nsetup()\n-- setup.cfg --\n[options.entry_points]\nconsole_scripts =\n    a = pkg.cli:main\n": "a=pkg/cli.py main",
	} {
		w := readied(files + declared)
		var list []string
		found := installedIn(w.Paths, w.file)
		for _, name := range slices.Sorted(maps.Keys(found)) {
			list = append(list, fmt.Sprintf("%s=%s %s", name, found[name].file, found[name].function))
		}
		if got := strings.Join(list, " "); got != want {
			t.Errorf("%s%s, want %s", declared, got, want)
		}
		for name, file := range Installed(w.Paths, w.file) {
			if file != found[name].file {
				t.Errorf("%s is %s", name, file)
			}
		}
	}
}

// TestEverything: what a name stands for that a file has by importing everything.
func TestEverything(t *testing.T) {
	w := readied("-- utils.py --\nimport torch\nfrom torch import nn\nimport numpy as np\nfrom .mine import Own\nx = 1\ny = torch\ny = 2\n-- mine.py --\nclass Own: pass\n-- all.py --\nfrom utils import *\n-- chosen.py --\nimport torch\n__all__ = ['torch']\n" +
		"-- one.py --\nfrom two import *\n-- two.py --\nfrom one import *\nimport math\n-- both.py --\nfrom utils import *\nfrom two import *\n-- over.py --\nfrom utils import *\ntorch = None\n")
	for _, c := range []struct{ module, name, want string }{
		{"utils", "torch", "torch"}, {"utils", "nn", "torch.nn"}, {"utils", "np", "numpy"}, {"utils", "Own", ""}, {"utils", "x", ""}, {"utils", "y", ""}, {"utils", "z", ""}, {"all", "nn", "torch.nn"}, {"chosen", "torch", ""}, {"gone", "torch", ""},
		{"one", "math", "math"}, {"one", "torch", ""}, {"both", "math", "math"}, {"both", "torch", "torch"}, {"over", "torch", ""}, {"over", "nn", "torch.nn"},
	} {
		if got := w.everything(c.module, "train.py", c.name); got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.name, c.module, got, c.want)
		}
	}
}

// TestShownBy: the file from which a package has a name that others import out of it.
func TestShownBy(t *testing.T) {
	w := readied("-- pkg/__init__.py --\nfrom .net import Net\nfrom .deep import Inner\nfrom .stars import *\nfrom . import tools\n-- pkg/net.py --\nclass Net: pass\n-- pkg/deep/__init__.py --\nfrom .inner import Inner\n-- pkg/deep/inner.py --\nclass Inner: pass\n" +
		"-- pkg/stars.py --\ndef build(): pass\n-- pkg/tools.py --\nx = 1\n-- plain.py --\nfrom pkg import Net\n")
	for dotted, want := range map[string]string{
		"pkg.Net": "pkg/net.py", "pkg.Inner": "pkg/deep/inner.py", "pkg.build": "pkg/stars.py", "pkg.gone": "", "pkg.tools": "pkg/tools.py", "plain.Net": "", "Net": "", "gone.Net": "",
	} {
		if got := w.shownBy(dotted, "train.py", 4); got != want {
			t.Errorf("%s: %q, want %q", dotted, got, want)
		}
	}
	if got := w.shownBy(".Net", "pkg/other.py", 4); got != "pkg/net.py" {
		t.Errorf("of the package around: %q", got)
	}
	if got := w.shownBy("pkg.Net", "train.py", 0); got != "" {
		t.Errorf("deeper than anybody looks: %q", got)
	}
}

// TestIdentities: what a job is told by where no command starts it.
func TestIdentities(t *testing.T) {
	for _, c := range []struct {
		job             Job
		identity, start string
	}{
		{Job{Name: "x"}, "x", ""}, {Job{Name: "x", Files: []string{"a.yaml"}}, "a.yaml a.yaml 0", "a.yaml"}, {Job{Name: "x", Files: []string{"a.sh", "b.py", "c.yaml"}}, "a.sh c.yaml 0", "a.sh"},
		{Job{Name: "x", Files: []string{"a.py"}, Stage: &Stage{Number: 2}}, "a.py a.py 2", "a.py"},
	} {
		if got := c.job.identity(); got != c.identity {
			t.Errorf("%q, want %q", got, c.identity)
		}
		if got := c.job.Start(); got != c.start {
			t.Errorf("it starts at %q, want %q", got, c.start)
		}
	}
	for p, want := range map[string]bool{
		"tests/a.py": true, "a/tests/b.py": true, "test_a.py": true, "a_test.py": true, "a/conftest.py": true, "setup.py": true, "train.py": false, "my_train_and_test.py": false, "run_train_test.py": false, "contest.py": false, "tests.py": false, "latest/a.py": false, "train_test_x.py": false,
	} {
		if got := IsTest(p); got != want {
			t.Errorf("%s: %t", p, got)
		}
	}
}
