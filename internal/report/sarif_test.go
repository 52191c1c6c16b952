package report_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/report"
	"github.com/trainlint/trainlint/rules/all"
)

// TestSARIFPassesTheValidator lints the demo and a file with a hostile name, and has Microsoft's SARIF Multitool judge
// the log, by the standard's rules and by those of GitHub code scanning. Its npm package is @microsoft/sarif-multitool;
// SARIF_MULTITOOL may name the program.
func TestSARIFPassesTheValidator(t *testing.T) {
	tool := os.Getenv("SARIF_MULTITOOL")
	if tool == "" {
		found, err := exec.LookPath("sarif-multitool")
		if err != nil {
			t.Skip("sarif-multitool is not on the PATH: npm install -g @microsoft/sarif-multitool")
		}
		tool = found
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../testdata/demo")); err != nil {
		t.Fatal(err)
	}
	text := "import torch\n\nscaler = torch.cuda.amp.GradScaler()\n"
	for _, name := range []string{"a:b c%20#.py", "grün.py"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	result, err := lint.Run(t.Context(), lint.Options{Dir: dir, Rules: all.Rules()})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Diagnostics) < 10 {
		t.Fatalf("%d findings are too few to show anything", len(result.Diagnostics))
	}
	var log bytes.Buffer
	r := &report.Report{Diagnostics: result.Diagnostics, Rules: all.Rules(), Source: result.Source, Version: "v0.1.0"}
	if err := report.Write(&log, "sarif", r); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "out.sarif")
	if err := os.WriteFile(path, log.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, "validate", path, "--rule-kind", "Sarif;Ghas").CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("Analysis completed successfully")) {
		t.Fatalf("%v\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, ": error ") || strings.Contains(line, ": warning ") || strings.Contains(line, ": note ") {
			t.Error(strings.TrimSpace(line))
		}
	}
}
