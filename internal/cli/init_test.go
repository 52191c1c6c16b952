package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/rules/all"
)

// TestStartFileIsValidWhenUncommented takes the comment marks off everything in
// the start file that has the form of a setting.
func TestStartFileIsValidWhenUncommented(t *testing.T) {
	dir := t.TempDir()
	env := &Environment{Dir: dir, Rules: all.Rules()}
	_, start, _ := strings.Cut(env.startText(), "\n") // the first line is for editors
	text := regexp.MustCompile(`(?m)^# ( *(?:- )?[a-z_-]+:(?: .*)?)$`).ReplaceAllString(start, "$1")
	if err := os.WriteFile(filepath.Join(dir, startFile), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	held, err := project.NewResolver(env.project(""), nil).For(dir)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if held.Target.GPU.Value == "" || len(held.Ignore) == 0 || len(held.Jobs) != 1 || len(held.Paths) != 1 || len(held.Severity) != 1 || len(held.Versions) != 1 || len(held.Exclude) != 1 {
		t.Errorf("the start file does not show every key: %+v\n%s", held, text)
	}
}
