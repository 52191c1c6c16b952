package memory

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/rules"
)

// AllocConfInvalid finds settings that the CUDA allocator rejects.
var AllocConfInvalid = &rules.Rule{
	Name:         "alloc-conf-invalid",
	Group:        rules.Memory,
	Severity:     rules.Error,
	Raises:       true,
	Page:         page("alloc-conf-invalid"),
	On:           rules.PythonFile | rules.ConfigFile | rules.Job,
	Words:        []string{"ALLOC_CONF"},
	WithoutTorch: true, // a launcher that only sets the variable imports nothing
	Check:        checkAllocConfInvalid,
}

func checkAllocConfInvalid(p *rules.Pass) {
	switch {
	case p.Job != nil:
		checkAllocConfOfLauncher(p)
		return
	case p.Config != nil:
		checkAllocConfOfConfig(p)
		return
	}
	for _, s := range allocatorSettings(p) {
		v, ok := p.Python.Const(s.Value)
		if !ok || v.Str == "" || !s.Own && (isTemplate(v.Str) || isProse(v.Str)) {
			continue // a dictionary may be filled in, or be a page of help
		}
		if wrong := allocatorFault(v.Str); wrong != "" {
			p.At(s.Value, fmt.Sprintf("%s is rejected when the allocator starts: %s", s.Name, wrong), nil)
		}
	}
}

// checkAllocConfOfLauncher looks at what the launcher's script sets for the command: where it is written, if that is in
// the same file.
func checkAllocConfOfLauncher(p *rules.Pass) {
	if p.Job.Launch == nil || p.Job.Launch.Command.Made {
		return
	}
	command := p.Job.Launch.Command
	for _, name := range knowledge.AllocatorVariables() {
		value, at, written, known := command.Sets(name)
		if !known {
			continue
		}
		if !written {
			at = command.Span
		}
		reportAllocatorFault(p, command.File.Path, at, name, value)
	}
}

// checkAllocConfOfConfig looks at the environment that a config states: {NAME: value}, [{name: NAME, value: value}] or
// [NAME=value]. The same under another key may be a schema, a page of help, or what a sweep chooses from.
func checkAllocConfOfConfig(p *rules.Pass) {
	if p.Config.Templated {
		return
	}
	for place := range p.Config.All() {
		if place.Borrowed || !knowledge.HoldsEnvironment(holder(place.Value)) {
			continue
		}
		name, value, at := place.Key, place.Value.Text, place.Value
		switch {
		case at.Kind == config.Mapping:
			key, of := at.Get("name"), at.Get("value")
			if key == nil || of == nil || of.Kind != config.Scalar || len(at.Entries) > 2 {
				continue // with more entries it declares or describes the variable
			}
			name, value, at = key.Text, of.Text, of
		case at.Kind != config.Scalar:
			continue
		case place.Entry == nil:
			name, value, _ = strings.Cut(value, "=")
			value = unquoted(value)
		}
		if slices.Contains(knowledge.AllocatorVariables(), name) && !isOtherType(at) && !isProse(value) {
			reportAllocatorFault(p, p.File.Path, at.Span, name, value)
		}
	}
}

// holder is the key of the mapping or of the list that something stands in; a mapping in a list has the key of the
// list.
func holder(n *config.Node) string {
	for n = n.Owner(); n != nil; n = n.Owner() {
		if n.Entry() != nil {
			return n.Entry().Key
		}
	}
	return ""
}

// unquoted: some readers of NAME="value" take the quotes away, as a shell does.
func unquoted(value string) string {
	if n := len(value); n > 1 && (value[0] == '"' || value[0] == '\'') && value[0] == value[n-1] {
		return value[1 : n-1]
	}
	return value
}

// isOtherType: null and false unset a variable, or leave it alone, in most of what reads an environment.
func isOtherType(n *config.Node) bool {
	return n.IsNull() || n.Style == config.Plain && slices.Contains([]string{"true", "false"}, strings.ToLower(n.Text))
}

// isProse reports whether a text has an option of several words: it says something about the variable.
func isProse(value string) bool {
	for _, option := range allocatorOptions(value) {
		key, _, _ := strings.Cut(option, ":")
		if strings.ContainsAny(strings.TrimSpace(key), " \t\n") {
			return true
		}
	}
	return false
}

