package action

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// gh stands in for GitHub's own: it writes down what it is asked, and answers the list of comments with $OLD.
const gh = `#!/bin/sh
printf '%s\n' "$*" >>"$ASKED"
case "$*" in *--paginate*) [ -z "$OLD" ] || echo "$OLD" ;; esac
exit "${GH_FAILS:-0}"
`

// comment runs the script and returns what it asked of GitHub, without the list.
func comment(t *testing.T, text, old string, env ...string) (asked, said string) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	dir := t.TempDir()
	for name, content := range map[string]string{"gh": gh, "comment.md": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("bash", "comment.sh", filepath.Join(dir, "comment.md"))
	log := filepath.Join(dir, "asked")
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "ASKED="+log, "OLD="+old, "PULL_REQUEST=7", "GITHUB_REPOSITORY=a/b")
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines, _ := os.ReadFile(log)
	for line := range strings.Lines(string(lines)) {
		if !strings.Contains(line, "--paginate") {
			asked += strings.ReplaceAll(strings.TrimSpace(line), dir, "DIR")
		}
	}
	return asked, string(out)
}

func TestOneCommentIsKeptUpToDate(t *testing.T) {
	for _, c := range []struct{ name, text, old, want string }{
		{"the first", "found", "", "api --silent --method POST repos/a/b/issues/7/comments --field body=@DIR/comment.md"},
		{"another run", "found", "42", "api --silent --method PATCH repos/a/b/issues/comments/42 --field body=@DIR/comment.md"},
		{"nothing is left to tell", "", "42", "api --silent --method DELETE repos/a/b/issues/comments/42"},
		{"nothing to tell", "", "", ""},
	} {
		if asked, _ := comment(t, c.text, c.old); asked != c.want {
			t.Errorf("%s: asked %q, want %q", c.name, asked, c.want)
		}
	}
	if asked, said := comment(t, "found", "", "GH_FAILS=1"); asked != "" || !strings.Contains(said, "needs the permission pull-requests: write") {
		t.Errorf("without the permission: asked %q, said %q", asked, said)
	}
	if asked, _ := comment(t, "found", "", "PULL_REQUEST="); asked != "" {
		t.Errorf("outside of a pull request: asked %q", asked)
	}
}
