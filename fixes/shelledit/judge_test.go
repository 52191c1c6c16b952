package shelledit_test

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/shelledit"
)

func TestJudge(t *testing.T) {
	const script = "# trainlint: ignore[x]\n# a job\nexport N=4\naccelerate launch \\\n  --num_processes $N train.py --lr \"1e-4\"  # note\ncat <<EOF > a.yaml\nlr: $N\nEOF\necho it\\'s\ntrue && false\n"
	for _, test := range []struct{ name, old, text, want string }{
		{"a value", "$N train", "8 train", ""},
		{"an argument more", "train.py", "train.py --bf16", ""},
		{"a line more", "  --num", "  --bf16 \\\n  --num", ""},
		{"a quote opens", "1e-4\"", "1e-4", "syntax error"},
		{"quotes swallow", "train.py", "'train.py", "becomes part of something else"},
		{"a comment swallows", "train.py", "# train.py", "becomes part of something else"},
		{"words grow together", " train.py", "train.py", "becomes part of something else"},
		{"a here-document loses its end", "\nEOF\n", "\n", "unclosed here-document"},
		{"a comment is lost", "  # note", "", "loses the comment on line 5"},
		{"a value right before a comment", "  # note", " 2  # note", ""},
		{"a line right before a comment", "# a job", "true\n# a job", ""},
		{"a word right behind another", "train.py", "train.py.bak", ""},
		{"a comment in the place of an operator", "&& ", "# ", "becomes part of something else"},
		{"an operator", "&& ", "|| ", ""},
		{"a directive goes", "# trainlint: ignore[x]\n", "", ""},
		{"a comment is written again", "  # note", " # note", ""},
	} {
		f := source.New("a.sh", []byte(script))
		at := strings.Index(script, test.old)
		e := fixes.Edit{File: "a.sh", Span: source.Span{Start: at, End: at + len(test.old)}, New: test.text}
		after, err := f.Replace([]source.Replacement{{Span: e.Span, New: e.New}})
		if at < 0 || err != nil {
			t.Fatal(test.name, err)
		}
		err = shelledit.Judge(f).Check(fixes.Patch{Before: f, After: after, Edits: []fixes.Edit{e}, Fixes: []fixes.Fix{{Edits: []fixes.Edit{e}}}})
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: error is %v, want %q", test.name, err, test.want)
		}
	}
}

func TestJudgeRefusesABrokenScript(t *testing.T) {
	for text, broken := range map[string]bool{"echo 'a\n": true, "echo a\n": false} {
		if err := shelledit.Judge(source.New("a.sh", []byte(text))).Refuse(nil); (err != nil) != broken {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestOnlyTheFixThatLosesACommentIsBlamed: a safe one may stand right beside it, or in another file at the same place.
func TestOnlyTheFixThatLosesACommentIsBlamed(t *testing.T) {
	const script = "a b # note\nc\n"
	f := source.New("a.sh", []byte(script))
	note := source.Span{Start: strings.Index(script, "#"), End: strings.Index(script, "\n")}
	lost := fixes.Edit{File: "a.sh", Span: note}
	for _, c := range []struct {
		name   string
		beside fixes.Edit
		safety fixes.Safety
		blamed bool
	}{
		{"right before it", fixes.Edit{File: "a.sh", Span: source.Span{Start: 2, End: note.Start}, New: "d "}, fixes.Safe, false},
		{"right behind it", fixes.Edit{File: "a.sh", Span: source.Span{Start: note.End, End: note.End + 1}, New: "\n"}, fixes.Safe, false},
		{"in another file", fixes.Edit{File: "b.sh", Span: note}, fixes.Safe, false},
		{"the comment itself, unsafe", lost, fixes.Unsafe, false},
		{"the comment itself, safe", lost, fixes.Safe, true},
	} {
		edits := []fixes.Edit{lost}
		after, err := f.Replace([]source.Replacement{{Span: note}})
		if err != nil {
			t.Fatal(err)
		}
		err = shelledit.Judge(f).Check(fixes.Patch{Before: f, After: after, Edits: edits, Fixes: []fixes.Fix{
			{Safety: fixes.Unsafe, Edits: edits}, {Safety: c.safety, Edits: []fixes.Edit{c.beside}},
		}})
		if (err != nil) != c.blamed {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
