package launch

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

// readMakefile follows every recipe line as its own shell, as make does, with
// the makefile's variables set.
func readMakefile(f *source.File, meter *budget.Meter) *Script {
	s := &Script{File: f, meter: meter}
	lines := logicalLines(f)
	vars := environment{}
	for _, l := range lines {
		if !l.recipe {
			assignMake(s.meter, vars, l.text)
		}
	}
	for _, l := range lines {
		if l.recipe {
			e := newEvaluator(s)
			e.vars = e.copied(vars)
			e.run(withVariables(vars, l.text))
		}
	}
	return s
}

// withVariables writes what a command begins with in the place of the variable that holds it, where that sets the
// environment first: PYTHON = PYTHONPATH=. python3, which a shell would not read so.
func withVariables(vars environment, command text) text {
	rest, ok := strings.CutPrefix(command.String(), "${")
	name, _, closed := strings.Cut(rest, "}")
	if !ok || !closed {
		return command
	}
	value := vars[name].first()
	set, _, sets := strings.Cut(value.String(), "=")
	if !sets || !value.known() || strings.ContainsAny(set, " \t/.-") {
		return command
	}
	written := slices.Clone(value)
	for i := range written {
		written[i].at = command[0].at // the command stands here
	}
	return append(written, command[len(name)+3:]...)
}

// makeLine is one logical line: backslash-joined lines count as one.
type makeLine struct {
	text   text
	recipe bool
}

func logicalLines(f *source.File) []makeLine {
	var out []makeLine
	for n := 1; n <= f.LineCount(); n++ {
		start := f.LineSpan(n).Start
		for strings.HasSuffix(f.Slice(f.LineSpan(n)), `\`) && n < f.LineCount() {
			n++
		}
		t := ofFile(f, source.Span{Start: start, End: f.LineSpan(n).End})
		if len(t) == 0 || t[0].b == '#' {
			continue
		}
		l := makeLine{recipe: t[0].b == '\t'}
		if l.recipe {
			for len(t) > 0 && strings.IndexByte("\t @-+", t[0].b) >= 0 {
				t = t[1:]
			}
		}
		l.text = makeToShell(t)
		out = append(out, l)
	}
	return out
}

// makeToShell writes $(NAME) as ${NAME} and $$ as $; a call of a make function
// becomes a variable that nobody sets.
func makeToShell(t text) text {
	var out text
	for i := 0; i < len(t); i++ {
		if t[i].b != '$' || i+1 >= len(t) {
			out = append(out, t[i])
			continue
		}
		switch t[i+1].b {
		case '$':
			out = append(out, t[i])
			i++
		case '(', '{':
			end := closing(t, i+1)
			out = append(out, makeReference(t[i:end])...)
			i = end - 1
		case '@', '<', '^', '*':
			out = append(out, plain("${_}", 0)...)
			i++
		default:
			out = append(out, t[i])
		}
	}
	return out
}

func makeReference(t text) text {
	if len(t) < 3 {
		return plain("${_}", 0)
	}
	name := t[2 : len(t)-1]
	if found := foundPython(name); found != nil {
		return found
	}
	if strings.ContainsAny(name.String(), " ,:$") || len(name) == 0 {
		return plain("${_}", 0)
	}
	out := append(text{t[0], {'{', t[1].at, 0}}, name...)
	return append(out, cell{'}', t[len(t)-1].at, 0})
}

// foundPython is the interpreter that $(shell …) looks for: the last one that it may say, where it says nothing else
// (`test -x .venv/bin/python && echo .venv/bin/python || echo python3`, `which python3`); nil for anything else.
func foundPython(call text) text {
	s, ok := strings.CutPrefix(call.String(), "shell ")
	if !ok {
		return nil
	}
	var found text
	before, at := "", len(call)-len(s)
	for at < len(call) {
		for at < len(call) && strings.IndexByte(" \t();&|", call[at].b) >= 0 {
			at++
		}
		start := at
		for at < len(call) && strings.IndexByte(" \t();&|", call[at].b) < 0 {
			at++
		}
		word, says := call[start:at].String(), before == "echo" || before == "which" || before == "-v"
		before = word
		if !says {
			continue
		}
		if !IsPython(word) {
			return nil
		}
		found = call[start:at]
	}
	return found
}

// closing is the offset behind the bracket that matches the one at open.
func closing(t text, open int) int {
	depth := 0
	for i := open; i < len(t); i++ {
		switch t[i].b {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
			if depth == 0 {
				return i + 1
			}
		}
	}
	return len(t)
}

// assignMake reads NAME = value, :=, ?= and +=; the value may use variables
// that are set above it.
func assignMake(meter *budget.Meter, vars environment, t text) {
	s := t.String()
	eq := strings.IndexByte(s, '=')
	if eq < 0 {
		return
	}
	head := strings.TrimRight(s[:eq], "?:+! \t")
	name := strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(head), "export "), "override "))
	if name == "" || strings.ContainsAny(name, " \t:$(){}#") {
		return
	}
	value := trimText(t[eq+1:])
	if i := strings.Index(value.String(), " #"); i >= 0 {
		value = trimText(value[:i])
	}
	expanded := expandMake(meter, vars, value)
	if strings.HasSuffix(strings.TrimSpace(s[:eq]), "+") {
		expanded = join([]text{vars[name].first(), expanded})
	}
	v := scalar(expanded)
	v.exported = strings.HasPrefix(strings.TrimSpace(head), "export ")
	vars.set(name, v)
}

func expandMake(meter *budget.Meter, vars environment, t text) text {
	var out text
	for i := 0; i < len(t); i++ {
		if len(out) > maxText {
			return plain("$", unknown)
		}
		if t[i].b == '$' && i+1 < len(t) && t[i+1].b == '{' {
			end := closing(t, i+1)
			v, ok := vars[t[i+2:max(i+2, end-1)].String()]
			if !ok {
				out = append(out, t[i:end].with(unknown, 0)...)
			} else {
				out = append(out, v.first()...)
			}
			meter.Spend(len(out))
			i = end - 1
			continue
		}
		out = append(out, t[i])
	}
	meter.Spend(len(out))
	return out
}

func trimText(t text) text {
	for len(t) > 0 && (isSpace(t[0].b) || t[0].b == '\\') {
		t = t[1:]
	}
	for len(t) > 0 && isSpace(t[len(t)-1].b) {
		t = t[:len(t)-1]
	}
	return t
}
