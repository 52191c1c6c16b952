package report

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/rules"
)

func TestHeadline(t *testing.T) {
	long := strings.Repeat("word ", 30)
	for message, want := range map[string][]string{
		"short: and whole; as it is": {"short: and whole; as it is"},
		// the last seam that leaves at most 100 characters
		"no num_workers: the training process loads every batch itself while the GPU waits; num_workers=4 is a common start": {
			"no num_workers: the training process loads every batch itself while the GPU waits", "num_workers=4 is a common start"},
		// a seam in brackets is none
		"all of this stands in the first line (" + long[:80] + "; " + long[:20] + "), and this does not": {
			"all of this stands in the first line (word word word word word word word word word word word word …",
			"… word word word word ; word word word word ), and this does not"},
		// a bracket that the message quotes opens nothing
		"this does not parse ('(' was never closed): the rules saw only the rest of the file, and no fix is offered here": {
			"this does not parse ('(' was never closed)", "the rules saw only the rest of the file, and no fix is offered here"},
		// without one a comma, without that between words
		"list_embedding keeps the graph of head_embedding of all of the iterations, with the activations that were saved for it": {
			"list_embedding keeps the graph of head_embedding of all of the iterations, …", "… with the activations that were saved for it"},
		// what follows stands together where it is short
		"x" + strings.Repeat("y", 98) + ": a; b; " + long[:60] + "end; " + long[:60] + "end": {
			"x" + strings.Repeat("y", 98), "a; b; " + long[:60] + "end", long[:60] + "end"},
		strings.Repeat("y", 150): {strings.Repeat("y", 150)},
	} {
		first, rest := headline(message)
		if diff := cmp.Diff(want, append([]string{first}, rest...)); diff != "" {
			t.Errorf("%s: -want +got\n%s", message, diff)
		}
	}
}

// TestHeadlineLosesNothing: whatever the message, its words are all there.
func TestHeadlineLosesNothing(t *testing.T) {
	for n := range 300 {
		message := strings.Repeat("é", n%7) + strings.Repeat("ab, c: d; (e; f) g ", n/3)[:n/3] + strings.Repeat(" wörd", n/5)
		first, rest := headline(message)
		if most := utf8.RuneCountInString(first); most > headlineColumns && strings.Contains(first, " ") {
			t.Errorf("%d characters: %s", most, first)
		}
		letters := func(text string) string {
			return strings.Map(func(r rune) rune {
				if strings.ContainsRune(" :;,…", r) {
					return -1
				}
				return r
			}, text)
		}
		if got := letters(first + strings.Join(rest, "")); got != letters(message) {
			t.Errorf("%q became %q %q", message, first, rest)
		}
	}
}

// finding is one of a file of lines that all read "loss.backward(retain_graph=True)".
func finding(rule *rules.Rule, severity rules.Severity, path string, line int, message string, notes ...string) rules.Diagnostic {
	d := rules.Diagnostic{Rule: rule, Severity: severity, File: path, Span: source.Span{Start: 33 * (line - 1), End: 33*(line-1) + 4}, Message: message}
	for _, note := range notes {
		d.Notes = append(d.Notes, rules.NotePlace{Message: note})
	}
	return d
}

func text(t *testing.T, style Style, found ...rules.Diagnostic) string {
	t.Helper()
	r := &Report{Diagnostics: found, Files: 1, Style: style, Source: func(path string) *source.File {
		return source.New(path, []byte(strings.Repeat("loss.backward(retain_graph=True)\n", 100)))
	}}
	return write(t, "text", r)
}

func TestWrapsBetweenWords(t *testing.T) {
	d := finding(tooLarge, rules.Error, "a.py", 3, strings.Repeat("needs nine ", 8)+"GiB; "+strings.Repeat("so and ", 20)+"so",
		"a note that goes on and on and on until the terminal ends", strings.Repeat("x", 90))
	for _, columns := range []int{40, 80, 100, 160} {
		got := text(t, Style{Width: columns}, d)
		for line := range strings.Lines(got) {
			line = strings.TrimRight(line, "\n")
			if width(line) > columns && !strings.Contains(line, strings.Repeat("x", 90)) {
				t.Errorf("%d columns: %s", columns, line)
			}
		}
		want := strings.Fields(text(t, Style{}, d))
		if diff := cmp.Diff(want, strings.Fields(got)); diff != "" && columns > 60 { // the frame may be cut
			t.Errorf("%d columns: words are lost or torn: %s", columns, diff)
		}
	}
	narrow := text(t, Style{Width: 40, Color: true}, d)
	if !strings.Contains(narrow, "\x1b[1ma.py:3:1:\x1b[0m \x1b[1;31merror:\x1b[0m needs nine") {
		t.Errorf("colours went astray:\n%q", narrow)
	}
}

