package tensor_test

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// program runs the small Python that a line of the oracle is written in.
type program struct {
	tape    *tensor.Tape
	names   map[string]tensor.Value
	modules []*tensor.Module
}

func (p *program) run(code string) tensor.Value {
	module, err := python.Parse(file(strings.ReplaceAll(code, "; ", "\n")))
	if err != nil {
		panic(err)
	}
	var last tensor.Value
	for _, s := range module.Body {
		switch s := s.(type) {
		case *python.ExprStmt:
			last = p.value(s.Value)
		case *python.Assign:
			p.assign(s.Targets[0], p.value(s.Value))
		case *python.AugAssign:
			p.augment(s)
		default:
			panic(fmt.Errorf("%T is not known here", s))
		}
	}
	return last
}

func (p *program) assign(target python.Expr, v tensor.Value) {
	switch target := target.(type) {
	case *python.Name:
		p.names[target.ID] = v
	case *python.Sequence:
		for i, item := range listOf(v) {
			p.assign(target.Items[i], item)
		}
	case *python.Subscript:
		p.op("Tensor.__setitem__", p.value(target.Value), p.index(target), v)
	default:
		panic(fmt.Errorf("cannot assign to %T", target))
	}
}

func (p *program) augment(s *python.AugAssign) {
	name := map[string]string{"+=": "__iadd__", "-=": "__isub__", "*=": "__imul__", "/=": "__itruediv__"}[s.Op]
	v := p.op("Tensor."+name, p.value(s.Target), p.value(s.Value))
	p.assign(s.Target, v)
}

func listOf(v tensor.Value) []tensor.Value {
	switch v := v.(type) {
	case tensor.List:
		return v
	case tensor.Tuple:
		return v
	case *tensor.Tensor:
		panic(errors.New("a tensor is no list"))
	}
	return nil
}

func (p *program) op(name string, args ...tensor.Value) tensor.Value { return p.call(name, args, nil) }

func (p *program) call(name string, args []tensor.Value, kw map[string]tensor.Value) tensor.Value {
	v, err := p.tape.Call(name, args, kw)
	if err != nil {
		panic(err)
	}
	return v
}

// value is what an expression gives.
func (p *program) value(e python.Expr) tensor.Value {
	switch e := e.(type) {
	case *python.Name:
		if v, ok := p.names[e.ID]; ok {
			return v
		}
	case *python.Number:
		return number(e.Text)
	case *python.String:
		return tensor.String(e.Text)
	case *python.Constant:
		return [...]tensor.Value{tensor.None{}, tensor.Bool(true), tensor.Bool(false), tensor.Ellipsis{}}[e.Kind]
	case *python.Sequence:
		var all tensor.List
		for _, item := range e.Items {
			all = append(all, p.value(item))
		}
		if e.Kind == python.Tuple {
			return tensor.Tuple(all)
		}
		return all
	case *python.Unary:
		return p.unary(e)
	case *python.Binary:
		return p.binary(e)
	case *python.Compare:
		name := map[string]string{"==": "__eq__", "!=": "__ne__", "<": "__lt__", "<=": "__le__", ">": "__gt__",
			">=": "__ge__"}
		return p.op("Tensor."+name[e.Ops[0]], p.value(e.Operands[0]), p.value(e.Operands[1]))
	case *python.Subscript:
		return p.subscript(e)
	case *python.Attribute:
		return p.attribute(e)
	case *python.Call:
		return p.called(e)
	}
	panic(fmt.Errorf("%T is not known here", e))
}

func number(text string) tensor.Value {
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return tensor.Int(n)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return tensor.Float(x)
}

func (p *program) unary(e *python.Unary) tensor.Value {
	v := p.value(e.Operand)
	switch v := v.(type) {
	case tensor.Int:
		return -v
	case tensor.Float:
		return -v
	}
	if e.Op == "~" {
		return p.op("Tensor.__invert__", v)
	}
	return p.op("Tensor.__neg__", v)
}

var operators = map[string]string{
	"+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul", "&": "and", "|": "or",
}

func (p *program) binary(e *python.Binary) tensor.Value {
	a, b := p.value(e.Left), p.value(e.Right)
	_, left := a.(*tensor.Tensor)
	_, right := b.(*tensor.Tensor)
	switch {
	case left:
		return p.op("Tensor.__"+operators[e.Op]+"__", a, b)
	case right:
		return p.op("Tensor.__r"+operators[e.Op]+"__", b, a)
	}
	if list, ok := a.(tensor.List); ok {
		var all tensor.List
		for range int(b.(tensor.Int)) {
			all = append(all, list...)
		}
		return all
	}
	return arithmetic(e.Op, a, b)
}

func arithmetic(op string, a, b tensor.Value) tensor.Value {
	i, first := a.(tensor.Int)
	j, second := b.(tensor.Int)
	if first && second {
		switch op {
		case "+":
			return i + j
		case "*":
			return i * j
		case "//":
			return i / j
		case "-":
			return i - j
		}
	}
	x, y := real(a), real(b)
	switch op {
	case "+":
		return tensor.Float(x + y)
	case "-":
		return tensor.Float(x - y)
	case "*":
		return tensor.Float(x * y)
	case "/":
		return tensor.Float(x / y)
	}
	panic(fmt.Errorf("%s of numbers is not known here", op))
}

func real(v tensor.Value) float64 {
	switch v := v.(type) {
	case tensor.Int:
		return float64(v)
	case tensor.Float:
		return float64(v)
	}
	panic(fmt.Errorf("%T is no number", v))
}

func (p *program) index(e *python.Subscript) tensor.Value {
	var all tensor.Tuple
	for _, item := range e.Index {
		slice, ok := item.(*python.Slice)
		if !ok {
			all = append(all, p.value(item))
			continue
		}
		part := func(e python.Expr) tensor.Value {
			if e == nil {
				return tensor.None{}
			}
			return p.value(e)
		}
		all = append(all, tensor.Slice{Start: part(slice.Lower), Stop: part(slice.Upper), Step: part(slice.Step)})
	}
	if len(all) == 1 {
		return all[0]
	}
	return all
}

func (p *program) subscript(e *python.Subscript) tensor.Value {
	v, index := p.value(e.Value), p.index(e)
	if t, ok := v.(*tensor.Tensor); ok {
		return p.op("Tensor.__getitem__", t, index)
	}
	list := listOf(v)
	if slice, ok := index.(tensor.Slice); ok {
		start, _ := slice.Start.(tensor.Int)
		return tensor.Tuple(list[start:])
	}
	at := int(index.(tensor.Int))
	if at < 0 {
		at += len(list)
	}
	return list[at]
}

func (p *program) attribute(e *python.Attribute) tensor.Value {
	path := python.PathText(e)
	switch path {
	case "math.pi":
		return tensor.Float(math.Pi)
	case "math.inf", "torch.inf":
		return tensor.Float(math.Inf(1))
	}
	if rest, ok := strings.CutPrefix(path, "torch."); ok && p.names["torch"] == nil {
		if d, ok := tensor.DTypeNamed(rest); ok {
			return d
		}
	}
	of := p.value(e.Value)
	if list := listed(of); list != nil {
		if i := map[string]int{"values": 0, "indices": 1}; e.Attr == "values" || e.Attr == "indices" {
			return list[i[e.Attr]]
		}
	}
	return p.op("Tensor."+e.Attr, of)
}

func listed(v tensor.Value) []tensor.Value {
	if _, ok := v.(*tensor.Tensor); ok {
		return nil
	}
	return listOf(v)
}
