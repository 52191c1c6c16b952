package exact

import (
	"errors"
	"fmt"
	"strings"
)

// Raised is an exception of the program on its way.
type Raised struct {
	Value *Instance
	At    Place
	// Said: a statement of the program raises it, and not what it calls or reads.
	Said bool
}

func (r *Raised) Error() string {
	text := r.Value.Class.Name
	if message := message(r.Value); message != "" {
		message = message[:min(len(message), maxReason)]
		text += ": " + message
	}
	if r.At.Path == "" {
		return text
	}
	return fmt.Sprintf("%s:%d: %s", r.At.Path, r.At.Line, text)
}

func message(o *Instance) string {
	args, _ := o.Attrs.Get("args").(*Tuple)
	if args == nil || len(args.Items) == 0 {
		return ""
	}
	text, _ := args.Items[0].(string)
	return text
}

// exceptions are Python's own, by name.
var exceptions = map[string]*Class{}

func exception(name string, base *Class) *Class {
	c := &Class{Name: name}
	if base != nil {
		c.Bases = []*Class{base}
		c.Line = append([]*Class{c}, base.Line...)
	} else {
		c.Bases = []*Class{Object}
		c.Line = []*Class{c, Object}
		c.Dict.Set("__init__", &Builtin{Name: "__init__", Method: true, Do: func(_ *Machine, a Args) Value {
			if o, ok := a.Get(0, "").(*Instance); ok {
				o.Attrs.Set("args", &Tuple{Items: a.Rest(1).Pos})
			}
			return None
		}})
		c.Dict.Set("__str__", &Builtin{Name: "__str__", Method: true, Do: func(_ *Machine, a Args) Value {
			if o, ok := a.Get(0, "").(*Instance); ok {
				return message(o)
			}
			return ""
		}})
	}
	exceptions[name] = c
	return c
}

// Python's exceptions, as far as programs catch or raise them.
var (
	BaseException       = exception("BaseException", nil)
	Exception           = exception("Exception", BaseException)
	TypeError           = exception("TypeError", Exception)
	ValueError          = exception("ValueError", Exception)
	AttributeError      = exception("AttributeError", Exception)
	LookupError         = exception("LookupError", Exception)
	KeyError            = exception("KeyError", LookupError)
	IndexError          = exception("IndexError", LookupError)
	NameError           = exception("NameError", Exception)
	UnboundLocalError   = exception("UnboundLocalError", NameError)
	ImportError         = exception("ImportError", Exception)
	ModuleNotFoundError = exception("ModuleNotFoundError", ImportError)
	RuntimeError        = exception("RuntimeError", Exception)
	NotImplementedError = exception("NotImplementedError", RuntimeError)
	RecursionError      = exception("RecursionError", RuntimeError)
	AssertionError      = exception("AssertionError", Exception)
	ArithmeticError     = exception("ArithmeticError", Exception)
	ZeroDivisionError   = exception("ZeroDivisionError", ArithmeticError)
	OverflowError       = exception("OverflowError", ArithmeticError)
	StopIteration       = exception("StopIteration", Exception)
	OSError             = exception("OSError", Exception)
	FileNotFoundError   = exception("FileNotFoundError", OSError)
	Warning             = exception("Warning", Exception)
	_                   = exception("UserWarning", Warning)
	_                   = exception("DeprecationWarning", Warning)
	_                   = exception("RuntimeWarning", Warning)
	_                   = exception("FutureWarning", Warning)
	_                   = exception("KeyboardInterrupt", BaseException)
	_                   = exception("SystemExit", BaseException)
	_                   = exception("EOFError", Exception)
)

// Those that programs only name, by what they inherit from; two are older names of OSError.
func init() { //nolint:gochecknoinits // after the others
	for _, of := range []struct {
		base  *Class
		names string
	}{
		{BaseException, "GeneratorExit BaseExceptionGroup"},
		{Exception, "BufferError MemoryError ReferenceError StopAsyncIteration SyntaxError SystemError ExceptionGroup"},
		{ArithmeticError, "FloatingPointError"},
		{OSError, "BlockingIOError ChildProcessError ConnectionError FileExistsError InterruptedError IsADirectoryError " +
			"NotADirectoryError PermissionError ProcessLookupError TimeoutError"},
		{Warning, "BytesWarning EncodingWarning ImportWarning PendingDeprecationWarning ResourceWarning SyntaxWarning " +
			"UnicodeWarning"},
	} {
		for _, name := range strings.Fields(of.names) {
			exception(name, of.base)
		}
	}
	for name, base := range map[string]string{
		"BrokenPipeError": "ConnectionError", "ConnectionAbortedError": "ConnectionError",
		"ConnectionRefusedError": "ConnectionError",
		"ConnectionResetError":   "ConnectionError", "IndentationError": "SyntaxError",
	} {
		exception(name, exceptions[base])
	}
	exception("TabError", exceptions["IndentationError"])
	unicode := exception("UnicodeError", ValueError)
	for _, name := range []string{"UnicodeDecodeError", "UnicodeEncodeError", "UnicodeTranslateError"} {
		exception(name, unicode)
	}
	exceptions["IOError"], exceptions["EnvironmentError"] = OSError, OSError
}

// Raise raises one of Python's exceptions where the run stands.
func (m *Machine) Raise(class *Class, format string, words ...any) {
	o := &Instance{Class: class}
	o.Attrs.Set("args", &Tuple{Items: []Value{fmt.Sprintf(format, words...)}})
	panic(&Raised{Value: o, At: m.Place()})
}

// raise is the statement.
func (m *Machine) raise(v Value) {
	switch v := v.(type) {
	case *Class:
		m.raise(m.Call(v, Args{}))
	case *Instance:
		panic(&Raised{Value: v, At: m.Place(), Said: true})
	case *Unknown:
		m.StopFor(v, "the exception that is raised")
	}
	m.Raise(TypeError, "exceptions must derive from BaseException")
}

// catches reports whether an except clause names the class of an exception.
func (m *Machine) catches(typ Value, raised *Raised) bool {
	switch typ := typ.(type) {
	case *Class:
		return raised.Value.Class.Is(typ)
	case *Tuple:
		for _, one := range typ.Items {
			if m.catches(one, raised) {
				return true
			}
		}
		return false
	case Symbol: // a library's own exception is none of Python's
		return strings.HasSuffix(string(typ), "Error") && raised.Value.Class.Name == lastPart(string(typ))
	case *Unknown:
		m.StopFor(typ, "the exception that is caught")
	}
	return false
}

// asRaised is the exception of the program that an error is.
func asRaised(err error) (*Raised, bool) {
	var raised *Raised
	ok := errors.As(err, &raised)
	return raised, ok
}
