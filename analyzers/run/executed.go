package run

import (
	"slices"
	"strings"
	"unicode"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// executed is exec(text). What a file of the project says is run among the names of whoever asks, as nanoGPT's
// configurator.py is (`exec(open("configurator.py").read())`); of any other text nobody knows which names it binds.
func executed(m *Machine, c *Call, at python.Node) Value {
	for i := 1; i < len(c.Args); i++ { // among other names
		switch o := argument(m, c, i).(type) {
		case *Object:
			if o.Kind == Dict {
				m.set(o, contents, &entries{rest: m.unknown(at, "bound by what exec runs"), unordered: true})
			}
		case *Member: // globals()
			if unit, ok := o.namesOf(); ok {
				m.forgetConstants(unit, at)
			}
		}
	}
	if len(c.Args) > 1 {
		return None
	}
	unit, script := m.namesHere(), m.readOf(given(m, c, 0))
	if unit == nil {
		return None // the names of a function are not changed by it
	}
	if script == nil || script == unit.Module || m.frame.depth >= maxDepth || !m.spend(2) {
		m.forgetConstants(unit, at)
		return None
	}
	inside := m.Unit(script, unit.Name)
	if unit.deferred == nil {
		unit.deferred = map[string]*python.Alias{}
	}
	inside.deferred = unit.deferred
	m.inFrame(&frame{unit: inside, scope: unit.scope}, func() { m.block(script.Body) })
	return None
}

// namesHere is the module whose names are the local ones where the run stands; nil inside of a function or class.
func (m *Machine) namesHere() *Unit {
	if s := m.frame.scope; s.parent == nil && s.lexical != nil {
		return s.unit
	}
	return nil
}

// module is the module whose names are the global ones where the run stands.
func (m *Machine) module() *Unit {
	s := m.frame.scope
	for s.parent != nil {
		s = s.parent
	}
	if s.lexical == nil || s.unit == nil {
		return m.frame.unit
	}
	return s.unit
}

// readOf is the file of the project whose text a value is: open(path).read(); nil for any other.
func (m *Machine) readOf(v Value) *python.Module {
	if m.Script == nil {
		return nil
	}
	read := madeBy(v)
	if read == nil {
		return nil
	}
	method, ok := read.Callee.(*Member)
	if !ok || method.Name != "read" {
		return nil
	}
	opened := madeBy(method.Object)
	if opened == nil || opened.Callee != Value(Symbol("open")) && opened.Callee != Value(Symbol("io.open")) {
		return nil
	}
	path, _ := opened.Argument("file", 0)
	if name, ok := Bare(m.here(path)).(Str); ok {
		return m.Script(string(name))
	}
	return nil
}

// madeBy is the call that gave a value, nil for none.
func madeBy(v Value) *Call {
	if o, ok := Bare(v).(*Object); ok {
		return o.Made
	}
	return nil
}

// forgetConstants has the numbers and texts of a module unknown that it has bound so far: what is run may set them, as
// what overrides the defaults of a script does. Functions, classes and modules are hardly ever set so.
func (m *Machine) forgetConstants(unit *Unit, at python.Node) {
	for _, f := range unit.scope.fields.list {
		if v := m.get(unit.scope, f.name); v != nil && Known(v) {
			o := m.unknown(at, "what exec runs may set it")
			o.Word, o.Default = f.name, v
			m.set(unit.scope, f.name, o)
		}
	}
}

// globalNames is globals(): the dictionary of the names of a module.
func globalNames(m *Machine, _ *Call, _ python.Node) Value {
	return &Member{Object: m.module(), Name: namesOfUnit}
}

// setGlobal is globals()[key] = v.
func (m *Machine) setGlobal(unit *Unit, key, v Value, at python.Node) {
	name, ok := Bare(m.here(key)).(Str)
	if !ok {
		m.forgetConstants(unit, at)
		return
	}
	m.set(unit.scope, string(name), v)
}

// maxLiteral bounds the texts that are read as literals, in bytes.
const maxLiteral = 1000

// literalOf is ast.literal_eval(text).
func literalOf(m *Machine, c *Call, at python.Node) Value {
	return constantly(m, c, at, func(v Value) Value {
		s, ok := v.(Str)
		if !ok {
			return nil
		}
		return m.literalIn(string(s))
	})
}

// evaluated is eval(text), where the text is a literal or names something: eval("Net"), eval("nn.GELU").
func evaluated(m *Machine, c *Call, at python.Node) Value {
	if len(c.Args) != 1 {
		return nil
	}
	return constantly(m, c, at, func(v Value) Value {
		s, ok := v.(Str)
		if !ok {
			return nil
		}
		first, rest, dotted := strings.Cut(string(s), ".")
		if !isIdentifier(first) {
			return m.literalIn(string(s))
		}
		of := m.lookup(first)
		for of != nil && dotted {
			var name string
			if name, rest, dotted = strings.Cut(rest, "."); !isIdentifier(name) {
				return nil
			}
			of = m.attribute(of, name, at)
		}
		return of
	})
}

// isIdentifier reports whether a text is a name, and no word of Python's own.
func isIdentifier(text string) bool {
	if slices.Contains([]string{"", "True", "False", "None", "lambda", "not"}, text) {
		return false
	}
	for i, r := range text {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return true
}

// literalIn is what a text says as a literal of Python; nil when it is none, or one that is not read.
func (m *Machine) literalIn(text string) Value {
	if len(text) > maxLiteral || !m.spend(1+len(text)/8) {
		return nil
	}
	module, err := python.Parse(source.New("<text>", []byte(text)))
	if err != nil || len(module.Errors) > 0 || len(module.Body) != 1 {
		return nil
	}
	e, ok := module.Body[0].(*python.ExprStmt)
	if !ok {
		return nil
	}
	return m.plain(e.Value)
}

// SequenceIn is the tuple or list of literals that a text spells, as one that is made at a place; nil when it is none.
func (m *Machine) SequenceIn(text string, at python.Node) Value {
	if len(text) > maxLiteral || !m.spend(1+len(text)/8) {
		return nil
	}
	module, err := python.Parse(source.New("<text>", []byte(text)))
	if err != nil || len(module.Errors) > 0 || len(module.Body) != 1 {
		return nil
	}
	if e, ok := module.Body[0].(*python.ExprStmt); ok {
		return m.spelled(e.Value, at)
	}
	return nil
}

// spelled is SequenceIn of an expression.
func (m *Machine) spelled(e python.Expr, at python.Node) Value {
	s, ok := e.(*python.Sequence)
	if !ok || s.Kind == python.Set {
		return nil
	}
	list := make([]Value, len(s.Items))
	for i, item := range s.Items {
		if list[i] = m.plain(item); list[i] == nil {
			list[i] = m.spelled(item, at)
		}
		if list[i] == nil {
			return nil
		}
	}
	if s.Kind == python.Tuple {
		return m.tuple(list, at)
	}
	return m.newList(list, nil, at)
}

// plain is the value of a literal that holds no other; nil for any other expression.
func (m *Machine) plain(e python.Expr) Value {
	literal := e
	if minus, ok := literal.(*python.Unary); ok && minus.Op == "-" {
		literal = minus.Operand
		if _, number := literal.(*python.Number); !number {
			return nil
		}
	}
	if m.literal(literal) == nil {
		return nil
	}
	return Bare(m.eval(e))
}

// givesUp reports whether every handler of a try ends the function with nothing in its hands: None, an empty text or
// container, the words of what went wrong. A run that gets through did not come there.
func givesUp(handlers []*python.Handler) bool {
	return !slices.ContainsFunc(handlers, func(h *python.Handler) bool {
		if len(h.Body) == 0 { // whose lines are being written
			return true
		}
		last, ok := h.Body[len(h.Body)-1].(*python.Return)
		if !ok {
			return true
		}
		switch v := last.Value.(type) {
		case nil, *python.Constant:
			return false
		case *python.String:
			return v.Text != ""
		case *python.Sequence:
			return len(v.Items) > 0
		case *python.Dict:
			return len(v.Items) > 0
		case *python.Call:
			name, ok := v.Func.(*python.Name)
			return !ok || name.ID != "str" || h.Name == nil
		}
		return true
	})
}

// converters are the functions that raise for a text that is no literal of theirs.
var converters = map[Symbol]bool{"ast.literal_eval": true, "int": true, "float": true}

// converts is what the only statement of a try makes of a known text, as in `try: v = literal_eval(text)`, and whether
// it raises; known is false for any other try.
func (m *Machine) converts(s *python.Try) (raises, known bool) {
	if len(s.Body) != 1 {
		return false, false
	}
	a, ok := s.Body[0].(*python.Assign)
	if !ok || len(a.Targets) != 1 {
		return false, false
	}
	call, ok := a.Value.(*python.Call)
	if !ok || len(call.Args) != 1 || call.Args[0].Star > 0 {
		return false, false
	}
	function, ok := Bare(m.eval(call.Func)).(Symbol)
	if !ok || !converters[function] {
		return false, false
	}
	if _, simple := call.Args[0].Value.(*python.Name); !simple {
		return false, false
	}
	text, ok := Bare(m.here(m.eval(call.Args[0].Value))).(Str)
	if !ok {
		return false, false
	}
	literal := m.literalIn(string(text))
	switch literal.(type) {
	case nil:
		return true, function == "ast.literal_eval" && isWord(string(text)) && len(s.Handlers) == 1 &&
			catchesValueError(s.Handlers[0])
	case Int:
		return false, true
	case Float:
		return false, function != "int"
	default:
		return false, function == "ast.literal_eval"
	}
}

// isWord reports whether a text is one name or path, which is no literal of any kind: literal_eval raises ValueError or
// SyntaxError.
func isWord(text string) bool {
	if text == "" || text[0] >= '0' && text[0] <= '9' {
		return false
	}
	return !strings.ContainsFunc(
		text,
		func(r rune) bool { return r != '_' && r != '/' && !unicode.IsLetter(r) && !unicode.IsDigit(r) },
	)
}

// catchesValueError reports whether a handler takes what literal_eval raises for a word.
func catchesValueError(h *python.Handler) bool {
	if h.Type == nil {
		return true
	}
	kinds := []python.Expr{h.Type}
	if several, ok := h.Type.(*python.Sequence); ok {
		kinds = several.Items
	}
	for _, kind := range kinds {
		if name, ok := kind.(*python.Name); ok &&
			(name.ID == "ValueError" || name.ID == "Exception" || name.ID == "BaseException") {
			return true
		}
	}
	return false
}

// failedReads are the exceptions of a file that is not there, or that is no text of its format.
var failedReads = map[string]bool{
	"Exception": true, "BaseException": true, "OSError": true, "IOError": true, "EnvironmentError": true,
	"FileNotFoundError": true, "PermissionError": true, "JSONDecodeError": true, "UnicodeDecodeError": true,
	"YAMLError": true, "ParserError": true, "ScannerError": true, "TOMLDecodeError": true, "TomlDecodeError": true,
}

// catchesFailedRead reports whether a handler is there for a file that cannot be read, and for nothing else that the
// program reckons with: a KeyError is a key that the file may lack. A job whose file lies in the project comes through:
// `try: config.update(json.load(file))`, `except json.JSONDecodeError: print("the defaults are taken")`.
func catchesFailedRead(h *python.Handler) bool {
	if h.Type == nil {
		return true
	}
	kinds := []python.Expr{h.Type}
	if several, ok := h.Type.(*python.Sequence); ok {
		kinds = several.Items
	}
	return !slices.ContainsFunc(kinds, func(e python.Expr) bool { return !failedReads[LastPart(python.PathText(e))] })
}
