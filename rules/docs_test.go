package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/all"
)

const indexPath = "../docs/rules/README.md"

// TestIndexIsFresh: docs/rules/README.md lists every rule's page. -update writes it.
func TestIndexIsFresh(t *testing.T) {
	want := index(all.Rules())
	if *update {
		if err := os.WriteFile(indexPath, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(indexPath)
	if err != nil || string(have) != want {
		t.Error("docs/rules/README.md does not list the rules as they are: run go test ./rules -update")
	}
}

// TestPagesHaveRules: a page that no rule reads would be documentation of nothing.
func TestPagesHaveRules(t *testing.T) {
	known := map[string]bool{}
	for _, r := range all.Rules() {
		known[filepath.Join(string(r.Group), r.Name+".md")] = true
	}
	pages, err := filepath.Glob("*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if !known[page] {
			t.Errorf("rules/%s belongs to no rule", page)
		}
		delete(known, page)
	}
	for page := range known {
		t.Errorf("rules/%s is missing", page)
	}
}

func TestReadPage(t *testing.T) {
	pages := fstest.MapFS{
		"good.md":     {Data: []byte("# good\n\nsays what\n\n## What it flags\n\nIt.\n")},
		"windows.md":  {Data: []byte("# windows\r\n\r\nsays what\r\n\r\n## What it flags\r\n")},
		"untitled.md": {Data: []byte("# good\n\nsays what\n\n## What it flags\n")},
		"short.md":    {Data: []byte("# short\n\nsays what\n")},
	}
	if got := rules.ReadPage(pages, "good"); got.Summary != "says what" || got.Doc != "## What it flags\n\nIt.\n" {
		t.Errorf("good: %+v", got)
	}
	if got := rules.ReadPage(pages, "windows"); got.Summary != "says what" || got.Doc != "## What it flags\n" {
		t.Errorf("windows: %+v", got)
	}
	for name, complaint := range map[string]string{"untitled": "", "short": "", "missing": "has no page"} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if said := recover(); said == nil || !strings.Contains(fmt.Sprint(said), complaint) {
					t.Errorf("read with the complaint %v, want %q", said, complaint)
				}
			}()
			rules.ReadPage(pages, name)
		})
	}
}

// index lists the rules by group.
func index(list []*rules.Rule) string {
	var b strings.Builder
	b.WriteString("<!-- Written from rules/all by go test ./rules -update. -->\n\n# Rules\n")
	for _, group := range []rules.Group{rules.Memory, rules.Training, rules.Speed, rules.Compat, rules.Config, rules.Fit, rules.Core} {
		fmt.Fprintf(&b, "\n## %s\n\n| rule | severity | |\n|---|---|---|\n", group)
		for _, r := range list {
			if r.Group == group {
				fmt.Fprintf(&b, "| [%s](../../rules/%s/%s.md) | %s | %s |\n", r.Name, r.Group, r.Name, r.Severity, r.Summary)
			}
		}
	}
	return b.String()
}
