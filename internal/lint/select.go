package lint

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/internal/nearest"
	"github.com/trainlint/trainlint/rules"
)

// Names lists what --select and --ignore take: every rule, then every group.
func Names(list []*rules.Rule) []string {
	var groups []string
	for _, rule := range list {
		if group := string(rule.Group); !slices.Contains(groups, group) {
			groups = append(groups, group)
		}
	}
	return append(ruleNames(list), groups...)
}

func ruleNames(list []*rules.Rule) []string {
	names := make([]string, 0, len(list))
	for _, rule := range list {
		names = append(names, rule.Name)
	}
	return names
}

// listsRules tells where the names of rules and groups are to be found.
const listsRules = "`trainlint rules` lists them"

// CheckNames says which of the names is neither a rule nor a group.
func CheckNames(names []string, list []*rules.Rule) error {
	known := Names(list)
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("no rule or group is called %q%s", name, nearest.HintOr(name, known, listsRules))
		}
	}
	return nil
}

// selection decides which rules are on.
type selection struct {
	selected []string // names and groups; nil: all
	extended []string // names and groups that run besides them
	ignored  []string
}

// on reports whether the rule runs. A rule's own name is a stronger wish than
// its group's: `--select memory --ignore retain-graph` and
// `--select retain-graph --ignore memory` both do what they say.
func (s selection) on(rule *rules.Rule) bool {
	switch {
	case slices.Contains(s.ignored, rule.Name):
		return false
	case s.names(rule):
		return true
	case slices.Contains(s.ignored, string(rule.Group)):
		return false
	case slices.Contains(s.extended, string(rule.Group)):
		return true
	default:
		return s.selected == nil || slices.Contains(s.selected, string(rule.Group))
	}
}

// names reports whether the rule was selected by its own name.
func (s selection) names(rule *rules.Rule) bool {
	return slices.Contains(s.selected, rule.Name) || slices.Contains(s.extended, rule.Name)
}