func TestTheWorstOfAFileComesFirst(t *testing.T) {
	got := text(t, Style{}, finding(prefetch, rules.Note, "a.py", 1, "one"), finding(tooLarge, rules.Error, "a.py", 9, "two"),
		finding(retainGraph, rules.Warning, "b.py", 1, "three"), finding(tooLarge, rules.Error, "b.py", 2, "four"))
	var order []string
	for _, word := range strings.Fields(got) {
		if strings.Contains("one two three four", word) {
			order = append(order, word)
		}
	}
	if want := "two one four three"; strings.Join(order, " ") != want {
		t.Errorf("%s, want %s\n%s", order, want, got)
	}
}

func TestAJobIsToldOnce(t *testing.T) {
	job := []string{"model = gpt2", "weights = fp32", "gpus = 1", "optimizer = adamw"}
	first := finding(retainGraph, rules.Error, "a.py", 1, "one", job...)
	second := finding(tooLarge, rules.Error, "b.py", 7, "two", append(job[:3:3], "precision = fp32")...)
	got := text(t, Style{}, first, second)
	if strings.Count(got, "model = gpt2") != 1 || !strings.Contains(got, "note: precision = fp32\n") ||
		!strings.Contains(got, "note: the rest of the job is told above, at a.py:1:1\n") {
		t.Errorf("the job is told again:\n%s", got)
	}
	if full := text(t, Style{Full: true}, first, second); strings.Count(full, "model = gpt2") != 2 {
		t.Errorf("--full leaves notes out:\n%s", full)
	}
	// two settings in common are no job
	other := finding(tooLarge, rules.Error, "b.py", 7, "two", job[:2]...)
	if got := text(t, Style{}, first, other); strings.Count(got, "model = gpt2") != 2 {
		t.Errorf("a note is missing:\n%s", got)
	}
}

func TestRepeatsAreFolded(t *testing.T) {
	var found []rules.Diagnostic
	for line := range 20 {
		found = append(found, finding(prefetch, rules.Note, "a.py", line+1, fmt.Sprintf("waits %d times", line)))
	}
	for line := range 3 { // few enough to be shown
		found = append(found, finding(retainGraph, rules.Warning, "a.py", line+1, "keeps the graph"))
	}
	for file := range 9 {
		found = append(found, finding(tooLarge, rules.Error, fmt.Sprintf("f%d.py", file), file+1, "does not fit"))
	}
	got := text(t, Style{}, found...)
	for want, times := range map[string]int{
		"[prefetch-factor]": 1,
		"    = 19 more like this in the file: lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 7 more\n": 1,
		"[retain-graph]":           3,
		"[exceeds-gpu-memory]\n  ": 5 + 1,
		"4 more like this in 4 other files: error: does not fit [exceeds-gpu-memory]\n    f5.py:6:1, f6.py:7:1, f7.py:8:1, f8.py:9:1\n": 1,
		"; 23 folded, --full shows them\n": 1,
	} {
		if n := strings.Count(got, want); n != times {
			t.Errorf("%q %d times, want %d, in\n%s", want, n, times, got)
		}
	}
	full := text(t, Style{Full: true}, found...)
	if strings.Count(full, "[prefetch-factor]") != 20 || strings.Count(full, "[exceeds-gpu-memory]") != 9 || strings.Contains(full, "folded") {
		t.Errorf("--full folds:\n%s", full)
	}
}

func TestQuiet(t *testing.T) {
	if got := text(t, Style{Quiet: true}); got != "" {
		t.Errorf("nothing to say, and said %q", got)
	}
	if got := write(t, "concise", &Report{Style: Style{Quiet: true}}); got != "" {
		t.Errorf("nothing to say, and said %q", got)
	}
	for want, r := range map[string]*Report{
		"nothing was looked at: 2 files could not be read\n":                          {Unread: 2},
		"nothing to look at: no Python file, notebook, config or shell script here\n": {},
	} {
		if got := write(t, "text", r); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
