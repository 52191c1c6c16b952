package lint

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/directive"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/nearest"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/core"
)

// directed is a file with directives and what is needed to judge them.
type directed struct {
	file       *source.File
	held       policy
	directives []directive.Directive
	whole      bool // the file parsed: a directive that silences nothing is unused
}

// readDirectives finds the directives of a file; nil when it has none.
func readDirectives(kind discover.Kind, file *source.File, held policy) *directed {
	if !bytes.Contains(file.Text, directive.Mark) {
		return nil
	}
	var found []directive.Directive
	switch {
	case kind.IsPython():
		found = directive.InPython(file)
	case kind.IsConfig():
		found = directive.InConfig(file)
	case kind == discover.Shell:
		found = directive.InShell(file)
	}
	if len(found) == 0 {
		return nil
	}
	return &directed{file: file, held: held, directives: found, whole: true}
}

// suppress takes out what directives silence and adds what is wrong with the
// directives themselves.
func (p *pipeline) suppress(found []rules.Diagnostic) []rules.Diagnostic {
	used := map[*directive.Name]bool{}
	kept := slices.DeleteFunc(found, func(d rules.Diagnostic) bool {
		in := p.directed[d.File]
		return in != nil && in.silences(&d, used)
	})
	for _, file := range p.Files {
		if in := p.directed[file.Path]; in != nil {
			kept = append(kept, p.judgeDirectives(in, used)...)
		}
	}
	return kept
}

// silences marks every name that speaks of the finding as used.
func (in *directed) silences(d *rules.Diagnostic, used map[*directive.Name]bool) bool {
	silenced := false
	for i := range in.directives {
		one := &in.directives[i]
		if one.Malformed != "" || !one.Covers(d.Span.Start) {
			continue
		}
		for n := range one.Names {
			if name := &one.Names[n]; name.Text == d.Rule.Name || name.Text == string(d.Rule.Group) {
				used[name] = true
				silenced = true
			}
		}
	}
	return silenced
}

// judgeDirectives reports the directives that cannot be read, that name no rule,
// or that silence nothing.
func (p *pipeline) judgeDirectives(in *directed, used map[*directive.Name]bool) []rules.Diagnostic {
	var found []rules.Diagnostic
	report := func(rule *rules.Rule, at source.Span, message string, offered ...fixes.Fix) {
		if !in.held.on(rule) {
			return
		}
		d := rules.Diagnostic{
			Rule:     rule,
			Severity: rule.Severity,
			File:     in.file.Path,
			Span:     at,
			Message:  message,
			Fixes:    offered,
		}
		in.held.weigh(&d)
		found = append(found, d)
	}
	known, hints := Names(p.Rules), map[string]string{}
	for i := range in.directives {
		one := &in.directives[i]
		if one.Malformed != "" {
			report(core.DirectiveMalformed, one.Span, "this directive does nothing: "+one.Malformed)
			continue
		}
		var unused []directive.Name
		for n := range one.Names {
			name := &one.Names[n]
			switch {
			case !slices.Contains(known, name.Text):
				if _, asked := hints[name.Text]; !asked {
					hints[name.Text] = nearest.Hint(name.Text, known)
				}
				report(
					core.DirectiveUnknownRule,
					name.Span,
					fmt.Sprintf("no rule or group is called %q%s", name.Text, hints[name.Text]),
				)
			case !used[name] && in.whole && p.ran(name.Text, in):
				unused = append(unused, *name)
			}
		}
		if len(unused) > 0 {
			report(core.DirectiveUnused, unused[0].Span, unusedMessage(unused), withoutUnused(in.file, one, unused))
		}
	}
	if len(found) > 0 {
		p.Keep(in.file)
	}
	return found
}

// ran reports whether every rule of that name or group looked at the file: only
// then does its silence say anything about a directive.
func (p *pipeline) ran(name string, in *directed) bool {
	for _, rule := range p.Rules {
		if rule.Name != name && string(rule.Group) != name {
			continue
		}
		if !in.held.on(rule) || !p.VersionsOf(in.file.Path).Speaks(rule.Version) || rule.On&rules.Job != 0 && !p.jobsRan {
			return false
		}
	}
	return true
}

func unusedMessage(unused []directive.Name) string {
	var names []string
	for _, name := range unused {
		names = append(names, name.Text)
	}
	return strings.Join(names, " and ") + " reports nothing here: the directive would only hide the next real finding"
}

// withoutUnused is the fix that takes unused names out. A reason is somebody's
// text: to lose it needs their consent.
func withoutUnused(file *source.File, one *directive.Directive, unused []directive.Name) fixes.Fix {
	fix := fixes.Fix{Title: "remove the directive", Safety: fixes.Safe}
	if len(unused) < len(one.Names) {
		fix.Title = strings.Replace(fix.Title, "directive", "unused name", 1)
	} else if one.Reason != "" {
		fix.Safety = fixes.Unsafe
	}
	span, text := one.Without(file, unused)
	fix.Edits = []fixes.Edit{{File: file.Path, Span: span, New: text}}
	return fix
}
