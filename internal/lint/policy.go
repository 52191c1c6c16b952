package lint

import (
	"slices"

	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/settings"
	"github.com/trainlint/trainlint/rules"
)

// policy is what holds for one file: which rules run, and how much they weigh.
type policy struct {
	command  selection // --select and --ignore
	settings selection
	fixable  selection // the rules whose fixes may be applied
	severity map[string]settings.Entry
	// usesTorch reports whether the tensors of a Python file are PyTorch's; nil: nobody has to ask.
	usesTorch func() bool
	// computes reports whether a Python file has to do with tensors at all, whosever they are; nil: nobody has to ask.
	computes func() bool
}

// concernsTensors reports whether somebody may train with a file: answers of a model that are kept as files, and notes,
// are Python in name only.
func (c policy) concernsTensors() bool { return c.computes == nil || c.computes() }

// Known is what settings may name, and what is checked against it.
func Known(list []*rules.Rule) settings.Known {
	return settings.Known{Rules: ruleNames(list), Names: Names(list)}
}

// policyOf asks the settings that hold for a file.
func (p *pipeline) policyOf(full string) (policy, error) {
	held, err := p.SettingsOf(full)
	if err != nil {
		return policy{}, err
	}
	part := held.For(full)
	return policy{
		command:  p.selection,
		settings: selection{selected: names(part.Select), ignored: names(part.Ignore)},
		fixable:  selection{selected: names(held.Fixable), ignored: names(held.Unfixable)},
		severity: part.Severity,
	}, nil
}

func names(entries []settings.Entry) []string {
	if entries == nil {
		return nil
	}
	list := make([]string, 0, len(entries))
	for _, entry := range entries {
		list = append(list, entry.Value)
	}
	return list
}

// on reports whether a rule runs. What the command line selects replaces what
// the settings select; a rule that it names runs whatever the settings say. No wish
// makes a rule about PyTorch true elsewhere.
func (c policy) on(rule *rules.Rule) bool {
	switch {
	case !c.command.on(rule):
		return false
	case c.usesTorch != nil && rule.NeedsTorch() && !c.usesTorch():
		return false
	case c.command.names(rule):
		return true
	case c.severity[rule.Name].Value == "off":
		return false
	case slices.Contains(c.command.extended, string(rule.Group)):
		return !slices.Contains(c.settings.ignored, rule.Name)
	case c.command.selected != nil:
		return selection{ignored: c.settings.ignored}.on(rule)
	default:
		return c.settings.on(rule)
	}
}

// weigh gives a finding the severity that the settings ask for, and leaves its fixes to a person where they say so.
func (c policy) weigh(d *rules.Diagnostic) {
	if !c.fixable.on(d.Rule) {
		d.Fixes = slices.Clone(d.Fixes)
		for i := range d.Fixes {
			d.Fixes[i].Safety = fixes.Shown
		}
	}
	switch c.severity[d.Rule.Name].Value {
	case "error":
		d.Severity = rules.Error
	case "warning":
		d.Severity = rules.Warning
	case "note":
		d.Severity = rules.Note
	}
}
