package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/internal/printable"
)

func writeModel(out io.Writer, format string, a *model.Answer, of step) error {
	switch format {
	case "json":
		return writeModelJSON(out, a)
	case "text":
		writeModelText(out, a, of)
		return nil
	}
	return fmt.Errorf("--format %s: choose text or json", format)
}

// step is the training step that was asked for.
type step struct{ compute, weights, optimizer string }

// String is how it is told: fp32, AdamW.
func (s step) String() string {
	words := s.compute
	switch {
	case s.weights != "fp32":
		words = s.weights + " weights"
	case s.compute != "fp32":
		words = "autocast to " + s.compute
	}
	name := s.optimizer
	if name == "adamw" {
		name = "AdamW"
	}
	return words + ", " + name
}

type modelJSON struct {
	Version int      `json:"version"`
	Model   oneModel `json:"model"`
}

// oneModel is an answer; sizes are bytes, parameters and buffers elements. Where unknown is not empty, numbers are at
// least; null is what is not known at all.
type oneModel struct {
	Name        string         `json:"name"`
	Path        string         `json:"path"`
	Line        int            `json:"line"`
	Parameters  *int64         `json:"parameters"` // null, as the others: it was not built
	Trainable   *int64         `json:"trainable"`
	Buffers     *int64         `json:"buffers"`
	Inputs      []inputJSON    `json:"inputs"`
	Outputs     [][]int64      `json:"outputs"`
	Saved       *int64         `json:"saved_bytes"`
	ForwardPeak *int64         `json:"forward_peak_bytes"`
	StepPeak    *int64         `json:"step_peak_bytes"`
	Layers      []layerJSON    `json:"layers"`
	Assumed     []string       `json:"assumed,omitempty"`
	Unknown     []unknownPlace `json:"unknown"`
}

type inputJSON struct {
	Shape []int64 `json:"shape"`
	DType string  `json:"dtype"`
}

type layerJSON struct {
	Path       string    `json:"path"`
	Type       string    `json:"type"`
	Output     [][]int64 `json:"output"`
	Parameters int64     `json:"parameters"`
	Saved      *int64    `json:"saved_bytes"` // null: the answer ended before it ran
}

type unknownPlace struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

func known(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}

