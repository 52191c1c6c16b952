package job

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
)

// TestWhoSays: whose word a value is, by its rank.
func TestWhoSays(t *testing.T) {
	for r, want := range map[rank]struct{ launcher, engine bool }{
		byDefault: {}, byConvention: {}, byEnvironment: {launcher: true}, byEngineConfig: {engine: true}, byLauncherConfig: {launcher: true},
		byLauncherFlag: {launcher: true}, byConfig: {}, byFlag: {}, byScript: {},
	} {
		v := Value{rank: r}
		if v.Launcher() != want.launcher || v.Engine() != want.engine {
			t.Errorf("rank %d: of the launcher %t, of the engine %t", r, v.Launcher(), v.Engine())
		}
	}
}

// TestNumberOfField: a number is one that counts something.
func TestNumberOfField(t *testing.T) {
	for text, want := range map[string]int{
		"8": 8, "8.9": 8, "-3": -3, "": 0, "many": 0, "nan": 0, "inf": 0, "-inf": 0, "1e400": 0, "1e16": 0, "-1e16": 0, strconv.Itoa(1 << 53): 1 << 53,
	} {
		j := Job{Fields: map[dialect.Field]Value{dialect.GPUs: {Text: text}}}
		if got := j.Int(dialect.GPUs); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
		if f, err := strconv.ParseFloat(text, 64); err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) {
			if _, isText := (Value{Text: text}).JSON(dialect.Number).(string); isText {
				t.Errorf("%s is written as a text", text)
			}
		} else if got, isText := (Value{Text: text}).JSON(dialect.Number).(string); !isText || got != text {
			t.Errorf("%s is written as %q", text, got)
		}
	}
	for text, want := range map[string]any{"true": true, "false": false, "maybe": "maybe"} {
		if got := (Value{Text: text}).JSON(dialect.Switch); got != want {
			t.Errorf("%s is written as %v", text, got)
		}
	}
}

// TestTextOfSources: which file of a project a script means by a path.
func TestTextOfSources(t *testing.T) {
	w := readied("-- a/train.py --\n-- a/x.txt --\nbeside\n-- x.txt --\ntop\n-- only.txt --\ntop\n-- a/near.txt --\nbeside\n-- b/x.txt --\nthere\n-- run.sh --\ncd b && python ../a/train.py\n")
	launched := &launch.Launch{Command: &launch.Command{Dir: "b", File: w.file("run.sh")}}
	for _, c := range []struct {
		name string
		from *launch.Launch
		want string
	}{
		{"x.txt", nil, ""}, {"only.txt", nil, "top"}, {"near.txt", nil, "beside"}, {"gone.txt", nil, ""}, {"a/x.txt", nil, "beside"},
		{"x.txt", launched, "there"}, {"near.txt", launched, "beside"}, {"gone.txt", launched, ""},
	} {
		s := &Sources{w: w, script: "a/train.py", launch: c.from}
		got := string(s.Text(c.name))
		if len(got) > 0 {
			got = got[:len(c.want)]
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := (&Sources{w: &Workspace{}}).Text("x.txt"); got != nil {
		t.Errorf("of no project: %q", got)
	}
	if s := (&Job{}).Sources(); s != nil {
		t.Error("a job without a script has sources")
	}
}

// TestCandidates: a page in a folder speaks of that folder, a launcher of where it is started.
func TestCandidates(t *testing.T) {
	w := readied("-- docs/README.md --\nx\n-- docs/run.sh --\nx\n-- a.yaml --\nx: 1\n-- README.md --\nx\n")
	for _, c := range []struct {
		file, name, dir string
		page            bool
		want            []string
	}{
		{"docs/README.md", "a.yaml", "", true, []string{"docs/a.yaml", "a.yaml"}},
		{"docs/run.sh", "a.yaml", "", false, []string{"a.yaml", "docs/a.yaml"}},
		{"README.md", "a.yaml", "", true, []string{"a.yaml"}},
		{"docs/run.sh", "a.yaml", "sub", false, []string{"sub/a.yaml", "docs/sub/a.yaml", "a.yaml", "docs/a.yaml"}},
	} {
		file := w.file(c.file)
		got := w.candidates(&launch.Command{File: file, Dir: c.dir, OfPage: c.page}, c.name)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s of %s: %q, want %q", c.name, c.file, got, c.want)
		}
	}
}

// TestGaveUp: who asks is told which files are too complex, and of no other error.
func TestGaveUp(t *testing.T) {
	var told []string
	w := &Workspace{GaveUp: func(path string, _ *budget.Exceeded) { told = append(told, path) }}
	w.gaveUp("a.py", &budget.Exceeded{})
	w.gaveUp("b.py", errors.New("it is no Python"))
	w.gaveUp("c.py", nil)
	(&Workspace{}).gaveUp("d.py", &budget.Exceeded{})
	if len(told) != 1 || told[0] != "a.py" {
		t.Errorf("told of %q", told)
	}
}

// TestFilledTo: the length to which a function fills what a variable holds by hand.
func TestFilledTo(t *testing.T) {
	const fills = "    ids += [0] * (n - len(ids))\n"
	for _, c := range []struct{ name, body, want string }{
		{"ids", fills, "n"}, {"ids", "    ids = ids + [0] * (n - len(ids))\n", "n"}, {"ids", "    ids = other + [0] * (n - len(ids))\n", ""}, {"ids", "    ids = ids * [0] * (n - len(ids))\n", ""},
		{"ids", "    ids += [0] * (n + len(ids))\n", ""}, {"ids", "    ids += [0] * (n - len(x))\n", ""}, {"ids", "    ids += [0] * (n - size(ids))\n", ""}, {"ids", "    ids += [0] + (n - len(ids))\n", ""},
		{"ids", "    ids += (n - len(ids)) * [0]\n", "n"}, {"ids", "    ids += [0]\n", ""}, {"ids", "    ids += pad(n - len(ids))\n", ""}, {"ids", "    x += [0] * (n - len(x))\n", ""}, {"other", fills, ""},
		{"ids", "    k = n - len(ids)\n    ids += [0] * k\n", "n"}, {"ids", "    k = 1\n    k = n - len(ids)\n    ids += [0] * k\n", ""}, {"ids", "    k = n - len(ids)\n    k += 1\n    ids += [0] * k\n", ""},
		{"ids", "    k, m = n - len(ids), 3\n    ids += [0] * k\n", "n"}, {"ids", "    k, m = both()\n    ids += [0] * k\n", ""}, {"ids", "    if len(ids) < n:\n        ids += [0] * (n - len(ids))\n", "n"},
		{"ids", "    if short:\n        ids += [0] * (n - len(ids))\n", ""}, {"all", fills + "    all.append(ids)\n", "n"}, {"all", fills + "    all.append(torch.tensor(ids))\n", "n"}, {"all", fills + "    all.append(other(ids))\n", ""},
		{"all", fills + "    all.extend(ids)\n", ""}, {"all", fills + "    more.append(ids)\n", ""}, {"all", fills + "    all.append(ids, 1)\n", ""}, {"all", fills + "    all.append(f())\n", ""}, {"all", fills + "    append(ids)\n", ""},
		{"ids", "    for x in y:\n        ids += [0] * (n - len(ids))\n", "n"}, {"ids", "    a = ids = ids + [0] * (n - len(ids))\n", ""},
	} {
		m := moduleOf(t, "def f(ids):\n"+c.body)
		got := ""
		if e := filledTo(nth[*python.Function](t, m), c.name); e != nil {
			got = m.File.Slice(e.Span())
		}
		if got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.name, c.body, got, c.want)
		}
	}
}
