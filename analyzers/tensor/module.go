package tensor

import "sync"

// Module is a layer of torch.nn: what its constructor made.
type Module struct {
	Class      string // "torch.nn.Conv2d"
	Parameters []Named
	Buffers    []Named
	Children   []Child
	// Attributes are the constructor's arguments as the layer keeps them: in_features, kernel_size.
	Attributes map[string]Value
	Training   bool

	kind *kind
	args *call
}

// Named is a parameter or a buffer under its name. The tensor is nil where the layer was built without it: bias=False.
type Named struct {
	Name   string
	Tensor *Tensor
}

// Child is a layer within a layer.
type Child struct {
	Name   string
	Module *Module
}

// kind is a class of layers: its constructor's signature, what it makes and what its forward runs.
type kind struct {
	signature string // "Linear(in_features, out_features, bias=True)"
	build     func(*Module, *call)
	forward   string // "forward(input)", its own signature
	run       func(*Module, *call) Value

	parse          sync.Once
	parsed, inputs form
}

func (k *kind) forms() (build, forward form) {
	k.parse.Do(func() { k.parsed, k.inputs = parseForm(k.signature), parseForm(k.forward) })
	return k.parsed, k.inputs
}

// NewModule builds a layer, "torch.nn.Linear", from its constructor's arguments. It is in training mode.
func NewModule(class string, args []Value, kw map[string]Value) (m *Module, err error) {
	k := kinds()[class]
	if k == nil {
		return nil, &Unknown{class, "this layer is not known"}
	}
	defer caught(&err)
	m = &Module{Class: class, Training: true, kind: k, Attributes: map[string]Value{}}
	m.args = &call{tape: NewTape(), op: class}
	build, _ := k.forms()
	m.args.bind(build, args, kw)
	for i, p := range build {
		m.Attributes[p.name] = m.args.values[i]
	}
	if k.build != nil {
		k.build(m, m.args)
	}
	for _, held := range [][]Named{m.Parameters, m.Buffers} {
		for _, n := range held {
			if n.Tensor != nil {
				m.args.countable(n.Tensor.Shape)
			}
		}
	}
	return m, nil
}

// KnownModule reports whether NewModule knows a class.
func KnownModule(class string) bool { return kinds()[class] != nil }

// Forward runs a layer on its inputs.
func (t *Tape) Forward(m *Module, args []Value, kw map[string]Value) (result Value, err error) {
	defer caught(&err)
	c := &call{tape: t, op: m.Class}
	_, inputs := m.kind.forms()
	c.bind(inputs, args, kw)
	return m.kind.run(m, c), nil
}

// Parameter is a parameter or a buffer by name, nil where there is none.
func (m *Module) Parameter(name string) *Tensor {
	for _, list := range [][]Named{m.Parameters, m.Buffers} {
		for _, p := range list {
			if p.Name == name {
				return p.Tensor
			}
		}
	}
	return nil
}

// parameter adds one; shape is nil where the layer does without.
func (m *Module) parameter(c *call, name string, shape ...int64) {
	var t *Tensor
	if shape != nil {
		for _, n := range shape {
			if n < 0 {
				c.refuse("Trying to create tensor with negative dimension %d: %s", n, listed(shape))
			}
		}
		t = NewParameter(c.moduleType(), shape...)
	}
	m.Parameters = append(m.Parameters, Named{name, t})
}

func (m *Module) buffer(name string, dtype DType, shape ...int64) {
	m.Buffers = append(m.Buffers, Named{name, NewBuffer(dtype, shape...)})
}

// moduleType is the dtype that a constructor was given, float32 where none.
func (c *call) moduleType() DType {
	if c.form.index("dtype") < 0 {
		return Float32
	}
	return c.dtype(Float32)
}

// value is a named argument of an operation that a layer runs; a nil tensor is None.
func value(t *Tensor) Value {
	if t == nil {
		return None{}
	}
	return t
}

var (
	kindsOnce   sync.Once
	kindsByName map[string]*kind
)

// kinds is every layer that is known.
func kinds() map[string]*kind {
	kindsOnce.Do(func() {
		kindsByName = map[string]*kind{}
		for _, k := range patternLayers() {
			kindsByName["einops.layers.torch."+nameOf(k.signature)] = k
		}
		for _, table := range [][]*kind{plainLayers(), weightedLayers(), paddingLayers(), lossLayers(), attentionLayers(),
			recurrentLayers()} {
			for _, k := range table {
				kindsByName["torch.nn."+nameOf(k.signature)] = k
			}
		}
	})
	return kindsByName
}

func nameOf(signature string) string {
	for i, r := range signature {
		if r == '(' {
			return signature[:i]
		}
	}
	return signature
}

// All is the layer and every layer within it.
func (m *Module) All() func(yield func(*Module) bool) {
	return func(yield func(*Module) bool) { m.each(yield) }
}

func (m *Module) each(yield func(*Module) bool) bool {
	if !yield(m) {
		return false
	}
	for _, child := range m.Children {
		if !child.Module.each(yield) {
			return false
		}
	}
	return true
}
