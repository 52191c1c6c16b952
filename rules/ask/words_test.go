package ask

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
)

// unitOf is a module as a run has it, of a file that is there.
func unitOf(t *testing.T, f *source.File) *run.Unit {
	t.Helper()
	m, err := python.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	return &run.Unit{Module: m}
}

// TestWhere: a place in the same file is a line of it, one in another file names that file, too, and the cell of a
// notebook.
func TestWhere(t *testing.T) {
	const cells = `{"cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "source": ["import torch\n", "x = 1"]},
		{"cell_type": "code", "metadata": {}, "outputs": [], "source": ["y = 2\n", "z = 3"]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`
	opened, err := source.OpenNotebook("n.ipynb", []byte(cells))
	if err != nil {
		t.Fatal(err)
	}
	script, notebook, other := unitOf(t, source.New("a.py", []byte("x = 1\ny = 2\n"))), unitOf(t, opened.File), unitOf(t, source.New("b.py", []byte("z = 3\n")))
	for _, c := range []struct {
		in   *run.Unit
		at   int
		from *run.Unit
		want string
	}{
		{script, 1, script, "line 2"}, {script, 1, other, "a.py:2"}, {notebook, 3, notebook, "line 2 of cell 2"}, {notebook, 3, other, "n.ipynb:cell 2:2"}, {other, 0, notebook, "b.py:1"},
	} {
		if got := Where(run.Place{Unit: c.in, Node: c.in.Module.Body[c.at]}, c.from); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestSpoken: runs of releases in words.
func TestSpoken(t *testing.T) {
	for want, releases := range map[string][]knowledge.Argument{
		"in every release": {{}}, "since 4.3": {{Since: "4.3"}}, "before 5": {{Until: "5"}}, "from 4.3 until 5": {{Since: "4.3", Until: "5"}},
		"before 4.3 and since 5": {{Until: "4.3"}, {Since: "5"}}, "since 4": {{Since: "4"}, {Since: "4"}}, "": {},
	} {
		if got := Spoken(releases); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// declared is what a project declares in its requirements.
func declared(requirement string) *deps.Versions {
	return deps.Read([]string{"requirements.txt"}, func(name string) *source.File { return source.New(name, []byte(requirement+"\n")) }).For("a.py")
}

// TestJudged: of an argument that releases take from one version to another, what becomes of it with the versions that
// a project declares.
func TestJudged(t *testing.T) {
	gone := []knowledge.Argument{{Since: "4.10", Until: "4.46"}}
	back := []knowledge.Argument{{Until: "4.10"}, {Since: "4.30"}}
	for _, c := range []struct {
		requirement string
		runs        []knowledge.Argument
		want        Refusal
	}{
		{"transformers==4.20", gone, Taken}, {"transformers==4.5", gone, Other}, {"transformers==4.50", gone, Other}, {"transformers>=4.20", gone, Gone}, {"transformers>=4.20,<4.46", gone, Taken}, {"numpy", gone, Gone},
		{"transformers==4.5", back, Taken}, {"transformers==4.20", back, Other}, {"transformers==4.40", back, Taken}, {"transformers>=4.20", back, Taken}, {"numpy", back, Taken},
		{"transformers==4.40", []knowledge.Argument{{}}, Taken}, {"numpy", []knowledge.Argument{{}}, Taken},
	} {
		if got := judged(declared(c.requirement), "transformers", c.runs); got != c.want {
			t.Errorf("%s of %v: %d, want %d", c.requirement, c.runs, got, c.want)
		}
	}
	for requirement, want := range map[string]Refusal{"transformers==4.50": Gone, "transformers==4.5": Other, "transformers==4.20": Taken, "transformers>=4.20": Gone} {
		beside := deps.Read([]string{"other/requirements.txt"}, func(name string) *source.File { return source.New(name, []byte(requirement+"\n")) }).For("here/a.py")
		if got := judged(beside, "transformers", gone); got != want {
			t.Errorf("%s in a folder beside: %d, want %d", requirement, got, want)
		}
	}
	for requirement, want := range map[string]string{"b==1": "b", "a==1": "a", "numpy": "a", "c==1": "a"} {
		if got := DeclaredAs(declared(requirement), []string{"a", "b"}); got != want {
			t.Errorf("%s: %s, want %s", requirement, got, want)
		}
	}
}

// TestUnitTests: a loss in a test function of a test file is compared with something, and nothing learns from it.
func TestUnitTests(t *testing.T) {
	for _, c := range []struct {
		file, text string
		want       bool
	}{
		{"tests/test_loss.py", "def test_loss():\n    f()\n", true}, {"loss_test.py", "def test_loss():\n    f()\n", true}, {"train.py", "def test_loss():\n    f()\n", false},
		{"test_loss.py", "def check():\n    f()\n", false}, {"test_loss.py", "f()\n", false}, {"mytest_loss.py", "def test_loss():\n    f()\n", false}, {"loss_tests.py", "def test_loss():\n    f()\n", false},
	} {
		u := unitOf(t, source.New(c.file, []byte(c.text)))
		if got := inUnitTest(run.Place{Unit: u, Node: u.Module.AllCalls()[0]}); got != c.want {
			t.Errorf("%s, %q: %t", c.file, c.text, got)
		}
	}
	for file, want := range map[string]bool{"tests/test_a.py": true, "test/test_a.py": true, "a/tests/b/test_a.py": true, "test_a.py": false, "tests/a.py": false, "testing/test_a.py": false} {
		if got := InTest(file); got != want {
			t.Errorf("%s: %t", file, got)
		}
	}
}

// TestRefused: what becomes of an argument hangs on the releases of its class that were read, and on which of them the
// project may run with: nothing is said where a release that was not read, or one without the class, may be the one.
func TestRefused(t *testing.T) {
	export := knowledge.Constructor{Library: "llamafactory", Packages: []string{"llamafactory", "llmtuner"}, Class: "ExportArguments"}
	bone := knowledge.Constructor{Library: "peft", Packages: []string{"peft"}, Class: "BoneConfig"}
	logging := knowledge.Constructor{Library: "deepspeed", Packages: []string{"deepspeed"}, Class: "CommsLoggerConfig"}
	arguments := knowledge.Constructor{Library: "transformers", Packages: []string{"transformers"}, Class: "TrainingArguments"}
	for _, c := range []struct {
		of          knowledge.Constructor
		requirement string
		want        Judgement
	}{
		// The class is there in 0.4, and from 0.9 on.
		{export, "llamafactory==0.4.1", Judgement{Refusal: Never, Library: "llamafactory"}}, {export, "llamafactory>=0.9", Judgement{Refusal: Never, Library: "llamafactory"}},
		{export, "llmtuner==0.4.1", Judgement{Refusal: Never, Library: "llamafactory"}}, {export, "llmtuner==0.7", Judgement{}},
		{export, "numpy", Judgement{Refusal: Never, Library: "llamafactory"}}, {export, "llamafactory==0.7", Judgement{}}, {export, "llamafactory>=0.4", Judgement{}}, {export, "llamafactory>=0.7", Judgement{}},
		{export, "llamafactory==0.3", Judgement{}}, {export, "llamafactory @ git+https://example.org/llamafactory", Judgement{}}, {export, "llamafactory>=7", Judgement{}},
		// From 0.14 to 0.18.
		{bone, "numpy", Judgement{}}, {bone, "peft==0.15", Judgement{Refusal: Never, Library: "peft"}}, {bone, "peft>=0.15", Judgement{}}, {bone, "peft==0.20", Judgement{}}, {bone, "peft<0.19", Judgement{Refusal: Never, Library: "peft"}}, {bone, "peft<0.14", Judgement{}},
		// From 0.15 on; the first release that was read is 0.7.
		{logging, "deepspeed<0.7", Judgement{}}, {logging, "deepspeed<0.16", Judgement{Refusal: Never, Library: "deepspeed"}}, {logging, "deepspeed==0.16", Judgement{Refusal: Never, Library: "deepspeed"}},
		// In every release that was read, from 3.0 to 5.23: those before or after may take anything.
		{arguments, "transformers==2.11", Judgement{}}, {arguments, "transformers==3.0.2", Judgement{Refusal: Never, Library: "transformers"}}, {arguments, "transformers==5.23.1", Judgement{Refusal: Never, Library: "transformers"}},
		{arguments, "transformers==6.0", Judgement{}}, {arguments, "transformers<4", Judgement{Refusal: Never, Library: "transformers"}},
		{knowledge.Constructor{Library: "peft", Packages: []string{"peft"}, Class: "NoSuchConfig"}, "peft==0.15", Judgement{}},
	} {
		got := Refused(declared(c.requirement), c.of, "no_such_argument")
		if got.Refusal != c.want.Refusal || got.Library != c.want.Library || len(got.Runs) != 0 {
			t.Errorf("%s with %s: %+v, want %+v", c.of.Class, c.requirement, got, c.want)
		}
	}
}
