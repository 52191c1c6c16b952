package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// Asked is a size that is in no code: where it stands and, once it is Named, what it is called.
type Asked struct {
	exact.Expression
	Name string
	Line int
	// Base is the variable that the expression begins with, and where it reads it; "" for none.
	Base   string
	BaseAt exact.Expression
	// Number: a whole number alone can stand there; else it may be data of some shape.
	Number bool
	// Wants is exact.Asked's.
	Wants string
}

// ImageSize is what the height and the width of image files are called where nobody else says them.
const ImageSize = "image"

// sideOfFile is why a side of an image is not known.
const sideOfFile = "the size of an image lies in its file"

// SidesOf are the sides of images that somebody said; nil where nobody has.
func SidesOf(list []Size) *Sides {
	for _, s := range list {
		if s.Name == ImageSize && len(s.Shape) == 2 {
			return &Sides{Of: [2]int64{s.Shape[1], s.Shape[0]}, Taken: s.Taken}
		}
	}
	return nil
}

// spokenSizes are sizes with a name of their own, by why they are not known: what an environment shows that nobody has
// seen.
var spokenSizes = []struct{ why, name string }{
	{"what the environment shows", "observation"},
	{"what may be done in the environment", "actions"},
}

// isSpoken reports whether a size has a name of its own.
func isSpoken(s Size) bool {
	return s.Line == 0 && s.Single && slices.ContainsFunc(spokenSizes, func(one struct{ why, name string }) bool {
		return one.name == s.Name
	})
}

// askedBy is what a run that ends would have to know; nil where no size is all that is missing.
func askedBy(stop *exact.Stop) *Asked {
	if strings.Contains(stop.Reason, sideOfFile) {
		return &Asked{Name: ImageSize}
	}
	for _, one := range spokenSizes {
		if strings.Contains(stop.Reason, one.why) {
			return &Asked{Name: one.name, Number: true}
		}
	}
	if stop.Asks == nil {
		return nil
	}
	return &Asked{Expression: stop.Asks.Expression, Number: stop.Asks.Number, Wants: stop.Asks.Wants}
}

// Named is it with its name; nil where it has none that can be typed.
func (a *Asked) Named(module *python.Module) *Asked {
	if a == nil || a.Name != "" {
		return a
	}
	out := *a
	if module == nil {
		return nil
	}
	if out.Name, out.Line = exact.Called(module, a.Span); out.Name == "" {
		return nil
	}
	if base, at := exact.BaseOf(module, a.Span); base != "" {
		out.Base, out.BaseAt = base, exact.Expression{Path: a.Path, Span: at}
	}
	return &out
}

// Size is what somebody says of an expression whose value only data tells: a number, or the shape of an array.
type Size struct {
	// Name, Path and Line say which one, as exact.Size has it.
	Name, Path string
	Line       int
	At         []exact.Expression
	// Shape is one number where Single, else the sides of an array of a type; NoDType: of numbers as torch takes them by
	// itself.
	Shape  []int64
	Single bool
	DType  tensor.DType
	// Taken and Otherwise are exact.Size's.
	Taken     func()
	Otherwise func(at exact.Place, known string)
}

// ParseSize reads what is said behind the name: 10, 20:int64 or 480x640x3.
func ParseSize(text string) (shape []int64, single bool, d tensor.DType, err error) {
	in, err := ParseInput(text)
	if err != nil || in.Name != "" {
		return nil, false, d, fmt.Errorf("%q is no size: write a number, or a shape such as 1000x24:float32", text)
	}
	if !strings.Contains(text, ":") {
		in.DType = tensor.NoDType
	}
	return in.Shape, len(in.Shape) == 1 && in.DType == tensor.NoDType, in.DType, nil
}