func writeModelJSON(out io.Writer, a *model.Answer) error {
	one := oneModel{
		Name: a.Name, Path: a.Path, Line: a.Line, Inputs: []inputJSON{}, Outputs: a.Outputs,
		ForwardPeak: known(a.ForwardPeak), StepPeak: known(a.StepPeak),
		Layers: []layerJSON{}, Unknown: []unknownPlace{},
	}
	if len(a.Layers) > 0 {
		one.Parameters, one.Trainable, one.Buffers, one.Saved = &a.Parameters, &a.Trainable, &a.Buffers, &a.Saved
	}
	one.Outputs = jsonShapes(a.Outputs)
	for _, in := range a.Inputs {
		one.Inputs = append(one.Inputs, inputJSON{in.Shape, strings.TrimPrefix(in.DType.String(), "torch.")})
	}
	for _, l := range a.Layers {
		saved := &l.Saved
		if !l.Called && !a.Ran {
			saved = known(l.Saved)
		}
		one.Layers = append(one.Layers, layerJSON{l.Path, l.Type, jsonShapes(l.Output), l.Parameters, saved})
	}
	for _, u := range a.Unknown {
		one.Unknown = append(one.Unknown, unknownPlace{Path: u.Path, Line: u.Line, Reason: u.Reason})
	}
	if a.Shared {
		one.Assumed = []string{"as many tokens for each expert"}
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(modelJSON{1, one})
}

// jsonShapes are shapes as JSON has them: a number's is [], never null.
func jsonShapes(shapes [][]int64) [][]int64 {
	out := make([][]int64, len(shapes))
	for i, shape := range shapes {
		out[i] = append([]int64{}, shape...)
	}
	return out
}

// writeModelText is a table of the modules, then the totals.
func writeModelText(out io.Writer, a *model.Answer, of step) {
	printable.Fprintf(out, "%s (%s:%d)\n\n", a.Name, a.Path, a.Line)
	if len(a.Layers) == 0 { // it was not built
		writeUnknown(out, a)
		return
	}
	width := len("module")
	names := make([]string, len(a.Layers))
	for i, l := range a.Layers {
		name := l.Path[strings.LastIndexByte(l.Path, '.')+1:]
		if l.Path == "" {
			name = a.Name
		}
		names[i] = strings.Repeat("  ", l.Depth) + name + " " + l.Type
		if l.Path == "" {
			names[i] = name
		}
		width = max(width, len(names[i]))
	}
	width = min(width, 60)
	fmt.Fprintf(out, "%-*s  %14s  %12s  %s\n", width, "module", "parameters", "kept", "output")
	for i, l := range a.Layers {
		printable.Fprintf(
			out,
			"%-*s  %14s  %12s  %s\n",
			width,
			names[i],
			counted(l.Parameters),
			keptOf(l, a),
			shapes(l.Output),
		)
	}
	least := ""
	if len(a.Unknown) > 0 {
		least = "at least "
	}
	fmt.Fprintln(out)
	fmt.Fprintf(out, "parameters         %s, %s trainable\n", counted(a.Parameters), counted(a.Trainable))
	if a.Buffers > 0 {
		fmt.Fprintf(out, "buffers            %s\n", counted(a.Buffers))
	}
	if len(a.Outputs) > 0 {
		fmt.Fprintf(out, "outputs            %s\n", shapes(a.Outputs))
	}
	if len(a.Checkpointed) > 0 {
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(a.Checkpointed)) {
			parts = append(parts, fmt.Sprintf("%d %s", a.Checkpointed[name], name))
		}
		printable.Fprintf(
			out,
			"run again          %s (torch.utils.checkpoint, use_reentrant=False)\n",
			strings.Join(parts, ", "),
		)
	}
	if a.Defaults {
		fmt.Fprintln(out, "options            the defaults of those that its files parse when they are imported")
	}
	if a.Shared {
		fmt.Fprintln(out, "experts            each takes as many tokens as the others")
	}
	if len(a.Inputs) > 0 && (a.Ran || a.Saved > 0) {
		fmt.Fprintf(out, "kept for backward  %s%s\n", least, modelBytes(a.Saved))
	}
	if a.StepPeak > 0 {
		fmt.Fprintf(out, "peak of a step     %s%s (%s)\n", least, modelBytes(a.StepPeak), of)
	}
	writeUnknown(out, a)
	if len(a.Inputs) == 0 && !a.Ran {
		takes := ""
		if len(a.Takes) > 1 {
			takes = " (" + strings.Join(a.Takes, ", ") + ", each with an --input)"
		}
		printable.Fprintf(out, "say what forward takes%s, such as --input %s\n", takes, a.Example())
	}
}

func writeUnknown(out io.Writer, a *model.Answer) {
	for i, u := range a.Unknown {
		if slices.Contains(a.Unknown[:i], u) {
			continue
		}
		printable.Fprintf(out, "not known: %s:%d: %s\n", u.Path, u.Line, u.Reason)
	}
}

func keptOf(l model.Layer, a *model.Answer) string {
	if l.Called || a.Ran {
		return modelBytes(l.Saved)
	}
	if l.Saved > 0 { // the answer ended within it
		return "≥ " + modelBytes(l.Saved)
	}
	return "-"
}

func shapes(list [][]int64) string {
	parts := make([]string, len(list))
	for i, shape := range list {
		words := make([]string, len(shape))
		for d, n := range shape {
			words[d] = fmt.Sprint(n)
		}
		parts[i] = strings.Join(words, "x")
		if len(shape) == 0 {
			parts[i] = "scalar"
		}
	}
	return strings.Join(parts, ", ")
}

// counted is a number with its thousands apart.
func counted(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func modelBytes(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.2f GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d B", n)
}
