package tensor

// Value is what an operation takes and gives: a tensor, a Python number or text, a sequence of values.
type Value interface{ value() }

// The values that are not tensors.
type (
	Int int64
	// Open is a whole number that is supposed where only the run knows it: a layer takes it for how wide it is, and
	// nothing else.
	Open   int64
	Float  float64
	Bool   bool
	String string
	None   struct{}
	List   []Value
	Tuple  []Value
	// Slice is a part of a subscript: start:stop:step, each an Int or None.
	Slice struct{ Start, Stop, Step Value }
	// Ellipsis is the ... of a subscript.
	Ellipsis struct{}
)

func (*Tensor) value()  {}
func (DType) value()    {}
func (Int) value()      {}
func (Open) value()     {}
func (Float) value()    {}
func (Bool) value()     {}
func (String) value()   {}
func (None) value()     {}
func (List) value()     {}
func (Tuple) value()    {}
func (Slice) value()    {}
func (Ellipsis) value() {}

// isNone reports whether an argument was not given, or as None.
func isNone(v Value) bool {
	_, none := v.(None)
	return v == nil || none
}

// items are the elements of a list or a tuple.
func items(v Value) ([]Value, bool) {
	switch v := v.(type) {
	case List:
		return v, true
	case Tuple:
		return v, true
	}
	return nil, false
}

// intOf is a whole number: of an Int, a Bool, or a tensor of one known element.
func intOf(v Value) (int64, bool) {
	switch v := v.(type) {
	case Int:
		return int64(v), true
	case Bool:
		if v {
			return 1, true
		}
		return 0, true
	case *Tensor:
		if len(v.Elements()) == 1 && v.Numel() == 1 && v.DType <= Int64 {
			return int64(v.Elements()[0]), true
		}
	}
	return 0, false
}

// floatOf is a number.
func floatOf(v Value) (float64, bool) {
	switch v := v.(type) {
	case Float:
		return float64(v), true
	case *Tensor:
		if len(v.Elements()) == 1 && v.Numel() == 1 {
			return v.Elements()[0], true
		}
		return 0, false
	}
	n, ok := intOf(v)
	return float64(n), ok
}

// isNumber reports whether a value is one of Python's numbers.
func isNumber(v Value) bool {
	switch v.(type) {
	case Int, Float, Bool:
		return true
	}
	return false
}

// sizes are a Python tuple of whole numbers.
func sizes(shape []int64) Tuple {
	values := make(Tuple, len(shape))
	for i, n := range shape {
		values[i] = Int(n)
	}
	return values
}
