package job

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Place is where something is written.
type Place = run.Origin

// Found is what an expression of a script is in the run of a job, and where that was decided.
type Found struct {
	// Value is nil, an object of which nothing is known, or a Choice where only the run can tell.
	Value run.Value
	// Via are the places that read it, the nearest to the decision first.
	Via   []Place
	Place Place
	// Default: nothing in the run says so; a parser's or a dataclass's default.
	Default bool
	// Items are those of a list or tuple of which all are seen.
	Items []Found
}

// Known reports whether the value is a constant or something of a library that the files decide.
func (f Found) Known() bool {
	_, symbol := f.Value.(run.Symbol)
	return symbol || run.Known(f.Value)
}

// IsNone reports whether it is None.
func (f Found) IsNone() bool { return run.IsNone(f.Value) }

// Truth is the value's truth; known is false when only the run can tell.
func (f Found) Truth() (truth, known bool) {
	switch v := f.Value.(type) {
	case run.NoneType:
		return false, true
	case run.Bool:
		return bool(v), true
	case run.Int:
		return v != 0, true
	case run.Float:
		return v != 0, true
	case run.Str:
		return v != "", true
	case run.Symbol:
		return true, true
	}
	return len(f.Items) > 0, len(f.Items) > 0
}

// Number is the value as a float, 0 where it is none.
func (f Found) Number() (float64, bool) {
	switch v := f.Value.(type) {
	case run.Int:
		return float64(v), true
	case run.Float:
		return float64(v), true
	case run.Bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// Int is the value as a whole number, 0 where it is none.
func (f Found) Int() (int64, bool) {
	n, ok := f.Value.(run.Int)
	return int64(n), ok
}

// Str is the value as a text.
func (f Found) Str() (string, bool) {
	s, ok := f.Value.(run.Str)
	return string(s), ok
}

// Symbol is the dotted name of something of a library.
func (f Found) Symbol() string {
	s, _ := f.Value.(run.Symbol)
	return string(s)
}

// Text is a known value as Python prints it, "" for any other.
func (f Found) Text() string {
	if s, ok := f.Value.(run.Symbol); ok {
		return string(s)
	}
	if f.Known() {
		return run.Text(f.Value)
	}
	return ""
}

// Same reports whether two known values are equal for Python.
func (f Found) Same(other Found) (same, known bool) {
	if !f.Known() || !other.Known() {
		return false, false
	}
	if a, ok := f.Value.(run.Symbol); ok {
		return a == other.Value, true
	}
	return run.Equal(f.Value, other.Value)
}

// objects are the objects that the value may be.
func (f Found) objects() []*run.Object {
	var list []*run.Object
	for _, v := range run.Alternatives(f.Value) {
		if o, ok := run.Bare(v).(*run.Object); ok {
			list = append(list, o)
		}
	}
	return list
}

// made is the call that made the one object the value is; nil for any other value.
func (f Found) made() *run.Call {
	if o, ok := f.Value.(*run.Object); ok {
		return o.Made
	}
	return nil
}

// notDefault: a value that a parser's default gives is the value of this run.
func (f Found) notDefault() Found {
	f.Default = false
	return f
}

// config gives a script's value the type that dialects read.
func (f Found) config() config.Value {
	out := config.Value{Text: f.Text()}
	switch v := f.Value.(type) {
	case run.NoneType:
		out.Kind = config.Null
	case run.Bool:
		out.Kind, out.Bool = config.Bool, bool(v)
	case run.Int:
		out.Kind, out.Int, out.Float = config.Int, int64(v), float64(v)
	case run.Float:
		out.Kind, out.Float = config.Float, float64(v)
	case run.Str, run.Symbol:
		out.Kind = config.String
	default:
		if f.Items == nil {
			return config.Value{}
		}
		words := make([]string, len(f.Items))
		for i, item := range f.Items {
			if !item.Known() {
				return config.Value{}
			}
			words[i] = item.Text()
		}
		out.Kind, out.Text = config.String, strings.Join(words, ",")
		if len(words) == 1 {
			if _, isNumber := f.Items[0].Int(); isNumber {
				out.Text += "," // devices=[2] is one card, the third one
			}
		}
	}
	return out
}

// foundAt is a value that is written at a place.
func foundAt(v run.Value, at Place) Found { return Found{Value: v, Place: at} }

// wordAt stands for a word that a place says by what it does: a call, a method.
func wordAt(at Place) Found { return Found{Value: run.Str(""), Place: at} }
