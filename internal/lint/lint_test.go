package lint

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/core"
)

// finder is a rule that reports every place of a word, in any file.
func finder(name string, group rules.Group, word string) *rules.Rule {
	return &rules.Rule{
		Name: name, Group: group, Severity: rules.Warning, On: rules.PythonFile, Words: []string{word}, WithoutTorch: true,
		Check: func(p *rules.Pass) {
			text := p.File.Text
			for at := 0; ; {
				i := bytes.Index(text[at:], []byte(word))
				if i < 0 {
					return
				}
				at += i + len(word)
				p.Report(rules.Diagnostic{Severity: rules.Warning, File: p.File.Path, Span: source.Span{Start: at - len(word), End: at}, Message: "found " + word})
			}
		},
	}
}

func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// summary writes the findings as "path:line:column rule".
func summary(r *Result) []string {
	found := []string{}
	for _, d := range r.Diagnostics {
		at := r.Source(d.File).Position(d.Span.Start)
		found = append(found, strings.Join([]string{d.File, strconv.Itoa(at.Line), strconv.Itoa(at.Column)}, ":")+" "+d.Rule.Name)
	}
	return found
}

func coreRules() []*rules.Rule { return core.Rules() }

func run(t *testing.T, o Options) *Result {
	t.Helper()
	result, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestFindingsAreSortedByPathAndPosition(t *testing.T) {
	dir := tree(t, map[string]string{"b.py": "x = 1\ngrad = x\n", "a.py": "loss, grad = f()\nloss\n", "notes.md": "loss"})
	got := summary(run(t, Options{Dir: dir, Rules: []*rules.Rule{finder("r-loss", rules.Memory, "loss"), finder("r-grad", rules.Speed, "grad")}}))
	want := []string{"a.py:1:1 r-loss", "a.py:1:7 r-grad", "a.py:2:1 r-loss", "b.py:2:1 r-grad"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q\nwant  %q", got, want)
	}
}

func TestSelectAndIgnore(t *testing.T) {
	dir := tree(t, map[string]string{"a.py": "loss, grad\n"})
	list := []*rules.Rule{finder("r-loss", rules.Memory, "loss"), finder("r-grad", rules.Speed, "grad")}
	for _, c := range []struct {
		selected, ignored []string
		want              []string
	}{
		{nil, nil, []string{"a.py:1:1 r-loss", "a.py:1:7 r-grad"}},
		{[]string{"memory"}, nil, []string{"a.py:1:1 r-loss"}},
		{[]string{"r-grad"}, nil, []string{"a.py:1:7 r-grad"}},
		{nil, []string{"speed"}, []string{"a.py:1:1 r-loss"}},
		{[]string{"r-grad"}, []string{"speed"}, []string{"a.py:1:7 r-grad"}},
		{[]string{"speed"}, []string{"r-grad"}, []string{}},
	} {
		got := summary(run(t, Options{Dir: dir, Rules: list, Select: c.selected, Ignore: c.ignored}))
		if !slices.Equal(got, c.want) {
			t.Errorf("select %q ignore %q: found %q, want %q", c.selected, c.ignored, got, c.want)
		}
	}
	_, err := Run(context.Background(), Options{Dir: dir, Rules: list, Select: []string{"r-los"}})
	if want := `no rule or group is called "r-los", did you mean "r-loss"?`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

func TestPanicIsReportedAndTheRunGoesOn(t *testing.T) {
	dir := tree(t, map[string]string{"a.py": "loss\n", "b.py": "loss\n"})
	broken := &rules.Rule{Name: "broken", On: rules.PythonFile, WithoutTorch: true, Check: func(p *rules.Pass) {
		if p.File.Path == "a.py" {
			panic("index out of range")
		}
	}}
	result := run(t, Options{Dir: dir, Rules: []*rules.Rule{broken, finder("r-loss", rules.Memory, "loss")}})
	if got, want := summary(result), []string{"a.py:1:1 r-loss", "b.py:1:1 r-loss"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	if len(result.Failures) != 1 || !strings.Contains(result.Failures[0].Error(), "rule broken on a.py: index out of range") {
		t.Errorf("failures %v", result.Failures)
	}
}

func TestRulesWhoseWordsAreAbsentDoNotRun(t *testing.T) {
	dir := tree(t, map[string]string{"a.py": "nothing here\n", "c.yaml": "loss: 1\n"})
	rule := &rules.Rule{Name: "r", On: rules.PythonFile, Words: []string{"loss"}, WithoutTorch: true, Check: func(p *rules.Pass) { t.Errorf("ran on %s", p.File.Path) }}
	run(t, Options{Dir: dir, Rules: []*rules.Rule{rule}})
}

func TestFilesThatCannotBeLookedAt(t *testing.T) {
	dir := tree(t, map[string]string{
		"latin.py": "# caf\xe9 loss\n", "empty.py": "", "good.py": "loss\n", "big.py": "loss" + strings.Repeat("#", files.Limit),
		"broken.ipynb": "{", "empty.ipynb": "",
	})
	var warned []string
	var lock = make(chan struct{}, 1)
	result := run(t, Options{Dir: dir, Rules: []*rules.Rule{finder("r", rules.Memory, "loss")}, Warn: func(message string) {
		lock <- struct{}{}
		warned = append(warned, message)
		<-lock
	}})
	if got, want := summary(result), []string{"good.py:1:1 r"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	slices.Sort(warned)
	for i, want := range []string{"big.py: not read: files over 16 MB", "broken.ipynb: not a notebook", "latin.py: not UTF-8 text: byte 0xe9 on line 1"} {
		if i >= len(warned) || !strings.HasPrefix(warned[i], want) {
			t.Errorf("warnings %q, want one that starts %q", warned, want)
		}
	}
	if len(warned) != 3 || len(result.Failures) != 0 {
		t.Errorf("warnings %q, failures %v", warned, result.Failures)
	}
}
