package job

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestClaims: of what several places say of a field the highest decides, of two of one rank the later, and who says
// something else is heard. A doubt of a higher rank makes it unknown; a default holds where nobody speaks.
func TestClaims(t *testing.T) {
	const micro, model = dialect.MicroBatch, dialect.Model
	said := func(f Found) Found { return f }
	for _, c := range []struct {
		name  string
		claim func(j *Job)
		want  string
	}{
		{"nobody", func(*Job) {}, "unknown"},
		{"a default", func(j *Job) { j.assume(micro, "8", "hf") }, "8 (hf) default"},
		{"a flag over a config", func(j *Job) {
			j.claim(micro, "2", byFlag, "flag", said(Found{Value: run.Int(2)}))
			j.claim(micro, "4", byConfig, "config", Found{Value: run.Int(4)})
		}, "2 (flag) over 4 (config)"},
		{"the last of two flags", func(j *Job) { j.claim(micro, "2", byFlag, "a", Found{}); j.claim(micro, "4", byFlag, "b", Found{}) }, "4 (b)"},
		{"the same twice", func(j *Job) { j.claim(micro, "2", byFlag, "a", Found{}); j.claim(micro, "2", byConfig, "b", Found{}) }, "2 (a)"},
		{"a word over a default", func(j *Job) { j.assume(micro, "8", "hf"); j.claim(micro, "2", byEngineConfig, "a", Found{}) }, "2 (a)"},
		{"a default of the script", func(j *Job) {
			j.claim(micro, "2", byScript, "a", Found{Default: true})
			j.claim(micro, "4", byEnvironment, "b", Found{})
		}, "4 (b)"},
		{"a default of the script over none", func(j *Job) { j.claim(micro, "2", byScript, "a", Found{Default: true}); j.assume(micro, "8", "hf") }, "2 (a) default"},
		{"no word", func(j *Job) { j.claim(micro, "", byScript, "a", Found{}) }, "unknown"},
		{"a word that is not understood", func(j *Job) {
			j.claim(micro, "4", byConfig, "a", Found{})
			j.claimWord(micro, "", byFlag, "b", Found{})
		}, "undecided"},
		{"a word that is understood", func(j *Job) { j.claimWord(micro, "4", byFlag, "b", Found{}) }, "4 (b)"},
		{"a doubt below", func(j *Job) { j.doubt(micro, byConfig); j.claim(micro, "4", byFlag, "a", Found{}) }, "4 (a)"},
		{"a doubt with a reason", func(j *Job) { j.assume(micro, "8", "hf"); j.doubtBecause(micro, byUnread, "a file") }, "undecided: a file"},
		{"a doubt below with a reason", func(j *Job) { j.claim(micro, "4", byConfig, "a", Found{}); j.doubtBecause(micro, byUnread, "a file") }, "4 (a)"},
		{"three", func(j *Job) {
			j.claim(micro, "1", byEngineConfig, "a", Found{})
			j.claim(micro, "2", byConfig, "b", Found{})
			j.claim(micro, "3", byScript, "c", Found{})
		}, "3 (c) over 2 (b) over 1 (a)"},
		{"no contest about a default", func(j *Job) {
			j.claim(micro, "2", byScript, "a", Found{Default: true})
			j.claim(micro, "4", byEngineConfig, "b", Found{})
		}, "4 (b)"},
	} {
		j := &Job{}
		c.claim(j)
		j.settle()
		got := "unknown"
		v, known := j.Fields[micro]
		switch {
		case known:
			got = fmt.Sprintf("%s (%s)", v.Text, v.From)
			if v.Default {
				got += " default"
			}
		case j.Undecided(micro):
			got = "undecided"
			if why := j.WhyUnknown(micro); why != "" {
				got += ": " + why
			}
		}
		for _, conflict := range j.Conflicts {
			if conflict.Field != micro || conflict.Winner.Text != v.Text {
				t.Errorf("%s: %+v", c.name, conflict)
			}
			got += fmt.Sprintf(" over %s (%s)", conflict.Loser.Text, conflict.Loser.From)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if slices.Contains(j.Unknown, micro) == known || !slices.Contains(j.Unknown, model) || slices.Contains(j.Unknown, dialect.Sharding) {
			t.Errorf("%s: unknown are %v", c.name, j.Unknown)
		}
		if known && j.WhyUnknown(micro) != "" {
			t.Errorf("%s: it is known, and unknown because %s", c.name, j.WhyUnknown(micro))
		}
	}
	j := &Job{}
	j.claim(dialect.Weights, "fp32", byScript, "a", Found{})
	j.claim(dialect.Weights, "bf16", byConfig, "b", Found{})
	j.doubt(dialect.Sharding, byConfig)
	j.settle()
	if len(j.Conflicts) > 0 || !slices.Contains(j.Unknown, dialect.Sharding) {
		t.Errorf("weights that are cast: %v; of a config that was not read: %v", j.Conflicts, j.Unknown)
	}
}

// TestFound: what a value of a script is, as a truth, a number, a text and in the words of configs.
func TestFound(t *testing.T) {
	items := func(list ...Found) Found { return Found{Items: list} }
	one, word := Found{Value: run.Int(1)}, Found{Value: run.Str("a")}
	for _, c := range []struct {
		of                                 Found
		truth, number, whole, text, config string
	}{
		{Found{Value: run.None}, "false", "-", "-", "None", "null"}, {Found{Value: run.Bool(true)}, "true", "1", "-", "True", "bool true"}, {Found{Value: run.Bool(false)}, "false", "0", "-", "False", "bool false"},
		{Found{Value: run.Int(3)}, "true", "3", "3", "3", "int 3 3"}, {Found{Value: run.Int(0)}, "false", "0", "0", "0", "int 0 0"}, {Found{Value: run.Float(0.5)}, "true", "0.5", "-", "0.5", "float 0.5"},
		{Found{Value: run.Float(0)}, "false", "0", "-", "0.0", "float 0"}, {word, "true", "-", "-", "a", "text a"}, {Found{Value: run.Str("")}, "false", "-", "-", "", "text "},
		{Found{Value: run.Symbol("torch.float16")}, "true", "-", "-", "torch.float16", "text torch.float16"}, {Found{}, "-", "-", "-", "", "-"}, {items(one), "true", "-", "-", "", "text 1,"}, {items(one, word), "true", "-", "-", "", "text 1,a"}, {items(one, Found{}), "true", "-", "-", "", "-"},
	} {
		truth, number, whole := "-", "-", "-"
		if v, known := c.of.Truth(); known {
			truth = fmt.Sprint(v)
		}
		if v, ok := c.of.Number(); ok {
			number = fmt.Sprint(v)
		}
		if v, ok := c.of.Int(); ok {
			whole = fmt.Sprint(v)
		}
		inConfig := "-"
		switch v := c.of.config(); v.Kind {
		case config.Null:
			inConfig = "null"
		case config.Bool:
			inConfig = fmt.Sprint("bool ", v.Bool)
		case config.Int:
			inConfig = fmt.Sprint("int ", v.Int, " ", v.Float)
		case config.Float:
			inConfig = fmt.Sprint("float ", v.Float)
		case config.String:
			inConfig = "text " + v.Text
		}
		if truth != c.truth || number != c.number || whole != c.whole || c.of.Text() != c.text || inConfig != c.config {
			t.Errorf("%v: %s, %s, %s, %q, %s", c.of.Value, truth, number, whole, c.of.Text(), inConfig)
		}
	}
	for _, c := range []struct {
		a, b run.Value
		want string
	}{
		{run.Int(1), run.Float(1), "true"}, {run.Int(1), run.Int(2), "false"}, {run.Symbol("a"), run.Symbol("a"), "true"}, {run.Symbol("a"), run.Symbol("b"), "false"}, {run.Symbol("a"), run.Str("a"), "false"}, {nil, run.Int(1), "-"}, {run.Int(1), nil, "-"},
	} {
		got := "-"
		if same, known := (Found{Value: c.a}).Same(Found{Value: c.b}); known {
			got = fmt.Sprint(same)
		}
		if got != c.want {
			t.Errorf("%v and %v are the same: %s, want %s", c.a, c.b, got, c.want)
		}
	}
	if f := (Found{Value: run.Int(1), Default: true}).notDefault(); f.Default || f.Value != run.Value(run.Int(1)) {
		t.Errorf("%+v", f)
	}
}

// TestWordsOfCommands: what the words of a command choose, and what they say by pairs.
func TestWordsOfCommands(t *testing.T) {
	for line, want := range map[string]string{
		"python train.py --config conf/a.yaml":            "config=a.yaml | config=conf/a.yaml",
		"python train.py conf/a.yaml":                     "conf/a.yaml= | ",
		"python train.py word":                            " | ",
		"python train.py --lr 0.1":                        " | lr=0.1",
		"python train.py --model_name_or_path o/m --fast": "model_name_or_path=m | model_name_or_path=o/m fast=True",
		"python train.py model=big out.dir=x":             "model=big | model=big out.dir=x",
		"python train.py model=$M":                        " | model=",
		"python train.py --config $C":                     " | config=",
		"python train.py --amp=false":                     " | amp=False",
		"python train.py --flag --n 3":                    " | flag=True n=3",
	} {
		s := launch.Read(source.New("run.sh", []byte(line+"\n")))
		l, ok := launch.Training(&s.Commands[0])
		if !ok {
			t.Fatal(line)
		}
		var chosen, given []string
		made := choices(&l)
		for _, name := range slices.Sorted(maps.Keys(made)) {
			chosen = append(chosen, name+"="+made[name])
		}
		for _, a := range flagArguments(l.Arguments, s.File) {
			given = append(given, a.key+"="+a.value.Text())
		}
		if got := strings.Join(chosen, " ") + " | " + strings.Join(given, " "); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	s := launch.Read(source.New("run.sh", []byte("torchrun tools/train.py --config-file a.yaml MODEL.WEIGHTS w.pth SOLVER.BASE_LR 0.1 word SOLVER\n")))
	l, _ := launch.Training(&s.Commands[0])
	var pairs []string
	for _, a := range pairArguments(&l) {
		pairs = append(pairs, a.key+"="+a.value.Text())
	}
	if got := strings.Join(pairs, " "); got != "MODEL.WEIGHTS=w.pth SOLVER.BASE_LR=0.1" {
		t.Error(got)
	}
	if got := strings.Join(optionsOf(&l), " "); got != "config-file" && got != "config_file" {
		t.Error(got)
	}
}
