package tensor

// soundness says of a tensor of truths that all its elements are the same while a training is healthy: nothing is NaN
// or infinite then, and people ask for it to skip a batch, to warn or to mend.
type soundness int8

const (
	unjudged soundness = iota
	allFalse
	allTrue
)

func (s soundness) negated() soundness {
	switch s {
	case allFalse:
		return allTrue
	case allTrue:
		return allFalse
	}
	return unjudged
}

// judged is what is known of all elements; of what was written into, nothing.
func (t *Tensor) judged() soundness {
	if t.Storage.written {
		return unjudged
	}
	return t.sound
}

// judge says of a result what is the same for all its elements in a healthy training. Where it is one element, that is
// known.
func (c *call) judge(name string, result Value) {
	out, isTensor := result.(*Tensor)
	if !isTensor || c.form.index("self") < 0 {
		return
	}
	self, isTensor := c.arg("self").(*Tensor)
	if !isTensor {
		return
	}
	second := func() soundness {
		if other, ok := c.arg("other").(*Tensor); ok {
			return other.judged()
		}
		return unjudged
	}
	elements := 1.0 // that one of the result stands for, where it counts
	switch name {
	case "isnan", "isinf", "isposinf", "isneginf":
		out.sound = allFalse
	case "isfinite":
		out.sound = allTrue
	case "logical_not", "bitwise_not", "__invert__":
		out.sound = self.judged().negated()
	case "__or__", "logical_or", "bitwise_or", "__ror__":
		switch one, two := self.judged(), second(); {
		case one == allTrue || two == allTrue:
			out.sound = allTrue
		case one == allFalse && two == allFalse:
			out.sound = allFalse
		}
	case "__and__", "logical_and", "bitwise_and", "__rand__":
		switch one, two := self.judged(), second(); {
		case one == allFalse || two == allFalse:
			out.sound = allFalse
		case one == allTrue && two == allTrue:
			out.sound = allTrue
		}
	case "any", "all", "view", "reshape", "flatten", "squeeze", "unsqueeze", "detach", "cpu", "to", "int", "long",
		"float":
		out.sound = self.judged()
	case "sum", "count_nonzero":
		if out.sound = self.judged(); out.Numel() > 0 {
			elements = float64(self.Numel() / out.Numel())
		}
	}
	if out.sound == unjudged || out.Numel() != 1 || out.Known != nil {
		return
	}
	out.Known = []float64{0}
	if out.sound == allTrue {
		out.Known[0] = elements
	}
}
