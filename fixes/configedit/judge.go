package configedit

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

// Judge makes the judge of a configuration file for fixes.Session.
func Judge(f *source.File) fixes.Judge { return &judge{before: config.Parse(f)} }

type judge struct {
	before *config.Document
	seen   *witnesses // of the text before, once somebody asked
}

// witnesses are asked about YAML only: for JSON and TOML there is no second reader.
func (j *judge) witnesses() *witnesses {
	if j.seen == nil && j.before.Format == config.YAML {
		j.seen = witnessesOf(j.before.File.Text)
	}
	return j.seen
}

// Refuse implements fixes.Judge.
func (j *judge) Refuse([]fixes.Edit) error {
	switch {
	case j.before.Templated:
		return config.ErrTemplated
	case j.before.Broken():
		for _, p := range j.before.Problems {
			if p.Kind == config.Syntax {
				return fmt.Errorf("syntax error on line %d: %s", j.before.File.LineOf(p.Span.Start), p.Message)
			}
		}
		return config.ErrBroken
	}
	if j.before.Format == config.YAML && bytes.Count(j.before.File.Text, []byte("\n---")) > maxDocuments {
		return errManyDocuments
	}
	if w := j.witnesses(); w != nil && w.blind() {
		return errUnwitnessed
	}
	return nil
}

// Orphans implements fixes.Judge: configurations import nothing.
func (j *judge) Orphans(*source.File, []string) []fixes.Edit { return nil }

// Check implements fixes.Judge.
func (j *judge) Check(p fixes.Patch) error {
	after := config.Parse(p.After)
	switch {
	case after.Broken() || after.Templated:
		return j.broken(after)
	case countRelaxed(after) > countRelaxed(j.before):
		return fmt.Errorf("strict %s readers no longer take the file", after.Format)
	case len(after.Duplicates) > len(j.before.Duplicates):
		return fmt.Errorf("the key %s comes to stand there twice", after.Duplicates[len(after.Duplicates)-1].Path)
	}
	declared := declaredPaths(p)
	for _, path := range config.Diff(j.before, after) {
		if !slices.ContainsFunc(declared, func(d place) bool { return d.holds(placeOf(path)) }) {
			return fmt.Errorf("the value of %s changes, which the fix does not mean to change", path)
		}
	}
	if w := j.witnesses(); w != nil {
		if err := w.disagree(p, declared); err != nil {
			return err
		}
	}
	return j.lostComment(p)
}

func (j *judge) broken(after *config.Document) error {
	for _, p := range after.Problems {
		if p.Kind != config.Relaxed {
			return fmt.Errorf("line %d: %s", after.File.LineOf(p.Span.Start), p.Message)
		}
	}
	return config.ErrBroken
}

func countRelaxed(d *config.Document) int {
	n := 0
	for _, p := range d.Problems {
		if p.Kind == config.Relaxed {
			n++
		}
	}
	return n
}

// place is a path of config.Diff taken apart.
type place struct {
	document string // "" or the number of a YAML document after the first
	keys     []string
}

func placeOf(path string) place {
	number, rest, ok := strings.Cut(path, ":")
	if ok && number != "" && strings.Trim(number, "0123456789") == "" {
		return place{number, config.SplitPath(rest)}
	}
	return place{"", config.SplitPath(path)}
}

// holds reports whether q is the value at d or inside it.
func (d place) holds(q place) bool {
	return d.document == q.document && len(d.keys) <= len(q.keys) && slices.Equal(d.keys, q.keys[:len(d.keys)])
}

func declaredPaths(p fixes.Patch) []place {
	var places []place
	for _, fix := range p.Fixes {
		for _, path := range fix.ConfigPaths {
			if rest, ok := strings.CutPrefix(path, p.Before.Path+":"); ok {
				places = append(places, placeOf(rest))
			}
		}
	}
	return places
}

// lostComment finds a comment that a safe fix removes and does not write again.
func (j *judge) lostComment(p fixes.Patch) error {
	for _, fix := range p.Fixes {
		if fix.Safety != fixes.Safe {
			continue
		}
		written := ""
		for _, e := range fix.Edits {
			written += e.New + "\n"
		}
		for _, e := range fix.Edits {
			if e.File != p.Before.Path {
				continue
			}
			for _, comment := range comments(p.Before.Slice(e.Span), j.before.Format) {
				if !strings.Contains(written, comment) && !fixes.IsDirective(comment) {
					return fmt.Errorf("the safe fix %q loses the comment %q", fix.Title, comment)
				}
			}
		}
	}
	return nil
}

// comments lists the comments in a piece of a file that starts outside quotes.
func comments(text string, format config.Format) []string {
	var found []string
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\n':
			quote = 0
		case quote != 0:
			if c == '\\' && quote == '"' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' && format != config.JSON:
			quote = c
		case startsComment(text, i, format):
			end := i + len(strings.TrimRight(firstLine(text[i:]), "\r"))
			found = append(found, text[i:end])
			i = end - 1
		}
	}
	return found
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// startsComment: YAML wants white space before a '#'; JSON readers that take
// comments take '//', and hjson '#'.
func startsComment(text string, i int, format config.Format) bool {
	if format == config.JSON && strings.HasPrefix(text[i:], "//") {
		return true
	}
	return text[i] == '#' && (format == config.TOML || i == 0 || strings.IndexByte(" \t\n", text[i-1]) >= 0)
}
