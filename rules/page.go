package rules

import (
	"fmt"
	"io/fs"
	"strings"
)

// Page is what a rule's page says. The page is a Markdown file beside the rule's code,
// named after the rule, and the only place where the rule is explained:
//
//	# rule-name
//
//	the summary: one line, lower case, no full stop
//
//	## What it flags
//	…
//
// The sections that follow, in this order: What it flags, Why it matters, Example (one ```python bad
// and one ```python good block; yaml, json, toml and sh work too), When it is fine, Fix safety,
// Versions, Sources. Tests run the examples.
type Page struct {
	Summary string // one line, lower case, no full stop
	Doc     string // the sections, in Markdown
}

// ReadPage reads the page of a rule. It panics where the page is missing or starts with something
// else than the rule's name: pages are part of the program, so no user can meet that.
func ReadPage(pages fs.FS, rule string) Page {
	text, err := fs.ReadFile(pages, rule+".md")
	if err != nil {
		panic(fmt.Sprintf("the rule %s has no page: %v", rule, err))
	}
	rest, titled := strings.CutPrefix(strings.ReplaceAll(string(text), "\r\n", "\n"), "# "+rule+"\n\n")
	summary, doc, divided := strings.Cut(rest, "\n\n")
	if !titled || !divided {
		panic(fmt.Sprintf("%s.md must start with \"# %s\", an empty line, the summary and another empty line", rule, rule))
	}
	return Page{Summary: strings.TrimSpace(summary), Doc: doc}
}
