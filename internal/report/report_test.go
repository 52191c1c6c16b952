package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/rules"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var (
	retainGraph = &rules.Rule{Name: "retain-graph", Group: rules.Memory, Severity: rules.Warning,
		Page: rules.Page{Summary: "retain_graph=True on the last backward", Doc: "## What it flags\n\nA graph kept for nobody.\n"}}
	prefetch = &rules.Rule{Name: "prefetch-factor", Group: rules.Speed, Severity: rules.Note, Page: rules.Page{Summary: "prefetch_factor is left open"}}
	tooLarge = &rules.Rule{Name: "exceeds-gpu-memory", Group: rules.Fit, Severity: rules.Error, Page: rules.Page{Summary: "the job does not fit its GPU"}}
)

// hostile is a path and a message as a fork's pull request might choose them.
const (
	hostilePath = "a,b:%0A::error::x\n::warning::<|`.py"
	hostileText = "x = '\x1b[31m' # ::set-output name=a::b ##[error]boo ]]> <script>\n::error::injected\n"
)

// sample has every shape of finding that the formats must cope with.
func sample(t *testing.T) *Report {
	t.Helper()
	losses := source.New("src/losses.py", []byte("\tgrün = 'é'; loss.backward(retain_graph=True)\n\n\nloss2.backward(\n    retain_graph=True,\n)\n"))
	config := source.New("configs/full run.yaml", []byte("a: 1\r\nbatch_size: 64\r\n"))
	hostile := source.New(hostilePath, []byte(hostileText))
	notebook, err := source.OpenNotebook("n.ipynb", []byte("{\"cells\": [\n{\"cell_type\": \"markdown\", \"source\": \"\"},\n{\"cell_type\": \"code\", \"source\": [\n\"import torch\\n\",\n\"loader = DataLoader(data)\"]}],\n\"nbformat\": 4}"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*source.File{losses.Path: losses, config.Path: config, hostile.Path: hostile, "n.ipynb": notebook.File}
	span := func(file *source.File, text string) source.Span {
		at := bytes.Index(file.Text, []byte(text))
		if at < 0 {
			t.Fatalf("%q is not in %s", text, file.Path)
		}
		return source.Span{Start: at, End: at + len(text)}
	}
	return &Report{
		Files: 4, Version: "v0.0.0-test", Rules: []*rules.Rule{tooLarge, prefetch, retainGraph},
		Source: func(path string) *source.File { return files[path] },
		Diagnostics: []rules.Diagnostic{
			{Rule: retainGraph, Severity: rules.Warning, File: hostilePath, Span: span(hostile, "x = '\x1b[31m'"), Message: "bad\n::error::\x1b]0;title\a <b>|`*_[a](javascript:x) 100%"},
			{Rule: tooLarge, Severity: rules.Error, File: config.Path, Span: span(config, "64"), Message: "needs 31.2 GiB of 24 GiB",
				Notes: []rules.NotePlace{{Message: "weights 12 GiB"}, {File: losses.Path, Span: span(losses, "loss2"), Message: "the loss is here"}},
				Fixes: []fixes.Fix{
					{Title: "batch_size 32", Safety: fixes.Unsafe, Edits: []fixes.Edit{{File: config.Path, Span: span(config, "64"), New: "32"}}},
					{Title: "use a larger GPU", Safety: fixes.Shown},
				}},
			{Rule: prefetch, Severity: rules.Note, File: "n.ipynb", Span: span(notebook.File, "DataLoader(data)"), Message: "prefetch_factor is 2 by default"},
			{Rule: retainGraph, Severity: rules.Warning, File: losses.Path, Span: span(losses, "retain_graph=True"), Message: "retain_graph=True keeps loss's graph alive",
				Fixes: []fixes.Fix{{Title: "drop retain_graph=True", Safety: fixes.Safe, Edits: []fixes.Edit{{File: losses.Path, Span: span(losses, "retain_graph=True"), New: ""}}}}},
			{Rule: retainGraph, Severity: rules.Warning, File: losses.Path, Span: span(losses, "loss2.backward(\n    retain_graph=True,\n)"), Message: "retain_graph=True keeps loss2's graph alive"},
		},
	}
}

func write(t *testing.T, format string, r *Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, format, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGolden(t *testing.T) {
	for _, format := range Formats() {
		t.Run(format, func(t *testing.T) { golden(t, format, write(t, format, sample(t))) })
	}
	t.Run("color", func(t *testing.T) {
		r := sample(t)
		r.Style.Color = true
		golden(t, "color", write(t, "text", r))
	})
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("-%s +got; after reading the difference run with -update:\n%s", path, diff)
	}
}

func TestCleanRun(t *testing.T) {
	clean := func() *Report { return &Report{Files: 1, Fixed: 2} }
	for format, want := range map[string]string{
		"text":    "2 fixed, no findings in 1 file\n",
		"concise": "2 fixed, no findings in 1 file\n",
		"jsonl":   "",
		"github":  "",
		"gitlab":  "[]\n",
	} {
		if got := write(t, format, clean()); got != want {
			t.Errorf("%s: %q, want %q", format, got, want)
		}
	}
	for _, list := range []string{"json", "sarif", "rdjson"} {
		if got := write(t, list, clean()); strings.Contains(got, "null") {
			t.Errorf("%s has null where a list belongs:\n%s", list, got)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	err := Write(&bytes.Buffer{}, "yaml", &Report{})
	if err == nil || !strings.Contains(err.Error(), `unknown format "yaml": choose one of checkstyle, concise`) {
		t.Errorf("error %v", err)
	}
}

// TestMachineFormatsAreWellFormed reads the output back with hostile names and
// messages in it.
func TestMachineFormatsAreWellFormed(t *testing.T) {
	for _, format := range []string{"json", "sarif", "gitlab", "rdjson"} {
		if text := write(t, format, sample(t)); !json.Valid([]byte(text)) {
			t.Errorf("%s is not JSON:\n%s", format, text)
		}
	}
	for line := range strings.Lines(write(t, "jsonl", sample(t))) {
		if !json.Valid([]byte(line)) {
			t.Errorf("a line of jsonl is not JSON: %s", line)
		}
	}
	for _, format := range []string{"junit", "checkstyle"} {
		var root struct {
			XMLName xml.Name
			Inner   []byte `xml:",innerxml"`
		}
		if err := xml.Unmarshal([]byte(write(t, format, sample(t))), &root); err != nil || len(root.Inner) == 0 {
			t.Errorf("%s is not XML: %v", format, err)
		}
	}
}
