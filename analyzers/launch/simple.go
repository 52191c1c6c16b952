package launch

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/source"
)

// simple evaluates a simple command: assignments, builtins that change what
// follows, function calls, and everything else as a command line.
func (e *evaluator) simple(s *syntax.Stmt, c *syntax.CallExpr) {
	e.meter.Spend(10)
	if len(c.Args) == 0 {
		for _, a := range c.Assigns {
			e.assign(a, false)
		}
		return
	}
	if name, value, ok := e.ofPowerShell(c.Args); ok {
		e.vars.set(name, variable{elements: []text{value}, exported: true})
		return
	}
	var words []Word
	var texts []text
	for _, w := range e.uncommented(c.Args) {
		for _, field := range e.fields(w) {
			texts = append(texts, field)
			words = append(words, field.word(e.span(w)))
		}
	}
	if len(words) == 0 {
		return
	}
	if e.builtin(words, texts) {
		return
	}
	env := e.exported()
	for _, a := range c.Assigns {
		switch {
		case a.Name == nil || a.Array != nil:
		case a.Value == nil:
			env[a.Name.Value] = text(nil).word(e.span(a.Name))
		default:
			env[a.Name.Value] = e.joined(a.Value).word(e.span(a.Value))
		}
	}
	e.emit(Command{File: e.script.File, Span: e.span(s), Env: env, Words: words, Dir: e.dir, Slurm: e.script.Slurm}, texts)
}

// ofPowerShell reads what sets a variable of the environment there, as pages for people on Windows show it:
// $env:EPOCHS=1, $env:EPOCHS = "1".
func (e *evaluator) ofPowerShell(args []*syntax.Word) (name string, value text, ok bool) {
	parts := args[0].Parts
	if len(parts) < 2 {
		return "", nil, false
	}
	of, isParameter := parts[0].(*syntax.ParamExp)
	rest, isText := parts[1].(*syntax.Lit)
	if !isParameter || !isText || of.Param == nil || !of.Short || !strings.EqualFold(of.Param.Value, "env") {
		return "", nil, false
	}
	name, _, _ = strings.Cut(strings.TrimPrefix(rest.Value, ":"), "=")
	if !strings.HasPrefix(rest.Value, ":") || !syntax.ValidName(name) {
		return "", nil, false
	}
	switch whole := e.joined(args[0]); {
	case strings.Contains(rest.Value, "=") && len(args) == 1:
		return name, whole[slices.IndexFunc(whole, func(c cell) bool { return c.b == '=' })+1:], true
	case len(parts) == 2 && len(args) == 3 && args[1].Lit() == "=":
		return name, e.joined(args[2]), true
	}
	return "", nil, false
}

// commentLine is a comment on the line behind a continuation.
var commentLine = pattern.New(`\\\r?\n\s*#`)

// uncommented cuts the arguments at a commented-out line among continued ones:
// for the shell the command ends there (the line behind it is the next command),
// the parser reads on.
func (e *evaluator) uncommented(args []*syntax.Word) []*syntax.Word {
	for i := 1; i < len(args); i++ {
		start, end := int(args[i-1].End().Offset()), int(args[i].Pos().Offset())
		if end-start > 3 && end <= len(e.source) && commentLine.MatchString(e.source[start:end].String()) {
			return args[:i]
		}
	}
	return args
}

// builtin handles the commands whose effect is on the script itself.
func (e *evaluator) builtin(words []Word, texts []text) bool {
	if f, ok := e.functions[words[0].Text]; ok && words[0].Known {
		e.call(f, texts[1:], true)
		return true
	}
	switch words[0].Text {
	case "cd", "pushd":
		e.changeDir(texts[1:])
	case "popd":
		e.dir = ""
	case "eval":
		e.follow(join(texts[1:]))
	case "source", ".":
		if len(words) > 1 && words[1].Known {
			e.sourceFile(words[1].Text)
		}
	case "read", "mapfile", "readarray", "getopts":
		for _, w := range words[1:] {
			if syntax.ValidName(w.Text) {
				e.vars.set(w.Text, scalar(plain("$"+w.Text, unknown)))
			}
		}
	case "unset":
		for _, w := range words[1:] {
			delete(e.vars, w.Text)
		}
	case "set":
		if i := slices.IndexFunc(words, func(w Word) bool { return w.Text == "--" }); i >= 0 {
			e.arguments, e.inCall = texts[i+1:], true
		}
	case "shift":
		n := 1
		if len(words) > 1 && words[1].Known {
			n, _ = strconv.Atoi(words[1].Text)
		}
		if e.inCall && n >= 0 {
			e.arguments = e.arguments[min(n, len(e.arguments)):]
		}
	case "break", "continue", "return", "exit":
		return e.jumps(words[0].Text)
	default:
		return false
	}
	return true
}

// jumps follows what leaves a lap, a loop, a function or the script, where it is certain that it comes to this. What
// nobody is known to call is shown as it is written; a function is always called.
func (e *evaluator) jumps(name string) bool {
	switch {
	case name == "return":
		if e.inCall && e.locals != nil && e.undecided == e.atCall {
			e.way = isReturns
		}
	case !e.called:
		return false
	case name == "exit" && e.undecided == 0:
		e.way = isOver
	case name == "break" && e.undecided == e.atLoop:
		e.way = leaves
	case name == "continue" && e.undecided == e.atLoop:
		e.way = skips
	}
	return true
}

