package tensor

import (
	"fmt"
	"strconv"
	"strings"
)

// form is an operation's signature: what its arguments are called, and their defaults.
type form []parameter

type parameter struct {
	name     string
	preset   Value // nil where the argument must be given
	variadic bool
	keywords bool // takes every name that is not its own
}

// named are the arguments of a ** parameter.
type named map[string]Value

func (named) value() {}

// otherWords are what torch and numpy call an argument besides.
var otherWords = map[string]string{
	"input": "self", "axis": "dim", "dims": "dim", "keepdims": "keepdim", "x": "self", "tensor": "self",
	"exponent": "other",
	"mat2":     "other", "tensors": "self", "shape": "size", "sizes": "size", "dim": "dims", "min_val": "min",
	"max_val": "max",
	"a_min":   "min", "a_max": "max", "output_size": "size", "mat1": "self", "query": "self", "a": "self",
	"array": "self", "data": "self", "weights": "weight", "tensor1": "self", "window_length": "n",
}

// withoutEffect are arguments that change neither shape nor memory.
var withoutEffect = map[string]bool{
	"device": true, "pin_memory": true, "generator": true, "layout": true, "non_blocking": true, "out_device": true,
	"async": true, "sparse": true, "scale_grad_by_freq": true, "sorted": true, "size_average": true, "reduce": true,
	"_stacklevel": true, "stable": true, "names": true,
}

// parseForm reads a signature as it is written in the table: "cat(self, dim=0)". A star takes the rest.
func parseForm(text string) form {
	inside := text[strings.IndexByte(text, '(')+1 : len(text)-1]
	if inside == "" {
		return nil
	}
	var f form
	for word := range strings.SplitSeq(inside, ",") {
		word = strings.TrimSpace(word)
		name, preset, optional := strings.Cut(word, "=")
		p := parameter{name: strings.TrimLeft(name, "*"), variadic: name[0] == '*'}
		if strings.HasPrefix(name, "**") {
			p.variadic, p.keywords, p.preset = false, true, named{}
		}
		if optional {
			p.preset = literal(preset)
		}
		f = append(f, p)
	}
	return f
}

// literal is a default as the table writes it.
func literal(text string) Value {
	switch text {
	case "None":
		return None{}
	case "True", "False":
		return Bool(text == "True")
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return Int(n)
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return Float(x)
	}
	return String(text)
}

// call is one operation under way: its arguments by name.
type call struct {
	tape    *Tape
	op      string
	inPlace bool
	form    form
	values  []Value
}

func (f form) index(name string) int {
	for i, p := range f {
		if p.name == name {
			return i
		}
	}
	return -1
}

// bind puts arguments where the signature has them.
func (c *call) bind(f form, args []Value, kw map[string]Value) {
	c.form, c.values = f, make([]Value, len(f))
	for i, p := range f {
		if p.variadic {
			c.values[i] = rest(args)
			args = nil
			break
		}
		if p.keywords {
			break
		}
		if len(args) == 0 {
			break
		}
		c.values[i] = args[0]
		args = args[1:]
	}
	for len(args) > 0 && isNone(args[0]) {
		args = args[1:]
	}
	if len(args) > 0 {
		c.giveUp("%d more arguments than are known", len(args))
	}
	for name, v := range kw {
		c.named(name, v)
	}
	for i, p := range f {
		if c.values[i] == nil {
			if p.preset == nil && !p.variadic {
				c.giveUp("argument %q is not given", p.name)
			}
			c.values[i] = p.preset
		}
	}
}

func (c *call) named(name string, v Value) {
	i := c.form.index(name)
	if i < 0 {
		i = c.form.index(otherWords[name])
		if i >= 0 && c.values[i] != nil && c.form[len(c.form)-1].keywords {
			i = -1 // a name of the caller's own, and no other word for what is already there
		}
	}
	switch {
	case i >= 0:
		c.values[i] = v
	case len(c.form) > 0 && c.form[len(c.form)-1].keywords:
		last := len(c.form) - 1
		if c.values[last] == nil {
			c.values[last] = named{}
		}
		c.values[last].(named)[name] = v
	case withoutEffect[name] || isNone(v):
	default:
		c.giveUp("argument %q is not known", name)
	}
}

// rest is what a star takes: view(2, 3) and view((2, 3)) are the same.
func rest(args []Value) Value {
	if len(args) == 0 {
		return nil
	}
	if len(args) == 1 {
		if _, ok := items(args[0]); ok {
			return args[0]
		}
	}
	return Tuple(args)
}

