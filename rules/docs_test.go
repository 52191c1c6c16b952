package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/all"
)

const docsDir = "../docs/rules"

// TestDocsAreFresh: docs/rules/*.md are what the rules' Doc fields say. -update
// writes them.
func TestDocsAreFresh(t *testing.T) {
	pages := map[string]string{"README.md": index(all.Rules())}
	for _, r := range all.Rules() {
		pages[r.Name+".md"] = page(r)
	}
	if *update {
		writePages(t, pages)
		return
	}
	for name, want := range pages {
		have, err := os.ReadFile(filepath.Join(docsDir, name))
		if err != nil || string(have) != want {
			t.Errorf("docs/rules/%s is not what the rule's Doc says: run go test ./rules -update", name)
		}
	}
	entries, err := os.ReadDir(docsDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := pages[e.Name()]; !ok {
			t.Errorf("docs/rules/%s belongs to no rule", e.Name())
		}
	}
}

func writePages(t *testing.T, pages map[string]string) {
	t.Helper()
	if err := os.RemoveAll(docsDir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(docsDir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join(docsDir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// page is what `trainlint explain` prints, for the web.
func page(r *rules.Rule) string {
	facts := fmt.Sprintf("%s · %s", r.Group, r.Severity)
	if r.Version != "" {
		facts += " · " + r.Version
	}
	return fmt.Sprintf("<!-- Written from the rule's Doc by go test ./rules -update. -->\n\n# %s\n\n%s\n\n*%s*\n\n%s\n",
		r.Name, r.Summary, facts, strings.TrimSpace(r.Doc))
}

// index lists the rules by group.
func index(list []*rules.Rule) string {
	var b strings.Builder
	b.WriteString("<!-- Written from rules/all by go test ./rules -update. -->\n\n# Rules\n")
	for _, group := range []rules.Group{rules.Memory, rules.Training, rules.Speed, rules.Compat, rules.Config, rules.Fit, rules.Core} {
		fmt.Fprintf(&b, "\n## %s\n\n| rule | severity | |\n|---|---|---|\n", group)
		for _, r := range list {
			if r.Group == group {
				fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s |\n", r.Name, r.Name, r.Severity, r.Summary)
			}
		}
	}
	return b.String()
}
