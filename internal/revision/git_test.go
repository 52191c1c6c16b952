package revision

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/trainlint/trainlint/internal/files"
)

// TestNothingOfTheRepositoryRuns: whatever a configuration names, comparing starts
// none of it.
func TestNothingOfTheRepositoryRuns(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	r := newRepository(t)
	r.write("a.py", "1\n2\n")
	r.write("b.py", "1\n")
	r.write("touched.py", "1\n")
	r.commit()
	ran := t.TempDir()
	program := func(name string) string { return fmt.Sprintf("touch '%s'; cat", filepath.Join(ran, name)) }
	for _, key := range []string{
		"core.fsmonitor", "diff.external", "diff.x.command", "diff.x.textconv", "core.pager", "pager.diff",
		"filter.x.clean", "filter.x.smudge", "filter.x.process", "filter.a=b.clean", "filter.A.b c.clean",
	} {
		r.git("config", key, program(strings.ReplaceAll(key, "/", "-")))
	}
	r.git("config", "filter.x.required", "true")
	r.write(".gitattributes", "a.py diff=x filter=x\nb.py filter=a=b\n*.txt filter=x\n")
	for _, hook := range []string{"post-index-change", "fsmonitor-watchman", "post-checkout"} {
		path := filepath.Join(r.dir, ".git/hooks", hook)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+program(hook)+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	r.write("a.py", "1\n3\n")
	r.write("b.py", "1\n2\n")
	r.write("new.txt", "1\n")
	earlier := time.Now().Add(-time.Hour) // git would write its index again, and call a hook
	if err := os.Chtimes(filepath.Join(r.dir, "touched.py"), earlier, earlier); err != nil {
		t.Fatal(err)
	}
	c, err := Since(context.Background(), r.dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if a, b := r.changed(c, "a.py"), r.changed(c, "b.py"); a != "2" || b != "2" {
		t.Errorf("changed lines %q and %q", a, b)
	}
	if text, ok := c.Before(context.Background(), filepath.Join(r.dir, "a.py")); !ok || string(text) != "1\n2\n" {
		t.Errorf("a.py held %q, %v", text, ok)
	}
	if _, err := c.Gone(context.Background()); err != nil {
		t.Error(err)
	}
	started, err := os.ReadDir(ran)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range started {
		t.Errorf("%s was run", entry.Name())
	}
}

// TestARepositoryAmongTheFiles: a bare repository that somebody committed speaks for
// nothing, even where it says that its work tree is the folder around it.
func TestARepositoryAmongTheFiles(t *testing.T) {
	r := newRepository(t)
	r.write("a.py", "1\n")
	r.commit()
	evil := filepath.Join(r.dir, "evil")
	r.git("clone", "-q", "--bare", r.dir, evil)
	ran := filepath.Join(t.TempDir(), "ran")
	for key, value := range map[string]string{"core.bare": "false", "core.worktree": "..", "core.fsmonitor": "touch '" + ran + "'; false"} {
		r.git("config", "--file", filepath.Join(evil, "config"), key, value)
	}
	for name, knows := range map[string]bool{"this git": true, "one before 2.38": false} {
		t.Run(name, func(t *testing.T) {
			if !knows {
				kept := harmless
				defer func() { harmless = kept }()
				harmless = harmless[4:]
			}
			if _, err := Since(context.Background(), evil, "HEAD"); err == nil {
				t.Error("it was used")
			}
			if files.Exists(ran) {
				t.Error("its program was run")
			}
		})
	}
}

func TestWhatIsTooLargeWasNotThere(t *testing.T) {
	r := newRepository(t)
	r.write("large.json", strings.Repeat("x", files.Limit+1))
	r.write("small.json", "{}")
	r.commit()
	r.write("large.json", "x")
	r.write("small.json", "[]")
	c, err := Since(context.Background(), r.dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"large.json": false, "small.json": true} {
		if _, ok := c.Before(context.Background(), filepath.Join(r.dir, name)); ok != want {
			t.Errorf("%s: %v", name, ok)
		}
	}
}
