package lint

import (
	"errors"
	"fmt"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/internal/directive"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/rules"
)

// Silence writes, in memory, a directive for every error and warning, and
// returns the changed files, how many findings each of them silences, and why the
// others cannot be silenced.
func (r *Result) Silence() (changes []fixes.Change, silenced map[string]int, failures []error) {
	silenced = map[string]int{}
	byFile := map[string][]rules.Diagnostic{}
	for _, d := range r.Diagnostics {
		if d.Severity > rules.Note && d.Rule.Group != rules.Core {
			byFile[d.File] = append(byFile[d.File], d)
		}
	}
	for i, path := range r.Paths() {
		before := r.Source(path)
		if len(byFile[path]) == 0 || before == nil {
			continue
		}
		after, n, err := silenceFile(before, byFile[path])
		if err != nil {
			failures = append(failures, err)
		}
		if n > 0 {
			changes = append(changes, fixes.Change{Before: before, After: after, Group: i})
		}
		silenced[path] = n
	}
	return changes, silenced, failures
}

// silenceFile writes the directives of one file, one after the other.
func silenceFile(file *source.File, found []rules.Diagnostic) (after *source.File, silenced int, err error) {
	var failures []error
	for i, d := range found {
		edit, err := silence(file, d)
		if err == nil && edit.New != "" {
			var next *source.File
			if next, err = withDirective(file, edit, d); err == nil {
				file = next
				shift(found[i+1:], edit)
			}
		}
		if err != nil {
			failures = append(
				failures,
				fmt.Errorf("%s: %s on line %d cannot be silenced: %w", d.File, d.Rule.Name, file.LineOf(d.Span.Start), err),
			)
			continue
		}
		silenced++
	}
	return file, silenced, errors.Join(failures...)
}

// withDirective is the file with a directive more, which must silence the finding.
func withDirective(file *source.File, edit source.Replacement, d rules.Diagnostic) (*source.File, error) {
	next, err := file.Replace([]source.Replacement{edit})
	if err != nil {
		return nil, err
	}
	if err := valuesStay(file, next, edit); err != nil {
		return nil, err
	}
	moved := []rules.Diagnostic{d}
	shift(moved, edit)
	if alreadySilent(next, moved[0]) {
		return next, nil
	}
	if held := readDirectives(discover.KindOf(next.Path), next, policy{}); held != nil {
		for _, one := range held.directives {
			if one.Malformed != "" && one.Covers(moved[0].Span.Start) {
				return nil, errors.New("the directive that is there cannot be read, mend it first")
			}
		}
	}
	return nil, errors.New("a comment here does not reach it: use `paths:` in trainlint.yaml")
}

// valuesStay holds a directive to what is asked of a fix: in a configuration it may
// change no value.
func valuesStay(before, after *source.File, edit source.Replacement) error {
	if !discover.KindOf(before.Path).IsConfig() {
		return nil
	}
	edits := []fixes.Edit{{File: before.Path, Span: edit.Span, New: edit.New}}
	judge := configedit.Judge(before)
	if err := judge.Refuse(edits); err != nil {
		return err
	}
	if err := judge.Check(fixes.Patch{Before: before, After: after, Edits: edits}); err != nil {
		return fmt.Errorf("%w; this is a bug in trainlint, no comment was written", err)
	}
	return nil
}

// shift moves the findings that stand behind an insertion.
func shift(found []rules.Diagnostic, edit source.Replacement) {
	for i := range found {
		if edit.Span.Start <= found[i].Span.Start {
			found[i].Span.Start += len(edit.New)
			found[i].Span.End += len(edit.New)
		}
	}
}

// silence is the insertion that silences a finding; empty when a directive
// written for another finding of the statement does so already.
func silence(file *source.File, d rules.Diagnostic) (source.Replacement, error) {
	add := adders[discover.KindOf(file.Path)]
	if add == nil {
		return source.Replacement{}, errors.New(
			"directives are not read in this kind of file: use `paths:` in trainlint.yaml",
		)
	}
	if alreadySilent(file, d) {
		return source.Replacement{}, nil
	}
	span, text, err := add(file, d.Span.Start, d.Rule.Name)
	return source.Replacement{Span: span, New: text}, err
}

// alreadySilent: a directive written for a finding further down on the same
// statement covers this one too.
func alreadySilent(file *source.File, d rules.Diagnostic) bool {
	held := readDirectives(discover.KindOf(file.Path), file, policy{})
	return held != nil && held.silences(&d, map[*directive.Name]bool{})
}

type adder func(file *source.File, offset int, rule string) (source.Span, string, error)

var adders = map[discover.Kind]adder{
	discover.Python: directive.AddInPython, discover.Notebook: directive.AddInPython,
	discover.YAML: directive.AddInConfig, discover.TOML: directive.AddInConfig, discover.JSON: directive.AddInConfig,
	discover.Shell: directive.AddInShell,
}
