package settings

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/trainlint/trainlint/internal/nearest"
)

// The keys of a settings file. docs/trainlint.schema.json describes the same
// ones; a test compares them. What a file extends is read first: lists are then
// added to, `select` and single values are replaced, mappings are merged.
var (
	topKeys = map[string]func(*reader, *Settings, *node){
		"extend":    func(*reader, *Settings, *node) {}, // read before all others
		"select":    func(r *reader, s *Settings, n *node) { s.Select = r.names(n) },
		"ignore":    func(r *reader, s *Settings, n *node) { s.Ignore = append(s.Ignore, r.names(n)...) },
		"fixable":   func(r *reader, s *Settings, n *node) { s.Fixable = r.names(n) },
		"unfixable": func(r *reader, s *Settings, n *node) { s.Unfixable = append(s.Unfixable, r.names(n)...) },
		"severity":  func(r *reader, s *Settings, n *node) { r.severities(n, s.Severity) },
		"exclude":   func(r *reader, s *Settings, n *node) { s.Exclude = append(s.Exclude, r.patterns(n)...) },
		"paths":     func(r *reader, s *Settings, n *node) { s.Paths = append(s.Paths, r.perPaths(n)...) },
		"target":    func(r *reader, s *Settings, n *node) { readObject(r, n, targetKeys, &s.Target) },
		"versions":  func(r *reader, s *Settings, n *node) { r.versions(n, s.Versions) },
		"sizes":     func(r *reader, s *Settings, n *node) { s.Sizes = r.sizes(n, s.Sizes) },
		"jobs":      func(r *reader, s *Settings, n *node) { s.Jobs = append(s.Jobs, r.jobs(n)...) },
		"baseline":  func(r *reader, s *Settings, n *node) { s.Baseline = Entry{r.absolute(r.text(n)), r.origin(n)} },
	}
	pathKeys = map[string]func(*reader, *PerPath, *node){
		"match":    func(r *reader, p *PerPath, n *node) { p.Match = r.patterns(n) },
		"select":   func(r *reader, p *PerPath, n *node) { p.Select = r.names(n) },
		"ignore":   func(r *reader, p *PerPath, n *node) { p.Ignore = r.names(n) },
		"severity": func(r *reader, p *PerPath, n *node) { r.severities(n, p.Severity) },
	}
	targetKeys = map[string]func(*reader, *Target, *node){
		"gpu":         func(r *reader, t *Target, n *node) { t.GPU = r.gpu(n) },
		"count":       func(r *reader, t *Target, n *node) { t.Count = r.count(n) },
		"host_memory": func(r *reader, t *Target, n *node) { t.HostMemory = r.memory(n) },
	}
	jobKeys = map[string]func(*reader, *Job, *node){
		"name":   func(r *reader, j *Job, n *node) { j.Name = r.text(n) },
		"run":    func(r *reader, j *Job, n *node) { j.Run = r.text(n) },
		"sizes":  func(r *reader, j *Job, n *node) { j.Sizes = r.sizes(n, j.Sizes) },
		"target": func(r *reader, j *Job, n *node) { readObject(r, n, targetKeys, &j.Target) },
	}
)

// text reads a single value; what it holds is for the caller to judge.
func (r *reader) text(n *node) string {
	if n == nil || n.kind != scalar || n.null {
		r.failAt(n, "expected one value here")
		return ""
	}
	return n.text
}

// entries reads a list; a single value is a list of one.
func (r *reader) entries(n *node) []*node {
	switch {
	case n == nil || n.kind == mapping:
		r.failAt(n, "expected a list here")
		return nil
	case n.kind == sequence:
		return n.items
	case n.null:
		return nil
	default:
		return []*node{n}
	}
}

// listsRules tells where the names of rules and groups are to be found.
const listsRules = "`trainlint rules` lists them"

// names reads rule and group names. The list is never nil: an empty `select:`
// selects nothing.
func (r *reader) names(n *node) []Entry {
	list := []Entry{}
	for _, item := range r.entries(n) {
		name := r.text(item)
		if name != "" && !slices.Contains(r.known.Names, name) {
			r.failAt(item, "no rule or group is called %q%s", name, nearest.HintOr(name, r.known.Names, listsRules))
		}
		list = append(list, Entry{name, r.origin(item)})
	}
	return list
}

func (r *reader) severities(n *node, into map[string]Entry) {
	r.mapping(n, func(rule string, value *node) {
		severity := r.text(value)
		switch {
		case !slices.Contains(r.known.Rules, rule):
			r.failAt(value, "no rule is called %q%s", rule, nearest.HintOr(rule, r.known.Rules, listsRules))
		case !slices.Contains(Severities, severity):
			r.failAt(value, "the severity of %s is one of %s, not %q", rule, strings.Join(Severities, ", "), severity)
		default:
			into[rule] = Entry{severity, r.origin(value)}
		}
	})
}

func (r *reader) mapping(n *node, each func(key string, value *node)) {
	if n == nil || n.kind != mapping {
		r.failAt(n, "expected keys and values here")
		return
	}
	for _, entry := range r.entriesOf(n) {
		each(entry.key, entry.value)
	}
}

