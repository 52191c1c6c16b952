package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
)

// maxSpawned bounds the commands that are looked at of one call: a loop over a grid of values is one experiment.
const maxSpawned = 16

// spawned makes jobs of the commands that a program starts: subprocess.run([sys.executable, "train.py", …]),
// os.system(f"python train.py --lr {lr}").
func (f *finder) spawned(p string) {
	file := f.w.file(p)
	if file == nil || IsTest(p) || !knowledge.HoldsSpawn(file.Text) || !knowledge.HoldsLauncher(file.Text) ||
		!knowledge.StartsPython(file.Text) {
		return
	}
	m := f.w.Module(p)
	if m == nil {
		return
	}
	var starting []*python.Call
	for _, c := range m.AllCalls() {
		if knowledge.StartsCommand(m.Resolve(c.Func)) {
			starting = append(starting, c)
		}
	}
	if len(starting) == 0 {
		return
	}
	starter := &Job{}
	starter.Program = f.program(m, starter)
	seen := map[string]bool{}
	var list []launch.Launch
	for _, c := range starting {
		for _, command := range starter.Program.startedBy(c) {
			if l, ok := launch.Training(&command); ok && !seen[identity(&command)] {
				seen[identity(&command)] = true
				list = append(list, l)
			}
		}
	}
	starter.Program.run.end(starter)
	for _, l := range list {
		f.launched(l)
	}
}

// startedBy are the commands that a call starts in this run.
func (p *Program) startedBy(c *python.Call) (list []launch.Command) {
	file, span := p.File(), c.Span()
	for _, call := range p.calls(c) {
		if len(list) >= maxSpawned {
			return list
		}
		what, _ := call.Argument("args", 0)
		if what == nil {
			what, _ = call.Argument("command", 0)
		}
		dir := ""
		if v, _ := call.Argument("cwd", -1); v != nil {
			dir = p.run.found(v).Text()
		}
		if words := p.wordsOf(p.run.found(what).Items, span); len(words) > 0 {
			list = append(list, launch.OfWords(file, span, dir, words)...)
		} else if text, _ := p.typed(what, 0); strings.Contains(text, " ") {
			list = append(list, launch.OfText(file, span, dir, text)...)
		}
	}
	return list
}

// wordsOf are the words of a command's list; those of which nothing is known stay words.
func (p *Program) wordsOf(items []Found, span source.Span) (words []launch.Word) {
	for _, item := range items {
		w := launch.Word{Span: span, Origin: span}
		if item.Place.File == p.File() && item.Place.Span.Len() > 0 {
			w.Origin = item.Place.Span
		}
		w.Text, w.Known = p.typed(item.Value, 0)
		words = append(words, w)
	}
	return words
}

// maxTyped bounds how deep a text is looked into for what is known of it.
const maxTyped = 4

// unknownText stands for what is not known of a command.
const unknownText = "${_}"

// typed is a value as it stands in a command, and whether all of it is known.
func (p *Program) typed(v run.Value, depth int) (text string, known bool) {
	v = run.Bare(v)
	if s, ok := v.(run.Symbol); ok && s == "sys.executable" {
		return "python", true
	}
	if run.Known(v) && !run.IsNone(v) {
		return run.Text(v), true
	}
	if p.interpreter(v, depth) {
		return "python", true
	}
	o, ok := v.(*run.Object)
	if !ok || depth == maxTyped {
		return unknownText, false
	}
	var parts []run.Value
	between := ""
	switch literal, _ := o.At.Node.(*python.String); {
	case o.Operator == "format" && literal != nil:
		return p.template(o, literal, depth)
	case o.Operator == "+":
		parts = o.Operands
	case o.Operator == "/":
		parts, between = o.Operands, "/"
	case o.Made != nil && o.Made.Callee != nil:
		for _, a := range o.Made.Args {
			parts = append(parts, a.Value)
		}
		switch callee, _ := o.Made.Callee.(run.Symbol); callee {
		case "os.path.join", "pathlib.Path":
			between = "/"
		case "str", "shlex.split", "shlex.quote", "os.fspath", "os.path.abspath":
		default:
			return unknownText, false
		}
	}
	if len(parts) == 0 {
		return unknownText, false
	}
	known = true
	for i, part := range parts {
		one, sure := p.typed(part, depth+1)
		if i > 0 {
			text += between
		}
		text, known = text+one, known && sure
	}
	return text, known
}

// interpreter reports whether a value is one of several interpreters of Python: that of the project's environment,
// where it has one.
func (p *Program) interpreter(v run.Value, depth int) bool {
	list := run.Alternatives(v)
	return len(list) > 1 && depth < maxTyped && !slices.ContainsFunc(list, func(one run.Value) bool {
		text, _ := p.typed(one, depth+1) // wherever the environment lies, its interpreter is one
		return !launch.IsPython(text)
	})
}

// template is an f-string, or several side by side, of which not all is known.
func (p *Program) template(o *run.Object, literal *python.String, depth int) (text string, known bool) {
	if o.At.Unit == nil || len(o.Operands) != len(literal.Parts) {
		return unknownText, false
	}
	raw := o.At.Unit.Module.File.Slice(literal.Span())
	values := o.Operands
	known = true
	var b strings.Builder
	for len(raw) > 0 {
		prefix, quote, ok := knowledge.StringStart(raw)
		if !ok {
			return unknownText, false
		}
		raw = raw[len(prefix)+len(quote):]
		end := strings.Index(raw, quote)
		if end < 0 {
			return unknownText, false
		}
		inside := raw[:end]
		raw = strings.TrimLeft(raw[end+len(quote):], " \t\r\n\\")
		if !strings.ContainsAny(prefix, "fF") {
			b.WriteString(escapes.Replace(inside))
			continue
		}
		for len(inside) > 0 {
			open := strings.IndexByte(inside, '{')
			if open < 0 {
				b.WriteString(escapes.Replace(inside))
				break
			}
			b.WriteString(escapes.Replace(inside[:open]))
			if strings.HasPrefix(inside[open:], "{{") {
				b.WriteByte('{')
				inside = inside[open+2:]
				continue
			}
			closing := strings.IndexByte(inside[open:], '}')
			if closing < 0 || len(values) == 0 {
				return unknownText, false
			}
			one, sure := p.typed(values[0], depth+1)
			b.WriteString(one)
			known, values, inside = known && sure, values[1:], inside[open+closing+1:]
		}
	}
	return b.String(), known && len(values) == 0
}

var escapes = strings.NewReplacer("}}", "}", "\\\n", " ", `\n`, "\n", `\"`, `"`, `\'`, `'`, `\t`, " ")