// sizes are they as the run takes them.
func (l *library) sizes(list []Size) []*exact.Size {
	var out []*exact.Size
	for _, s := range list {
		if s.Name == ImageSize && s.Line == 0 {
			continue
		}
		if isSpoken(s) {
			if l.spoken == nil {
				l.spoken = map[string]Size{}
			}
			l.spoken[s.Name] = s
		}
		out = append(out, &exact.Size{
			Name: exact.Spelled(
				s.Name,
			), Path: s.Path, Line: s.Line, At: s.At, Number: s.Single, Taken: s.Taken, Otherwise: s.Otherwise,
			Make:  func(m *exact.Machine) exact.Value { return l.sizedValue(m, s) },
			Known: s.known,
		})
	}
	return out
}

// sizedValue is a number, or data of a shape, which is an array and a tensor alike: which of both it is, only the code
// around knows.
func (l *library) sizedValue(m *exact.Machine, s Size) exact.Value {
	if s.Single {
		return s.Shape[0]
	}
	shape := &exact.Tuple{}
	for _, n := range s.Shape {
		shape.Items = append(shape.Items, n)
	}
	d := s.DType
	if d == tensor.NoDType {
		d = tensor.Float32
	}
	key := fmt.Sprint(s.Name, s.Path, s.Line, s.Shape, d)
	if l.said[key] == nil {
		made, ok := m.Call(m.Imported("numpy.given"), exact.Positional(shape, d)).(*exact.Instance)
		if !ok {
			return m.Unknown("data of a shape that somebody said")
		}
		if l.said == nil {
			l.said = map[string]*exact.Instance{}
		}
		l.said[key] = made
	}
	return l.said[key]
}

// known is what the program knows in the place of a size, and whether that is the same; "" for nothing.
func (s Size) known(m *exact.Machine, v exact.Value) (text string, same bool) {
	if n, ok := exact.Integer(v); ok {
		return fmt.Sprint(n), s.Single && n == s.Shape[0]
	}
	var shape []int64
	switch t := v.(type) {
	case *tensor.Tensor:
		shape = t.Shape
	case *array:
		shape = []int64{int64(len(t.items))}
	default:
		var side exact.Value
		if shape, _, side = sidesOf(v); side != nil {
			shape = nil
		}
	}
	if len(shape) == 0 {
		if isConstant(v) {
			return "another value (" + m.ClassOf(v).Name + ")", false
		}
		return "", false // nothing that has a size, or one that is not known
	}
	return "of the shape " + strings.Trim(
			strings.ReplaceAll(fmt.Sprint(shape), " ", "x"),
			"[]",
		), !s.Single &&
			slices.Equal(shape, s.Shape)
}

// fromGiven is data of a shape that somebody said, where a tensor is asked for; nil for anything else.
func (l *library) fromGiven(m *exact.Machine, o *exact.Instance) *tensor.Tensor {
	if said, ok := o.Attrs.Get("given").(bool); !ok || !said {
		return nil
	}
	shape, d, ok := arrayOf(m, o)
	if !ok || l.training == nil || l.training.ways != nil {
		return l.fromArray(m, o)
	}
	if l.given[o] == nil { // the loop computes with it, so it lies on the device
		if l.given == nil {
			l.given = map[*exact.Instance]*tensor.Tensor{}
		}
		l.given[o] = l.empty(m, d, shape)
	}
	return l.given[o]
}

// isConstant reports whether a value is one of Python's own, which has no size.
func isConstant(v exact.Value) bool {
	switch v.(type) {
	case string, bool, float64:
		return true
	}
	return v == exact.Value(exact.None)
}

// withGiven are arguments with a tensor in the place of a list, the first of them, of data of which somebody said the
// shape.
func (l *library) withGiven(m *exact.Machine, a exact.Args) exact.Args {
	if len(a.Pos) == 0 {
		return a
	}
	list, ok := a.Pos[0].(*exact.List)
	if !ok || len(list.Items) == 0 {
		return a
	}
	tensors := &exact.List{}
	for _, one := range list.Items {
		o, isInstance := one.(*exact.Instance)
		if !isInstance {
			return a
		}
		t := l.fromGiven(m, o)
		if t == nil {
			return a
		}
		tensors.Items = append(tensors.Items, t)
	}
	return exact.Args{
		Pos: append([]exact.Value{l.op(m, "torch.stack", exact.Positional(tensors))}, a.Pos[1:]...),
		Kw:  a.Kw,
	}
}