func (r *reader) patterns(n *node) []Pattern {
	var list []Pattern
	for _, item := range r.entries(n) {
		glob := r.text(item)
		if err := checkPattern(glob); err != nil {
			r.failAt(item, "%v", err)
		}
		list = append(list, Pattern{Entry{glob, r.origin(item)}, r.absolute(".")})
	}
	return list
}

func checkPattern(glob string) error {
	switch {
	case !doublestar.ValidatePattern(glob):
		return fmt.Errorf("%q is not a pattern for paths: a bracket or brace is not closed", glob)
	case choices(glob) > maxChoices:
		return fmt.Errorf("%q stands for more than %d patterns: write fewer braces", glob, maxChoices)
	}
	return nil
}

// Patterns are globs of the command line, for the paths below a folder.
func Patterns(dir string, globs []string) ([]Pattern, error) {
	list := make([]Pattern, 0, len(globs))
	for _, glob := range globs {
		if err := checkPattern(glob); err != nil {
			return nil, err
		}
		list = append(list, Pattern{Entry{Value: glob}, dir})
	}
	return list, nil
}

// maxChoices is how many patterns the braces of one may stand for, as each is tried
// on every path; maxDepth is how deep they may lie in each other.
const (
	maxChoices = 1000
	maxDepth   = 10
)

// choices counts the patterns that the braces of one stand for: "{a,b}{c,d}" is
// four. It stops counting above the limit.
func choices(glob string) int {
	type braces struct{ before, sum int } // what stands before them, and their alternatives so far
	var open []braces
	count := 1
	for i := 0; i < len(glob) && count <= maxChoices && len(open) <= maxDepth; i++ {
		last := len(open) - 1
		switch {
		case glob[i] == '\\':
			i++
		case glob[i] == '{':
			open = append(open, braces{before: count})
			count = 1
		case glob[i] == ',' && last >= 0:
			open[last].sum += count
			count = 1
		case glob[i] == '}' && last >= 0:
			count = open[last].before * (open[last].sum + count)
			open = open[:last]
		}
	}
	if len(open) > maxDepth {
		return maxChoices + 1
	}
	return count
}

func (r *reader) perPaths(n *node) []PerPath {
	var list []PerPath
	for _, item := range r.entries(n) {
		part := PerPath{Severity: map[string]Entry{}}
		readObject(r, item, pathKeys, &part)
		if len(part.Match) == 0 {
			r.failAt(item, "`match` is missing: which paths is this for?")
		}
		list = append(list, part)
	}
	return list
}

func (r *reader) jobs(n *node) []Job {
	var list []Job
	for _, item := range r.entries(n) {
		job := Job{Dir: r.absolute("."), Origin: r.origin(item)}
		readObject(r, item, jobKeys, &job)
		if job.Run == "" {
			r.failAt(item, "`run` is missing: the command line that starts the job")
		}
		list = append(list, job)
	}
	return list
}

func (r *reader) versions(n *node, into map[string]Entry) {
	r.mapping(n, func(name string, value *node) {
		version := r.text(value)
		if r.known.Version != nil && value != nil && value.kind == scalar && !value.null {
			if err := r.known.Version(version); err != nil {
				r.failAt(value, "%s: %v", name, err)
			}
		}
		into[name] = Entry{version, r.origin(value)}
	})
}

// sizes reads what is said of data; what was said of the same before no longer holds.
func (r *reader) sizes(n *node, before map[string]Entry) map[string]Entry {
	into := maps.Clone(before)
	if into == nil {
		into = map[string]Entry{}
	}
	r.mapping(n, func(name string, value *node) {
		size := r.text(value)
		if r.known.Size != nil && value != nil && value.kind == scalar && !value.null {
			if err := r.known.Size(name, size); err != nil {
				r.failAt(value, "%v", err)
			}
		}
		into[name] = Entry{size, r.origin(value)}
	})
	return into
}

func (r *reader) gpu(n *node) Entry {
	name := r.text(n)
	if r.known.GPU != nil && name != "" {
		if err := r.known.GPU(name); err != nil {
			r.failAt(n, "%v", err)
		}
	}
	return Entry{name, r.origin(n)}
}

func (r *reader) count(n *node) int {
	count, err := strconv.Atoi(r.text(n))
	if err != nil || count < 1 {
		r.failAt(n, "expected a number of GPUs, 1 or more")
		return 0
	}
	return count
}

var memoryUnits = []struct {
	suffix string
	bytes  float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
}

// memory reads an amount such as 512GB or 480GiB, in bytes.
func (r *reader) memory(n *node) int64 {
	text := r.text(n)
	for _, unit := range memoryUnits {
		number, ok := strings.CutSuffix(text, unit.suffix)
		if !ok {
			continue
		}
		if amount, err := strconv.ParseFloat(strings.TrimSpace(number), 64); err == nil && amount > 0 && amount < 1e6 {
			return int64(amount * unit.bytes)
		}
	}
	r.failAt(n, "expected an amount with its unit, such as 512GB or 480GiB, not %q", text)
	return 0
}