// sourceFile follows what another file sets. What it starts are commands of that file, and no byte of it has a place in
// this one.
func (e *evaluator) sourceFile(name string) {
	if e.script.open == nil {
		return
	}
	f := e.script.open(e.dir, name)
	if f == nil {
		return
	}
	err := e.script.Err
	e.sourcing++
	e.follow(plain(string(f.Text), 0))
	e.sourcing--
	e.script.Err = err
}

// emit takes the wrappers off a command and keeps it; text given to a shell
// with -c is followed instead.
func (e *evaluator) emit(c Command, texts []text) {
	n := unwrap(&c)
	if inner, ok := shellText(c.Words, texts[n:]); ok && (n > 0 || len(c.Words) > 1) {
		e.follow(inner)
		return
	}
	if len(c.Words) > 0 && e.sourcing == 0 {
		e.script.Commands = append(e.script.Commands, c)
	}
}

// shellText is the text that bash -c would run, or that a batch system or a terminal is told to run.
func shellText(words []Word, texts []text) (text, bool) {
	if len(words) == 0 {
		return nil, false
	}
	switch path.Base(words[0].Text) {
	case "bash", "sh", "zsh":
		return shellArgument(words, texts)
	case "sbatch":
		for i, w := range words {
			if value, ok := strings.CutPrefix(w.Text, "--wrap="); ok {
				return texts[i][len(texts[i])-len(value):].with(0, quoted), true
			}
			if w.Text == "--wrap" && i+1 < len(words) {
				return texts[i+1].with(0, quoted), true
			}
		}
	case "tmux":
		if len(words) < 2 ||
			!slices.Contains(
				[]string{"new", "new-session", "new-window", "neww", "split-window", "send-keys", "send"},
				words[1].Text,
			) {
			return nil, false
		}
		return spaced(words, texts)
	}
	if len(words) == 1 { // what is left of oarsub "python train.py --lr 1"
		return spaced(words, texts)
	}
	return nil, false
}

// spaced is the first word that is a command line by itself.
func spaced(words []Word, texts []text) (text, bool) {
	for i, w := range words {
		if strings.Contains(strings.TrimSpace(w.Text), " ") {
			return texts[i].with(0, quoted), true
		}
	}
	return nil, false
}

// shellArgument is the text behind -c.
func shellArgument(words []Word, texts []text) (text, bool) {
	if len(words) < 3 {
		return nil, false
	}
	for i, w := range words[1 : len(words)-1] {
		if len(w.Text) >= 2 && w.Text[0] == '-' && w.Text[1] != '-' && w.Text[len(w.Text)-1] == 'c' {
			return texts[i+2].with(0, quoted), true
		}
		if len(w.Text) == 0 || w.Text[0] != '-' {
			return nil, false
		}
	}
	return nil, false
}

func (e *evaluator) exported() map[string]Word {
	env := map[string]Word{}
	e.meter.Spend(len(e.vars) / 8)
	for name, v := range e.vars {
		if v.exported && !v.array {
			env[name] = v.first().word(source.Span{})
		}
	}
	return env
}

func (e *evaluator) declare(c *syntax.DeclClause) {
	export, own := c.Variant.Value == "export", e.locals != nil && slices.Contains(scoped, c.Variant.Value)
	for _, a := range c.Args {
		if a.Naked && a.Name == nil {
			if flags := a.Value.Lit(); strings.HasPrefix(flags, "-") {
				export = export || strings.Contains(flags, "x")
				own = own && !strings.Contains(flags, "g")
			}
			continue
		}
		if own {
			e.hide(a.Name.Value)
		}
		e.assign(a, export)
	}
}

// scoped are the words that make a variable the function's own.
var scoped = []string{"local", "declare", "typeset"}

// hide begins a variable of the function's own.
func (e *evaluator) hide(name string) {
	if _, known := e.locals[name]; known {
		return
	}
	outer, set := e.vars[name]
	e.locals[name] = local{outer, set}
}

func (e *evaluator) assign(a *syntax.Assign, export bool) {
	name := a.Name.Value
	v := e.vars[name]
	v.exported = v.exported || export
	switch {
	case a.Naked:
		if _, set := e.vars[name]; !set {
			return
		}
	case a.Index != nil:
		v.elements, v.array = []text{plain("$"+name, unknown)}, true
	case a.Array != nil:
		v = e.assignArray(v, a)
	case a.Append && a.Value != nil:
		e.meter.Spend(len(v.first()) + len(v.elements))
		v.elements = append(
			[]text{append(slices.Clone(v.first()), e.joined(a.Value)...)},
			v.elements[min(1, len(v.elements)):]...)
	case a.Value != nil:
		v.elements, v.array = []text{e.joined(a.Value)}, false
	default:
		v.elements, v.array = []text{nil}, false
	}
	e.vars[name] = v
}

func (e *evaluator) assignArray(v variable, a *syntax.Assign) variable {
	var elements []text
	if a.Append {
		e.meter.Spend(len(v.elements))
		elements = slices.Clone(v.elements)
	}
	for _, el := range a.Array.Elems {
		if el.Value != nil {
			elements = append(elements, e.fields(el.Value)...)
		}
	}
	v.elements, v.array = elements, true
	return v
}

// join puts words back into one text, a blank between them.
func join(words []text) text {
	var out text
	for i, w := range words {
		if i > 0 {
			out = append(out, cell{' ', -1, 0})
		}
		out = append(out, w.with(0, quoted)...)
	}
	return out
}
