package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A person with pip and no network installs the wheel and runs the program.
func TestPipInstallsAndRunsTheWheel(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	if err := exec.Command(python, "-m", "pip", "--version").Run(); err != nil {
		t.Skip("no pip")
	}
	dir := t.TempDir()
	binary := filepath.Join(dir, "trainlint")
	run(t, "go", "build", "-o", binary, "../../cmd/trainlint")
	w := wheel{binary: binary, version: "v0.0.1", goos: runtime.GOOS, goarch: runtime.GOARCH, out: dir, readme: "../../README.md"}
	path, err := w.write()
	if err != nil {
		t.Fatal(err)
	}
	env := filepath.Join(dir, "env")
	if out, err := exec.Command(python, "-m", "venv", env).CombinedOutput(); err != nil {
		t.Skipf("no virtual environments: %s", out)
	}
	run(t, filepath.Join(env, "bin", "python"), "-m", "pip", "install", "--quiet", "--no-index", "--find-links", filepath.Dir(path), "--disable-pip-version-check", "trainlint-go")
	script := filepath.Join(dir, "train.py")
	if err := os.WriteFile(script, []byte("import torch\n\nscaler = torch.cuda.amp.GradScaler()\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	installed := filepath.Join(env, "bin", "trainlint")
	if out := run(t, installed, "--exit-zero", script); !strings.Contains(out, "[deprecated-gradscaler]") {
		t.Errorf("the first finding is\n%s", out)
	}
	if out := run(t, filepath.Join(env, "bin", "python"), "-m", "pip", "show", "trainlint-go"); !strings.Contains(out, "Version: 0.0.1") {
		t.Errorf("pip knows\n%s", out)
	}
}

func TestWheelRefusesWhatPipWould(t *testing.T) {
	dir := t.TempDir()
	binary := filepath.Join(dir, "trainlint")
	if err := os.WriteFile(binary, []byte("x"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, w := range []wheel{
		{binary: binary, version: "dev", goos: "linux", goarch: "amd64", out: dir},
		{binary: binary, version: "0.1.0", goos: "plan9", goarch: "amd64", out: dir},
		{binary: filepath.Join(dir, "absent"), version: "0.1.0", goos: "linux", goarch: "amd64", out: dir},
	} {
		if path, err := w.write(); err == nil {
			t.Errorf("%+v gave %s", w, path)
		}
	}
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
