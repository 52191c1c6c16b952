package source_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

// notebook renders cells the way Jupyter does. A cell starting with "# markdown"
// is a markdown cell.
func notebook(t *testing.T, cells ...string) []byte {
	t.Helper()
	type cell struct {
		Type     string         `json:"cell_type"`
		Metadata map[string]any `json:"metadata"`
		Outputs  []any          `json:"outputs,omitempty"`
		Source   []string       `json:"source"`
	}
	var nb struct {
		Cells []cell `json:"cells"`
		Meta  any    `json:"metadata"`
		Major int    `json:"nbformat"`
	}
	for _, text := range cells {
		c := cell{Type: "code", Outputs: []any{map[string]string{"text": "é \u003c 1e3"}}, Source: lines(text)}
		if strings.HasPrefix(text, "# markdown") {
			c.Type = "markdown"
		}
		nb.Cells = append(nb.Cells, c)
	}
	nb.Meta, nb.Major = map[string]any{"kernelspec": map[string]string{"language": "python"}}, 4
	out, err := json.MarshalIndent(nb, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return append(out, '\n')
}

func lines(text string) []string {
	out := strings.SplitAfter(text, "\n")
	if out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

func open(t *testing.T, raw []byte) *source.Notebook {
	t.Helper()
	n, err := source.OpenNotebook("a.ipynb", raw)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestNotebookMasksMagics(t *testing.T) {
	for _, test := range []struct{ name, cell, want string }{
		{"line magic", "%matplotlib inline\nx = 1", "                  \nx = 1"},
		{"shell over two lines", "!pip install \\\n  torch\nx = 1", "              \n       \nx = 1"},
		{"in a block", "if x:\n    !nvidia-smi\n", "if x:\n    pass       \n"},
		{"two bytes in a block", "if x:\n  !w\n", "if x:\n  0 \n"},
		{"assigned", "out = !ls\ny = %time f()\n", "out = _  \ny = _        \n"},
		{"cell magic of python", "%%time\ny = f()", "      \ny = f()"},
		{"cell magic after an empty line", "\n%%bash\nls", "\n      \n  "},
		{"cell magic of the shell", "%%bash\nls é", "      \n     "},
		{"help", "model?\n?model\nx = 'a?'  # why?", "      \n      \nx = 'a?'  # why?"},
		{"automagic alone in its cell", "\nload_ext autoreload\n", "\n                   \n"},
		{"automagic with a switch", "run train.py --epochs 3", "                       "},
		{"automagic of one switch", "ls -la", "      "},
		{"a name and an operator", "time is None", "time is None"},
		{"a name that is subtracted from", "ls - 1", "ls - 1"},
		{"a call of a name", "config (x)", "config (x)"},
		{"automagic needs its cell", "load_ext autoreload\nx = 1", "load_ext autoreload\nx = 1"},
		{"automagic with a path", "ls ./out/\ncd ..\nmkdir -p out\nls = cd", "         \n     \n            \nls = cd"},
		{"names like commands", "cat = ls - rm\ncat\nls -rm", "cat = ls - rm\ncat\nls -rm"},
		{"automagic", "pip install torch\npip = 1", "                 \npip = 1"},
		{"modulo in brackets", "x = (a\n  % b)\ny %= 2\n", "x = (a\n  % b)\ny %= 2\n"},
		{"modulo after a backslash", "x = a \\\n % b", "x = a \\\n % b"},
		{"inside a string", "s = \"\"\"\n%time\n!ls\n\"\"\"\n%cd", "s = \"\"\"\n%time\n!ls\n\"\"\"\n   "},
		{"inside an escaped string", "s = '\\''\n%cd\nt = \"#\"\n!ls", "s = '\\''\n   \nt = \"#\"\n   "},
		{"an open quote ends with its line", "it's\n%cd", "it's\n   "},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := string(open(t, notebook(t, test.cell)).File.Text)
			if got != test.want+"\n" {
				t.Errorf("got  %q\nwant %q", got, test.want+"\n")
			}
		})
	}
}

func TestNotebookPositions(t *testing.T) {
	n := open(t, notebook(t, "# markdown", "a = 1\nb = 'é'; c = 2", "", "%cd x\nd = 3\n", "e = 4"))
	for text, want := range map[string]source.Position{
		"a = 1": {Line: 1, Column: 1, Byte: 1, UTF16: 1, Cell: 2},
		"c = 2": {Line: 2, Column: 10, Byte: 11, UTF16: 10, Cell: 2},
		"d = 3": {Line: 2, Column: 1, Byte: 1, UTF16: 1, Cell: 4},
		"e = 4": {Line: 1, Column: 1, Byte: 1, UTF16: 1, Cell: 5},
	} {
		at := strings.Index(string(n.File.Text), text)
		if got := n.File.Position(at); got != want {
			t.Errorf("position of %q is %+v, want %+v", text, got, want)
		}
	}
}

func TestNotebookFormats(t *testing.T) {
	for _, test := range []struct{ name, raw, want, language string }{
		{"nbformat 3", `{"worksheets":[{"cells":[{"cell_type":"markdown","source":"x"},` +
			`{"cell_type":"code","input":["a = 1\n","b"],"language":"python"}]}],"nbformat":3}`, "a = 1\nb\n", "python"},
		{"one string", `{"cells":[{"source":"a\u00e9\ud83d\ude00\/\"","cell_type":"code"}]}`, "aé😀/\"\n", "python"},
		{"half a surrogate pair", `{"cells":[{"source":"'\ud83d'","cell_type":"code"}]}`, "'\ufffd'\n", "python"},
		{"byte-order mark", "\xef\xbb\xbf" + `{"cells":[{"source":["a"],"cell_type":"code"}]}`, "a\n", "python"},
		{"another language", `{"cells":[{"source":["x <- 1"],"cell_type":"code"}],"metadata":{"kernelspec":{"language":"R"}}}`, "", "R"},
		{"a cell of another language", `{"cells":[{"source":["git clone x"],"cell_type":"code","metadata":{"vscode":{"languageId":"shellscript"}}},{"source":["x = 1"],"cell_type":"code","metadata":{"vscode":{"languageId":"python"}}}]}`, "x = 1\n", "python"},
		{"no cells", `{"cells": [ ] , "metadata":{"a":[1,{"b":null}]}}`, "", "python"},
		{"source is not text", `{"cells":[{"source":[1],"cell_type":"code"},{"source":null,"cell_type":"code"}]}`, "", "python"},
	} {
		t.Run(test.name, func(t *testing.T) {
			n := open(t, []byte(test.raw))
			if string(n.File.Text) != test.want || n.Language != test.language {
				t.Errorf("got %q (%s), want %q (%s)", n.File.Text, n.Language, test.want, test.language)
			}
		})
	}
	for name, raw := range map[string]string{
		"truncated": "{\"cells\": [\n", "not JSON": "x = 1\n", "Git LFS": "version https://git-lfs.github.com/spec/v1\n", "not a notebook": `{"a": 1}`,
		"empty": "", "not UTF-8": "{\"cells\":[\"\xff\"]}", "a list": "[]",
	} {
		if _, err := source.OpenNotebook("a.ipynb", []byte(raw)); err == nil || !strings.HasPrefix(err.Error(), "not a notebook: ") {
			t.Errorf("%s: error is %v", name, err)
		}
	}
}

func TestNotebookReplace(t *testing.T) {
	for _, test := range []struct {
		name     string
		cells    []string
		old, new string // first occurrence in the virtual text
		want     []string
		refused  string
	}{
		{name: "in a line", cells: []string{"a = 1\nb = 2\nc"}, old: "2", new: `"é\`, want: []string{"a = 1\nb = \"é\\\nc"}},
		{name: "a line inserted", cells: []string{"x", "a\nb"}, old: "a\n", new: "a\nz\n", want: []string{"x", "a\nz\nb"}},
		{name: "a line removed", cells: []string{"a\nb\nc"}, old: "b\n", want: []string{"a\nc"}},
		{name: "the last line removed", cells: []string{"a\nb", "c"}, old: "b\n", want: []string{"a", "c"}},
		{name: "the last line replaced", cells: []string{"a\nb", "c"}, old: "b\n", new: "y\nz\n", want: []string{"a\ny\nz", "c"}},
		{name: "all of a cell removed", cells: []string{"a\nb", "c"}, old: "a\nb\n", want: []string{"", "c"}},
		{name: "lines joined", cells: []string{"a\nb"}, old: "\n", new: "; ", want: []string{"a; b"}},
		{name: "after a magic", cells: []string{"%cd x\na"}, old: "a\n", want: []string{"%cd x"}},
		{name: "before a magic", cells: []string{"a\n%cd x"}, old: "a\n", new: "b\n", want: []string{"b\n%cd x"}},
		{name: "crosses cells", cells: []string{"a", "b"}, old: "a\nb", new: "c", refused: "crosses the end of cell 1"},
		{name: "touches a magic", cells: []string{"a\n%cd x"}, old: "a\n  ", new: "b", refused: "a line of cell 1 that Python does not read"},
		{name: "before a cell magic", cells: []string{"%%time\nb"}, old: "      \n", new: "a\n", refused: "cell magic of cell 1"},
		{name: "makes a magic", cells: []string{"a\nb"}, old: "b", new: "%cd x", refused: "IPython's own commands"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := open(t, notebook(t, test.cells...)).File
			at := strings.Index(string(f.Text), test.old)
			after, err := f.Replace([]source.Replacement{{Span: source.Span{Start: at, End: at + len(test.old)}, New: test.new}})
			if test.refused != "" {
				if err == nil || !strings.Contains(err.Error(), test.refused) {
					t.Fatalf("error is %v, want %q", err, test.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := string(notebook(t, test.want...))
			if got := string(after.Disk()); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestNotebookAppends(t *testing.T) {
	f := open(t, notebook(t, "a", "b")).File
	end := source.Span{Start: len(f.Text), End: len(f.Text)}
	after, err := f.Replace([]source.Replacement{{Span: end, New: "c\n"}})
	if err != nil || string(after.Disk()) != string(notebook(t, "a", "b\nc")) {
		t.Errorf("got %s, %v", after.Disk(), err)
	}
}

// Bytes that the edit does not touch stay, however odd they are.
func TestNotebookKeepsOddBytes(t *testing.T) {
	raw := "{\"nbformat\" :4,\r\n\t\"cells\":[ {\"source\": [\"\\u0061 = 1\\n\" ,\r\n \"b\\/c = \\u00e9\\n\",\"d\"],\"cell_type\":\"code\"},\n" +
		"{\"cell_type\":\"code\",\"source\":\"\\u0078 = 1\\ny\"} ],  \"x\":1.50}"
	f := open(t, []byte(raw)).File
	edit := func(old, new string) source.Replacement {
		at := strings.Index(string(f.Text), old)
		return source.Replacement{Span: source.Span{Start: at, End: at + len(old)}, New: new}
	}
	after, err := f.Replace([]source.Replacement{edit("d", "é\nf"), edit("y", "z")})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer(`"d"`, "\"\\u00e9\\n\" ,\r\n \"f\"", `ny"`, `nz"`).Replace(raw)
	if got := string(after.Disk()); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Random edits: the notebook's JSON outside the cells' sources never changes,
// and the new virtual text is the old one with the edits made.
func TestNotebookReplaceRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	alphabet := []string{"a", "é", "\n", "\"", "\\", "😀", "\t", " ", "x\n", "# "}
	text := func(n int) string {
		var b strings.Builder
		for range random.IntN(n) {
			b.WriteString(alphabet[random.IntN(len(alphabet))])
		}
		return b.String()
	}
	made := 0
	for range 3000 {
		raw := notebook(t, text(12), "# markdown", text(12), text(5))
		f := open(t, raw).File
		var edits []source.Replacement
		for at := 0; at <= len(f.Text); {
			start := runeStart(f.Text, at+random.IntN(8))
			end := runeStart(f.Text, start+random.IntN(4))
			if random.IntN(2) == 0 && start <= len(f.Text) {
				edits = append(edits, source.Replacement{Span: source.Span{Start: start, End: end}, New: text(4)})
			}
			at = end + 1
		}
		after, err := f.Replace(edits)
		if err != nil {
			continue
		}
		made++
		if got, want := withoutSource(t, after.Disk()), withoutSource(t, raw); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s\nbecame\n%s", raw, after.Disk())
		}
		if len(edits) == 0 && string(after.Disk()) != string(raw) {
			t.Fatal("no edit changed the file")
		}
	}
	if made < 1000 {
		t.Errorf("only %d of 3000 edits could be made", made)
	}
}

func runeStart(text []byte, at int) int {
	at = min(at, len(text))
	for at < len(text) && text[at]&0xc0 == 0x80 {
		at++
	}
	return at
}

func withoutSource(t *testing.T, raw []byte) (nb map[string]any) {
	t.Helper()
	if err := json.Unmarshal(raw, &nb); err != nil {
		t.Fatal(err)
	}
	for _, c := range nb["cells"].([]any) {
		if c := c.(map[string]any); c["cell_type"] == "code" {
			delete(c, "source")
		}
	}
	return nb
}
