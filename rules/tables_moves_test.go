package rules_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// The parameters of what moved from torch.cuda.amp and torch.cpu.amp to torch.amp, in their order (inspect.signature,
// torch 2.3 and 2.15).
var movedParameters = map[string]struct{ old, new []string }{
	"autocast":   {[]string{"enabled", "dtype", "cache_enabled"}, []string{"device_type", "dtype", "enabled", "cache_enabled"}},
	"GradScaler": {[]string{"init_scale", "growth_factor", "backoff_factor", "growth_interval", "enabled"}, []string{"device", "init_scale", "growth_factor", "backoff_factor", "growth_interval", "enabled"}},
}

// boundTo is what each parameter gets from the arguments of a call.
func boundTo(m *python.Module, args []*python.Arg, parameters []string) (map[string]string, error) {
	bound := map[string]string{}
	for i, a := range args {
		name, value := a.Name, m.File.Slice(a.Value.Span())
		switch {
		case a.Star > 0:
			name, value = strings.Repeat("*", a.Star), strings.Repeat("*", a.Star)+value
		case name == "" && i < len(parameters):
			name = parameters[i]
		case name == "":
			return nil, fmt.Errorf("too many arguments")
		}
		if _, twice := bound[name]; twice {
			return nil, fmt.Errorf("%s is given twice", name)
		}
		bound[name] = value
	}
	return bound, nil
}

// tableOfMoves: what is written in the place of the old names is bound to the same values, and the device is told.
func tableOfMoves(t *testing.T) {
	imports := map[string]string{ // by how the module is reached, whose name stands in NAME
		"import torch\n":                                                           "torch.DEVICE.amp.NAME",
		"import torch.DEVICE.amp\n":                                                "torch.DEVICE.amp.NAME",
		"import torch as th\n":                                                     "th.DEVICE.amp.NAME",
		"import torch.DEVICE.amp as amp\n":                                         "amp.NAME",
		"from torch.DEVICE import amp\n":                                           "amp.NAME",
		"from torch import DEVICE\n":                                               "DEVICE.amp.NAME",
		"from torch.DEVICE.amp import NAME\n":                                      "NAME",
		"from torch.DEVICE.amp import NAME as Old\n":                               "Old",
		"import torch\nfrom torch.DEVICE.amp import NAME\n":                        "NAME",
		"import torch as th\nfrom torch.DEVICE.amp import NAME\n":                  "NAME",
		"from torch.DEVICE.amp import NAME\nimport torch as th\n":                  "NAME",
		"import torch.nn\nfrom torch.DEVICE.amp import NAME\n":                     "NAME",
		"import torch.nn as nn\nfrom torch.DEVICE.amp import NAME\n":               "NAME",
		"if installed:\n    import torch\n    from torch.DEVICE.amp import NAME\n": "NAME",
	}
	uses := []string{"NEW()", "NEW(True)", "NEW(True, v)", "NEW(enabled=flag)", "NEW(v, enabled=flag)", "NEW(**options)", "NEW(enabled=flag, **options)", "NEW(*values)",
		"NEW(\n        True,\n        v,\n    )", "NEW(\n        enabled=flag)", "partial(NEW, enabled=flag)", "partial(NEW)", "partial(NEW, True)"}
	for name, parameters := range movedParameters {
		for _, device := range []string{"cuda", "cpu"} {
			for head, reached := range imports {
				if device == "cpu" && !strings.HasPrefix(head, "import torch\n") {
					continue
				}
				for _, use := range uses {
					fill := strings.NewReplacer("NAME", name, "DEVICE", device)
					text := fill.Replace(head) + "from functools import partial\n\n\ndef main(flag, v, options, values):\n    made = " + strings.ReplaceAll(use, "NEW", fill.Replace(reached)) + "\n    return made\n"
					expectMoved(t, text, name, device, strings.HasPrefix(use, "partial"), parameters.old, parameters.new)
				}
			}
		}
	}
}

// madeBy is the call that makes what a name of torch stands for, or that hands it to partial, with its arguments.
func madeBy(m *python.Module, name string) (args []*python.Arg, found bool) {
	for _, c := range m.AllCalls() {
		if m.Resolve(c.Func) == name {
			return c.Args, true
		}
		if len(c.Args) > 0 && m.Resolve(c.Args[0].Value) == name {
			return c.Args[1:], true
		}
	}
	return nil, false
}

func expectMoved(t *testing.T, text, name, device string, partial bool, old, new []string) {
	t.Helper()
	parsed := func(text string) *python.Module {
		m, err := python.Parse(source.New("train.py", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	before := parsed(text)
	args, _ := madeBy(before, "torch."+device+".amp."+name)
	want, unclear := boundTo(before, args, old)
	done, _, err := lintCase(t, map[string][]byte{"train.py": []byte(text)}, "deprecated-autocast", "deprecated-gradscaler").Fix(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	if len(done.Changes) == 0 {
		if unclear == nil && !strings.Contains(text, "*values") {
			t.Errorf("nothing is written in place of\n%s", text)
		}
		return
	}
	after := parsed(string(done.Changes[0].After.Text))
	args, found := madeBy(after, "torch.amp."+name)
	got, err := boundTo(after, args, new)
	if unclear == nil {
		want[new[0]] = fmt.Sprintf("%q", device)
	}
	if !found || err != nil || !maps.Equal(got, want) {
		t.Errorf("%v is bound, want %v (%v)\n%s\n%s", got, want, err, text, after.File.Text)
	}
	if strings.Contains(string(after.File.Text), "from torch."+device+".amp import") {
		t.Errorf("what nothing uses is still imported\n%s", after.File.Text)
	}
}