// arg is an argument by name. A name that the signature lacks is a mistake in the table.
func (c *call) arg(name string) Value {
	i := c.form.index(name)
	if i < 0 {
		panic(fmt.Sprintf("%s has no parameter %q", c.op, name))
	}
	return c.values[i]
}

func (c *call) given(name string) bool { return !isNone(c.arg(name)) }

func (c *call) tensor(name string) *Tensor {
	t, ok := c.arg(name).(*Tensor)
	if !ok {
		c.giveUp("argument %q is not a tensor", name)
	}
	return t
}

// maybe is a tensor that may be left out.
func (c *call) maybe(name string) *Tensor {
	if !c.given(name) {
		return nil
	}
	return c.tensor(name)
}

// widths are the arguments that say how many parameters a layer has, and nothing of how it works.
var widths = map[string]bool{
	"num_embeddings": true, "embedding_dim": true, "in_features": true, "out_features": true, "in_channels": true,
	"out_channels": true,
	"num_features": true, "input_size": true, "hidden_size": true,
}

func (c *call) int(name string) int64 {
	if n, open := c.arg(name).(Open); open && widths[name] {
		return int64(n)
	}
	n, ok := intOf(c.arg(name))
	if !ok {
		c.giveUp("argument %q is not a known whole number", name)
	}
	return n
}

func (c *call) intOr(name string, otherwise int64) int64 {
	if !c.given(name) {
		return otherwise
	}
	return c.int(name)
}

func (c *call) float(name string) float64 {
	x, ok := floatOf(c.arg(name))
	if !ok {
		c.giveUp("argument %q is not a known number", name)
	}
	return x
}

func (c *call) bool(name string) bool {
	if _, none := c.arg(name).(None); none && name == "bias" { // layers ask "if bias:"
		return false
	}
	n, ok := intOf(c.arg(name))
	if x, isFloat := c.arg(name).(Float); isFloat && name == "bias" { // a rate of dropout in the place of it
		return x != 0
	}
	if !ok {
		c.giveUp("argument %q is not known to be true or false", name)
	}
	return n != 0
}

func (c *call) text(name string) string {
	s, ok := c.arg(name).(String)
	if !ok {
		c.giveUp("argument %q is not a known text", name)
	}
	return string(s)
}

// ints are the whole numbers of a tuple; one number alone is a tuple of one.
func (c *call) ints(name string) []int64 {
	list, ok := items(c.arg(name))
	if !ok {
		return []int64{c.int(name)}
	}
	all := make([]int64, len(list))
	for i, v := range list {
		n, ok := intOf(v)
		if !ok {
			c.giveUp("item %d of argument %q is not a known whole number", i, name)
		}
		all[i] = n
	}
	return all
}

// each are n whole numbers, one number alone standing for all of them: kernel_size=3.
func (c *call) each(name string, n int) []int64 {
	given := c.ints(name)
	if len(given) == 1 && n != 1 {
		for len(given) < n {
			given = append(given, given[0])
		}
	}
	if len(given) != n {
		c.refuse("expected %s to be a single integer value or a list of %d values", name, n)
	}
	return given
}

// tensors are the items of the list that an operation joins.
func (c *call) tensors() []*Tensor {
	const name = "self"
	list, ok := items(c.arg(name))
	if !ok {
		if t, ok := c.arg(name).(*Tensor); ok {
			return []*Tensor{t}
		}
	}
	all := make([]*Tensor, len(list))
	for i, v := range list {
		t, ok := v.(*Tensor)
		if !ok {
			c.giveUp("item %d of argument %q is not a tensor", i, name)
		}
		all[i] = t
	}
	return all
}

// dtype is an argument that names a type, or another type where it is left out.
func (c *call) dtype(otherwise DType) DType {
	const name = "dtype"
	if !c.given(name) {
		return otherwise
	}
	d, ok := c.arg(name).(DType)
	if !ok {
		c.giveUp("argument %q is not a known dtype", name)
	}
	return d
}

// dim is a dimension of a tensor; negative ones count from the end.
func (c *call) dim(name string, of int) int { return c.wrap(c.int(name), of) }

func (c *call) wrap(d int64, of int) int {
	n := int64(max(of, 1))
	if d < -n || d >= n {
		c.refuse("Dimension out of range (expected to be in range of [%d, %d], but got %d)", -n, n-1, d)
	}
	if d < 0 {
		d += n
	}
	return int(d)
}