// reportAllocatorFault judges a value outside of Python.
func reportAllocatorFault(p *rules.Pass, file string, at source.Span, name, value string) {
	if value == "" || isTemplate(value) {
		return
	}
	if wrong := allocatorFault(value); wrong != "" {
		p.Report(rules.Diagnostic{Severity: rules.Error, File: file, Span: at,
			Message: fmt.Sprintf("%s is rejected when the allocator starts: %s", name, wrong)})
	}
}

// isTemplate reports whether a shell or another tool puts something in later: $SPLIT, {{ split }}, @SPLIT@, %(split)s,
// <split>, __SPLIT__.
func isTemplate(value string) bool {
	return strings.ContainsAny(value, "${@%<") || strings.Contains(value, "__")
}

// allocatorKeys are the options of every version so far, with what is wrong about a
// value; nil accepts all.
var allocatorKeys = map[string]func(value string) string{
	"max_split_size_mb":                 splitSizeFault,
	"expandable_segments":               truthFault,
	"release_lock_on_cudamalloc":        truthFault,
	"release_lock_on_hipmalloc":         truthFault,
	"pinned_use_cuda_host_register":     truthFault,
	"pinned_use_hip_host_register":      truthFault,
	"pinned_use_background_threads":     truthFault,
	"graph_capture_record_stream_reuse": truthFault,
	"throw_on_cudamalloc_oom":           truthFault,
	"throw_on_hipmalloc_oom":            truthFault,
	"garbage_collection_threshold":      thresholdFault,
	"per_process_memory_fraction":       nil,
	"backend":                           backendFault,
	"max_non_split_rounding_mb":         nil,
	"roundup_power2_divisions":          divisionsFault,
	"roundup_bypass_threshold_mb":       nil,
	"pinned_num_register_threads":       nil,
	"pinned_reserve_segment_size_mb":    nil,
	"large_segment_size_mb":             nil,
}

// allocatorFault says what is wrong with a setting, "" when nothing is.
func allocatorFault(text string) string {
	for _, option := range allocatorOptions(text) {
		key, value, colon := strings.Cut(option, ":")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		judge, known := allocatorKeys[key]
		switch {
		case key == "" && !colon:
			continue
		case !known && strings.HasPrefix(key, "pinned_"): // newer versions keep adding these
			continue
		case !known:
			return fmt.Sprintf("%q is no option of it", key)
		case !colon || value == "":
			return fmt.Sprintf("%s wants a value behind a colon", key)
		case judge != nil:
			if fault := judge(value); fault != "" {
				return key + fault
			}
		}
	}
	return ""
}

// allocatorOptions splits at the commas outside of brackets.
func allocatorOptions(text string) []string {
	var list []string
	depth, start := 0, 0
	for i, c := range text {
		switch c {
		case '[':
			depth++
		case ']':
			depth--
		case ',':
			if depth == 0 {
				list = append(list, text[start:i])
				start = i + 1
			}
		}
	}
	return append(list, text[start:])
}

// splitSizeFault: blocks of less than 20 MiB are never split in other ways (kLargeBuffer). 20 itself is taken by new
// versions (2.11 runs with it), and refused by old ones (2.4 asks for more than 20).
func splitSizeFault(value string) string {
	n, err := strconv.ParseInt(value, 10, 64)
	switch {
	case err != nil:
		return fmt.Sprintf(" wants a whole number of MiB, not %q", value)
	case n < 20:
		return fmt.Sprintf(" must be at least 20, not %d", n)
	}
	return ""
}

// divisionsFault looks at one number for all sizes; a list of them by size is not looked at.
func divisionsFault(value string) string {
	if n, err := strconv.ParseInt(value, 10, 64); err == nil && n > 0 && n&(n-1) != 0 {
		return fmt.Sprintf(" must be a power of 2, or 0, not %d", n)
	}
	return ""
}

func truthFault(value string) string {
	if value == "True" || value == "False" {
		return ""
	}
	return fmt.Sprintf(" must be exactly True or False, not %q", value)
}

func thresholdFault(value string) string {
	f, err := strconv.ParseFloat(value, 64)
	if err != nil || f <= 0 || f >= 1 {
		return fmt.Sprintf(" must lie between 0 and 1, not %s", value)
	}
	return ""
}

func backendFault(value string) string {
	if value == "native" || value == "cudaMallocAsync" || value == "hipMallocAsync" {
		return ""
	}
	return fmt.Sprintf(" must be native or cudaMallocAsync, not %q", value)
}
