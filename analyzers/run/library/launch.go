package library

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Launch is how a program is started: what its command line and its environment say, and which files it finds.
type Launch struct {
	// Open: there may be more words than these.
	Open bool
	// Alone: no launcher starts the script, which is known to train.
	Alone bool
	// Script is sys.argv[0].
	Script string
	// Words are the arguments behind the script.
	Words []Word
	// Commanded: a command starts the program, whose words these are.
	Commanded bool
	// Refused are the words at which the first parser of the program ends the run, once it has run.
	Refused []RefusedOption
	// Environment is a variable that the command line or its launcher sets; set is false when neither does, and the
	// value is nil when only the run knows it.
	Environment func(name string) (v *run.Located, set bool)
}

// Word is one argument.
type Word struct {
	Text string
	// Known is false for a word, or a part of one, that only the run knows.
	Known  bool
	Origin run.Origin
	// Behind is the part behind the first "=", nil for a word without one.
	Behind *Word
}

// value is the word as the program sees it in sys.argv.
func (w Word) value(m *run.Machine) run.Value {
	if !w.Known {
		return m.Unknown("a word of the command line that only the run knows")
	}
	return &run.Located{Value: run.Str(w.Text), Origin: w.Origin}
}

// argv is sys.argv.
func (l Library) argv(m *run.Machine) run.Value {
	if l.Launch == nil {
		return nil
	}
	if v := m.Get(m.State(), argvField); v != nil {
		return v
	}
	list := []run.Value{run.Str(l.Launch.Script)}
	for _, w := range l.Launch.Words {
		list = append(list, w.value(m))
	}
	v := m.List(list, &run.Call{})
	m.Begin(m.State(), argvField, v)
	return v
}

const argvField = "sys.argv"

// environment is a variable that the program asks for; nil when nothing is known of how it is started.
func (l Library) environment(m *run.Machine, name string, otherwise run.Value) run.Value {
	if l.Launch == nil {
		return nil
	}
	if l.Launch.Environment != nil {
		if v, set := l.Launch.Environment(name); set {
			if v == nil {
				return m.Unknown("a variable of the environment that only the run knows")
			}
			return v
		}
	}
	if otherwise == nil {
		return nil
	}
	return asDefault(otherwise, run.Origin{})
}

// hasVariable reports whether the environment has a variable that a launcher of several processes hands to each of
// them: "RANK" in os.environ, which no process has that was started alone. Nil for one that the user may have set.
func (l Library) hasVariable(name string) run.Value {
	if l.Launch == nil || l.Launch.Environment == nil || !knowledge.SaysRank(name) {
		return nil
	}
	_, set := l.Launch.Environment(name)
	return run.Bool(set)
}

// getenv is os.environ.get(name, otherwise).
func (l Library) getenv(m *run.Machine, c *run.Call) run.Value {
	name, ok := argument(c, "key", 0).(run.Str)
	if !ok {
		return nil
	}
	otherwise, _ := c.Argument("default", 1)
	if otherwise == nil {
		otherwise = run.None
	}
	if v := l.environment(m, string(name), otherwise); v != nil {
		if l, ok := v.(*run.Located); ok && l.Default && l.Origin.File == nil {
			return asDefault(l, m.Origin(c.At))
		}
		return v
	}
	return nil
}

// argument is an argument for who looks at it; nil for none.
func argument(c *run.Call, name string, position int) run.Value {
	v, _ := c.Argument(name, position)
	return run.Bare(v)
}

// asDefault is a value that holds because nobody says otherwise; at is where it is declared when it says nothing
// itself.
func asDefault(v run.Value, at run.Origin) run.Value {
	if l, ok := v.(*run.Located); ok && l.Origin.File != nil {
		out := *l
		out.Default = true
		return &out
	}
	return run.LocatedAt(v, at, true)
}

// Guess is a word whose type nobody says: the number, boolean or None it looks like, else text.
func Guess(text string) run.Value {
	switch v := config.CommandLine.TextValue(strings.TrimSpace(text)); v.Kind {
	case config.Int:
		return run.Int(v.Int)
	case config.Float:
		return run.Float(v.Float)
	case config.Bool:
		return run.Bool(v.Bool)
	}
	switch text {
	case "None", "null", "none":
		return run.None
	}
	return run.Str(text)
}

// symbolAttribute is an attribute or item of something of a library: sys.argv, os.environ["RANK"].
func (l Library) symbolAttribute(m *run.Machine, s run.Symbol, name string) run.Value {
	if brought, star := strings.CutPrefix(name, "* "); star { // from fastai.vision import *
		if path := knowledge.BroughtByStar(string(s), brought); path != "" {
			return run.Symbol(path)
		}
		return nil
	}
	switch {
	case s == "sys" && name == "argv":
		return l.argv(m)
	case s == abslFlags:
		return l.abslFlag(m, name)
	case string(s)+"."+name == knowledge.TrackedSettings:
		return trackedSettings(m)
	case s == "os.environ" && strings.HasPrefix(name, run.ItemOf):
		return l.environment(m, name[len(run.ItemOf):], nil)
	case s == "os.environ" && strings.HasPrefix(name, run.HasItem):
		return l.hasVariable(name[len(run.HasItem):])
	}
	if n, ok := python.MathConstant(string(s) + "." + name); ok {
		return run.Float(n)
	}
	return nil
}
