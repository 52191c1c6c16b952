package printable

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

type named string

func TestFprintf(t *testing.T) {
	for _, test := range []struct {
		want, format string
		args         []any
	}{
		{"trainlint: a\ufffd::error::x\ufffd[31m.py: 3\n", "trainlint: %s: %d\n", []any{"a\n::error::x\x1b[31m.py", 3}},
		{"a\ufffdb", "%s", []any{named("a\u202eb")}},
		{"one; two", "%v", []any{errors.Join(errors.New("one"), errors.New("two"))}},
		{": :error::x.py (1)\n", "%s (%d)\n", []any{"::error::x.py", 1}},
		{"  : :add-mask::x", "  %s", []any{"::add-mask::x"}},
		{"a ::b", "%s", []any{"a ::b"}},
		{"# #[error] # #vso[task] # #teamcity[x] ## [", "%s", []any{"##[error] ##vso[task] ##teamcity[x] ## ["}},
		{"## #[error]", "%s", []any{"###[error]"}},
		{"ab    |", "%-6s|", []any{"ab"}},
		{"x y\ufffdz", "%s", []any{"x\ty\rz"}},
	} {
		var out strings.Builder
		Fprintf(&out, test.format, test.args...)
		if got := out.String(); got != test.want {
			t.Errorf("%q %q:\n got %q\nwant %q", test.format, test.args, got, test.want)
		}
	}
}

func TestPatchKeepsItsForm(t *testing.T) {
	if got, want := Patch("+\ta\x1b[2J\n-b\u202e\r\n"), "+\ta\ufffd[2J\n-b\ufffd\ufffd\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestJSONSaysTheSame: what is read back is what was written, and nothing in the
// text steers anything.
func TestJSONSaysTheSame(t *testing.T) {
	const text = "a\n\t\x1b[31m \u202e \u2028 \u009b \U000e0041 ##[error] ###vso[x] ::error:: é 漢 \U0001f600"
	written, err := json.Marshal(map[string]string{"path": text})
	if err != nil {
		t.Fatal(err)
	}
	shown := JSON(string(written) + "\n")
	var back map[string]string
	if err := json.Unmarshal([]byte(shown), &back); err != nil || back["path"] != text {
		t.Errorf("read back as %q, %v", back["path"], err)
	}
	if strings.ContainsAny(shown, "\x1b\u202e\u2028\u009b\U000e0041") || strings.Contains(shown, "##[") || strings.Contains(shown, "##vso[") {
		t.Errorf("it holds %q", shown)
	}
	if !strings.Contains(shown, "é 漢 \U0001f600") {
		t.Errorf("letters were escaped: %q", shown)
	}
}
