package lint

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/rules/all"
)

// TestDocumentedSettings loads the example of docs/settings.md as it stands there.
func TestDocumentedSettings(t *testing.T) {
	text, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindSubmatch(text)
	if example == nil {
		t.Fatal("docs/settings.md has no example")
	}
	dir := tree(t, map[string]string{"trainlint.yaml": "ignore: [compat]\n", "project/trainlint.yaml": string(example[1])})
	held, err := project.NewResolver(project.Options{Dir: dir, Known: Known(all.Rules())}, files.RootsOf(dir, ".")).For(filepath.Join(dir, "project"))
	if err != nil {
		t.Fatal(err)
	}
	if len(held.Ignore) != 2 || len(held.Jobs) != 1 || held.Target.Count != 8 {
		t.Errorf("read as %+v", held)
	}
}
