package rules_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	diff "github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/rules"
)

// notesFile holds, for each case, what its findings say beside their messages: the places their notes point at, and the
// fixes they offer with how far these may be trusted. -update writes it, and you read what changed.
const notesFile = "../testdata/notes.txt"

// notes are the sections of that file by the case they are about, as they stand and as they are found.
type notes struct {
	mu           sync.Mutex
	stand, found map[string]string
}

func readNotes(t *testing.T) *notes {
	t.Helper()
	text, err := os.ReadFile(notesFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	n := &notes{stand: map[string]string{}, found: map[string]string{}}
	for _, section := range strings.Split("\n"+string(text), "\n== ")[1:] {
		name, rest, _ := strings.Cut(section, "\n")
		n.stand[name] = strings.TrimRight(rest, "\n")
	}
	return n
}

// write renews the sections of the cases that ran.
func (n *notes) write(t *testing.T) {
	t.Helper()
	maps.Copy(n.stand, n.found)
	maps.DeleteFunc(n.stand, func(name, _ string) bool { return !exists(name) })
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(n.stand)) {
		if n.stand[name] != "" {
			fmt.Fprintf(&b, "== %s\n%s\n", name, n.stand[name])
		}
	}
	if err := os.WriteFile(notesFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func exists(name string) bool {
	_, err := os.Stat(filepath.Join(casesDir, name))
	return err == nil
}

// TestNotesHaveCases: a section about a case that is gone says nothing.
func TestNotesHaveCases(t *testing.T) {
	for name := range readNotes(t).stand {
		if !exists(name) {
			t.Errorf("%s: there is no case %s: run with -update", notesFile, name)
		}
	}
}

// compare holds the findings of a rule in one of its cases to the section about it.
func (n *notes) compare(t *testing.T, name string, rule *rules.Rule, result *lint.Result) {
	t.Helper()
	found := notesOf(rule, result)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.found[name] = found
	if d := diff.Diff(strings.Split(n.stand[name], "\n"), strings.Split(found, "\n")); d != "" && !*update {
		t.Errorf("notes and fixes differ from %s; if they are right, run with -update (-want +got):\n%s", notesFile, d)
	}
}

func notesOf(rule *rules.Rule, result *lint.Result) string {
	list := slices.DeleteFunc(slices.Clone(result.Diagnostics), func(d rules.Diagnostic) bool { return d.Rule.Name != rule.Name })
	slices.SortStableFunc(list, func(a, b rules.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	var lines []string
	for _, d := range list {
		if len(d.Notes)+len(d.Fixes) == 0 {
			continue
		}
		at := lineOf(result, d)
		lines = append(lines, fmt.Sprintf("%s:%d", at.file, at.line))
		for _, note := range d.Notes {
			place := ""
			if file := result.Source(note.File); file != nil {
				place = fmt.Sprintf("%s:%d: ", note.File, file.LineOf(note.Span.Start))
			}
			lines = append(lines, "  note: "+place+note.Message)
		}
		for _, f := range d.Fixes {
			lines = append(lines, fmt.Sprintf("  fix, %s: %s", f.Safety, f.Title))
		}
	}
	return strings.Join(lines, "\n")
}
