package job

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/run"
)

// TestModels: which models the jobs of small programs train, what they are made with, what happens to them, and what
// their loops find bound. Behind each program stands what follows from what Python and torch do with it; "?" and a
// reason is what nobody can know. -update writes it, and you read it.
func TestModels(t *testing.T) { compareProjects(t, "testdata/models.txt", "models", modelsOf) }

// modelsOf tells of each job of some files the models that it trains, and its loop.
func modelsOf(files string) string {
	if !strings.HasPrefix(files, "-- ") {
		files = "-- train.py --\n" + files
	}
	w := workspace(files)
	w.Loops = true
	var lines []string
	say := func(line string, words ...any) {
		lines = append(lines, strings.TrimRight(fmt.Sprintf(line, words...), " "))
	}
	doubt := func(of string, d *Doubt) {
		if d != nil {
			say("    %s: %s%s", of, d.Why, shownAt(d.At))
		}
	}
	for _, j := range Find(w) {
		say("%s", j.Name)
		if method := show(j, dialect.Method); method != "?" || len(j.Said(dialect.Method)) > 0 {
			say("  method %s, model %s", method, show(j, dialect.Model))
		}
		if s := j.Stage; s != nil {
			say("  stage %d of %d, trainable %d", s.Number, s.Count, s.Trainable)
		}
		if j.Library {
			say("  of a library")
		}
		for _, l := range j.Loads {
			say("  loads %s frozen=%t%s", l.Class, l.Frozen, shownAt(l.In.Place(l.Call())))
		}
		for _, own := range j.Own {
			held := "some of it"
			if own.Held != nil {
				held = strings.Join(own.Held, " ")
				if slices.Contains(own.Held, "") {
					held = "all of it"
				}
			}
			say("  trains %s of %s", held, givenText(own.Made))
			for _, c := range own.After {
				say("    then %s%s", changeText(c), shownAt(c.At))
			}
			if own.Frozen {
				say("    some of it may be frozen")
			}
			if own.Fed != nil {
				say("    fed %v", own.Fed)
			}
			doubt("beside", own.Beside)
			doubt("hooked", own.Hooked)
			doubt("recast", own.Recast)
			doubt("doubt", own.Doubt)
		}
		doubt("which", j.OwnDoubt)
		if l := j.Loop; l != nil {
			say("  loop%s inside=%t around=%d backward=%d", shownAt(l.At), l.Inside, len(l.Around), len(l.Backward))
			for _, name := range slices.Sorted(maps.Keys(l.Names)) {
				if v := l.Names[name]; v.Kind == GivenSymbol && v.Name == name {
					continue // torch = torch
				}
				say("    %s = %s", name, givenText(l.Names[name]))
			}
			for _, name := range slices.Sorted(maps.Keys(l.Models)) {
				say("    of the module: %s = %s", name, givenText(l.Models[name]))
			}
			told := map[string]string{}
			for at, given := range l.Told {
				told[shownAt(Place{File: w.Open(at.Path), Span: at.Span})] = givenText(given)
			}
			for _, at := range slices.Sorted(maps.Keys(told)) {
				say("    told%s: %s", at, told[at])
			}
			if fit := l.Fit; fit != nil {
				say("    fits %s to %s and %s", givenText(fit.Model), givenText(fit.Data), givenText(fit.Loaders))
			}
			if slices.Sort(l.Unbound); len(l.Unbound) > 0 {
				say("    unbound: %s", strings.Join(l.Unbound, " "))
			}
			for _, own := range l.Beside {
				say("    beside: %s", givenText(own.Made))
				doubt("  doubt", own.Doubt)
			}
		}
	}
	if lines == nil {
		return "no job"
	}
	return strings.Join(lines, "\n")
}

func shownAt(p Place) string {
	if p.File == nil {
		return ""
	}
	return fmt.Sprintf(" @ %s:%d", p.File.Path, p.Line())
}

func changeText(c Change) string {
	if c.Set != "" {
		return strings.TrimPrefix(c.Path+"."+c.Set, ".") + " = " + givenText(c.Value)
	}
	on := c.Path
	if on == "" {
		on = "it"
	}
	return on + "." + c.Method + "(" + strings.Join(argumentTexts(c.Call), ", ") + ")"
}

// givenText is a value as Python has it, nearly.
func givenText(v *Given) string {
	if v == nil {
		return "nothing"
	}
	items := make([]string, len(v.Items))
	for i, item := range v.Items {
		switch {
		case v.Kind == GivenCall && item == v:
		case len(v.Keys) == len(v.Items) && len(v.Keys) > 0:
			items[i] = givenText(v.Keys[i]) + ": " + givenText(item)
		default:
			items[i] = givenText(item)
		}
	}
	list := strings.Join(items, ", ")
	switch v.Kind {
	case GivenConstant:
		if s, ok := v.Constant.(run.Str); ok {
			return "'" + string(s) + "'"
		}
		if run.IsNone(v.Constant) {
			return "None"
		}
		return fmt.Sprint(v.Constant)
	case GivenSymbol, GivenDefinition:
		return v.Name
	case GivenWith, GivenAttributes:
		return givenText(v.Of) + "{" + strings.Join(argumentTexts(v), ", ") + "}"
	case GivenTuple:
		return "(" + list + ")"
	case GivenList:
		return "[" + list + "]"
	case GivenSet:
		return "set(" + list + ")"
	case GivenDict:
		if v.ByName {
			return "by name {" + list + "}"
		}
		return "{" + list + "}"
	case GivenCall:
		first := ""
		if v.First {
			first = "first of "
		}
		return first + givenText(v.Of) + "(" + strings.Join(argumentTexts(v), ", ") + ")"
	case GivenPartial:
		return "partial(" + strings.Join(append([]string{givenText(v.Of)}, argumentTexts(v)...), ", ") + ")"
	case GivenItem:
		return givenText(v.Of) + "[" + givenText(v.Keys[0]) + "]"
	case GivenAttribute:
		return givenText(v.Of) + "." + v.Name
	case GivenLambda:
		with := strings.Join(argumentTexts(v), ", ")
		if v.Of != nil {
			with += " by default " + strings.Join(argumentTexts(v.Of), ", ")
		}
		return "lambda{" + with + "}"
	}
	return "?" + v.Why
}

func argumentTexts(v *Given) (list []string) {
	for i, item := range v.Items {
		name := ""
		if i < len(v.Names) && v.Names[i] != "" {
			name = v.Names[i] + "="
		}
		list = append(list, name+givenText(item))
	}
	return list
}
