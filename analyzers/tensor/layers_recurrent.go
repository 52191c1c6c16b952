package tensor

import (
	"fmt"
	"strings"
)

// recurrentLayers are LSTM, GRU, RNN and their cells.
func recurrentLayers() []*kind {
	var all []*kind
	for name, gates := range map[string]int64{"LSTM": 4, "GRU": 3} {
		all = append(all,
			&kind{signature: name + "(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, " +
				"bidirectional=False, " +
				"proj_size=0, device=None, dtype=None)", build: buildRecurrent(gates), forward: "(input, " +
				"hx=None)", run: runRecurrent(gates)},
			&kind{signature: name + "Cell(input_size, hidden_size, bias=True, device=None, dtype=None)", build: buildCell(gates),
				forward: "(input, hx=None)", run: runCell(gates)})
	}
	return append(all,
		&kind{signature: "RNN(input_size, hidden_size, num_layers=1, nonlinearity=tanh, bias=True, batch_first=False, " +
			"dropout=0.0, " +
			"bidirectional=False, proj_size=0, device=None, dtype=None)", build: buildRecurrent(1), forward: "(input, " +
			"hx=None)", run: runRecurrent(1)},
		&kind{signature: "RNNCell(input_size, hidden_size, bias=True, nonlinearity=tanh, device=None, dtype=None)",
			build:   buildCell(1),
			forward: "(input, hx=None)", run: runCell(1)})
}

func directions(c *call) []string {
	if c.bool("bidirectional") {
		return []string{"", "_reverse"}
	}
	return []string{""}
}

func buildRecurrent(gates int64) func(*Module, *call) {
	return func(m *Module, c *call) {
		hidden, in := c.int("hidden_size"), c.int("input_size")
		if c.int("proj_size") != 0 {
			c.giveUp("projections are not followed")
		}
		ways := directions(c)
		c.bounded(c.int("num_layers"))
		for layer := range c.int("num_layers") {
			if layer > 0 {
				in = hidden * int64(len(ways))
			}
			for _, way := range ways {
				suffix := fmt.Sprintf("_l%d%s", layer, way)
				m.parameter(c, "weight_ih"+suffix, gates*hidden, in)
				m.parameter(c, "weight_hh"+suffix, gates*hidden, hidden)
				if c.bool("bias") {
					m.parameter(c, "bias_ih"+suffix, gates*hidden)
					m.parameter(c, "bias_hh"+suffix, gates*hidden)
				}
			}
		}
	}
}

func buildCell(gates int64) func(*Module, *call) {
	return func(m *Module, c *call) {
		hidden := c.int("hidden_size")
		m.parameter(c, "weight_ih", gates*hidden, c.int("input_size"))
		m.parameter(c, "weight_hh", gates*hidden, hidden)
		if c.bool("bias") {
			m.parameter(c, "bias_ih", gates*hidden)
			m.parameter(c, "bias_hh", gates*hidden)
		} else {
			m.parameter(c, "bias_ih")
			m.parameter(c, "bias_hh")
		}
	}
}

// runRecurrent unrolls the steps as the CPU does; cuDNN makes one operation of them.
func runRecurrent(gates int64) func(*Module, *call) Value {
	return func(m *Module, c *call) Value {
		x, ok := c.arg("input").(*Tensor)
		if !ok {
			c.giveUp("packed sequences are not followed")
		}
		width := m.args.int("input_size")
		if len(x.Shape) != 2 && len(x.Shape) != 3 {
			c.refuse("%s: Expected input to be 2D or 3D, got %dD instead", nameOfOp(m.Class), len(x.Shape))
		}
		if x.Shape[len(x.Shape)-1] != width {
			c.refuse("input.size(-1) must be equal to input_size. Expected %d, got %d", width, x.Shape[len(x.Shape)-1])
		}
		single := len(x.Shape) == 2
		rows := m.args.bool("batch_first") && !single
		switch {
		case single:
			x = c.unsqueezed(x, 1)
		case rows:
			x = c.swapped(x, 0, 1)
		}
		r := &recurrence{call: c, m: m, gates: gates, hidden: m.args.int("hidden_size"), ways: directions(m.args)}
		before := r.initial(x)
		var out *Tensor
		var states []*Tensor
		if c.tape.Device == CUDA {
			if !m.Training && (c.wants(x) || c.wants(m.Parameters[0].Tensor)) {
				c.giveUp("cuDNN's recurrent layers have no backward pass in eval mode")
			}
			out, states = r.cudnn(x, before, rows)
		} else {
			out, states = r.run(x, before)
		}
		if rows {
			out = c.swapped(out, 0, 1)
		}
		if single {
			out = c.look1(out, 1)
			for i, s := range states {
				states[i] = c.look1(s, 1)
			}
		}
		if gates == 4 {
			return Tuple{out, Tuple{states[0], states[1]}}
		}
		return Tuple{out, states[0]}
	}
}

// recurrence is a recurrent layer on its way through its layers and steps.
type recurrence struct {
	*call
	m      *Module
	gates  int64
	hidden int64
	ways   []string
}

// initial are the states that the layers begin with, each kind of all layers: those of the caller, or zeros.
func (r *recurrence) initial(x *Tensor) []*Tensor {
	layers := r.m.args.int("num_layers")
	count := 1
	if r.gates == 4 {
		count = 2
	}
	given, _ := items(r.arg("hx"))
	if t, ok := r.arg("hx").(*Tensor); ok {
		given = []Value{t}
	}
	var states []*Tensor
	for i := range count {
		all := NewTensor(x.DType, layers*int64(len(r.ways)), x.Shape[1], r.hidden)
		if i < len(given) {
			all, _ = given[i].(*Tensor)
		} else {
			r.allocated(all)
		}
		want := []int64{layers * int64(len(r.ways)), x.Shape[1], r.hidden}
		if all != nil && len(all.Shape) == 2 {
			all = r.unsqueezed(all, 1)
		}
		if all == nil || !equal(all.Shape, want) {
			got := []int64(nil)
			if all != nil {
				got = all.Shape
			}
			r.refuse("Expected hidden size (%s), got %s", strings.Trim(listed(want), "[]"), listed(got))
		}
		states = append(states, all)
	}
	return states
}

// each takes the states of all layers apart.
func (r *recurrence) each(states []*Tensor) [][]*Tensor {
	list := make([][]*Tensor, len(states))
	for i, all := range states {
		for j := range all.Shape[0] {
			list[i] = append(list[i], r.chosen(all, 0, j))
		}
	}
	return list
}

// run goes through the layers and steps one by one.
func (r *recurrence) run(x *Tensor, states []*Tensor) (*Tensor, []*Tensor) {
	layers := r.m.args.int("num_layers")
	before := r.each(states)
	after := make([][]*Tensor, len(before))
	for layer := range layers {
		var outs []*Tensor
		for way, suffix := range r.ways {
			var states []*Tensor
			for _, all := range before {
				states = append(states, all[int(layer)*len(r.ways)+way])
			}
			out, last := r.direction(x, fmt.Sprintf("_l%d%s", layer, suffix), states, way == 1)
			outs = append(outs, out)
			for i, s := range last {
				after[i] = append(after[i], s)
			}
		}
		x = outs[0]
		if len(outs) > 1 {
			x = r.cat(outs, 2)
		}
		if p := r.m.args.float("dropout"); p > 0 && r.m.Training && layer < layers-1 {
			x = r.do("torch.nn.functional.dropout", x, Float(p), Bool(true))
		}
	}
	last := make([]*Tensor, len(after))
	for i, all := range after {
		last[i] = r.do("torch.stack", listOf(all))
	}
	return x, last
}

func listOf(tensors []*Tensor) List {
	var out List
	for _, t := range tensors {
		out = append(out, t)
	}
	return out
}

// direction multiplies the whole sequence by the input's weights, then goes from step to step.
func (r *recurrence) direction(x *Tensor, suffix string, states []*Tensor, reverse bool) (*Tensor, []*Tensor) {
	in := r.linear(x, r.m.Parameter("weight_ih"+suffix), r.m.Parameter("bias_ih"+suffix))
	length := x.Shape[0]
	r.bounded(length)
	outs := make([]*Tensor, length)
	for i := range length {
		at := i
		if reverse {
			at = length - 1 - i
		}
		step := r.chosen(in, 0, at)
		own := r.linear(states[0], r.m.Parameter("weight_hh"+suffix), r.m.Parameter("bias_hh"+suffix))
		switch r.gates {
		case 4:
			states = r.lstmStep(r.do("Tensor.add_", own, step), states[1])
		case 3:
			states = []*Tensor{r.gruStep(step, own, states[0])}
		default:
			states = []*Tensor{r.do("torch."+r.m.args.text("nonlinearity"), r.do("Tensor.add_", own, step))}
		}
		outs[at] = states[0]
	}
	return r.do("torch.stack", listOf(outs)), states
}

func runCell(gates int64) func(*Module, *call) Value {
	return func(m *Module, c *call) Value {
		x := c.lower(c.tensor("input"))
		hidden := m.args.int("hidden_size")
		single := len(x.Shape) == 1
		if single {
			x = c.unsqueezed(x, 0)
		}
		if x.Shape[1] != m.args.int("input_size") {
			c.refuse("mat1 and mat2 shapes cannot be multiplied (%dx%d and %dx%d)", x.Shape[0], x.Shape[1],
				m.args.int("input_size"), gates*hidden)
		}
		h := c.state(c.arg("hx"), 0, x, hidden, single)
		var out Value
		switch gates {
		case 4:
			cell := h
			if c.given("hx") {
				cell = c.state(c.arg("hx"), 1, x, hidden, single)
			}
			out = c.lstmCell(m, x, h, cell)
		case 3:
			out = c.gruCell(m, x, h)
		default:
			out = c.do("torch."+m.args.text("nonlinearity"), c.do("Tensor.add", c.gatesOf(m, "ih", x), c.gatesOf(m, "hh", h)))
		}
		if !single {
			return out
		}
		if pair, ok := out.(Tuple); ok {
			return Tuple{c.look1(pair[0].(*Tensor), 0), c.look1(pair[1].(*Tensor), 0)}
		}
		return c.look1(out.(*Tensor), 0)
	}
}

// lower is a tensor as autocast hands it to a cell, which is one operation to it.
func (c *call) lower(t *Tensor) *Tensor {
	if t == nil || c.tape.Autocast == NoDType || c.tape.Device == CPU || t.DType == Float64 {
		return t
	}
	return c.lowered(t)
}

func (c *call) weight(m *Module, name string) *Tensor { return c.lower(m.Parameter(name)) }

// state is a cell's state before this step, zeros where none is given.
func (c *call) state(hx Value, at int, x *Tensor, hidden int64, single bool) *Tensor {
	if pair, ok := items(hx); ok && len(pair) > at {
		hx = pair[at]
	}
	t, ok := hx.(*Tensor)
	t = c.lower(t)
	if !ok {
		return c.empty(x.DType, x.Shape[0], hidden)
	}
	if single {
		return c.unsqueezed(t, 0)
	}
	return t
}

func (c *call) gatesOf(m *Module, side string, x *Tensor) *Tensor {
	return c.linear(c.lower(x), c.weight(m, "weight_"+side), c.weight(m, "bias_"+side))
}

// lstmCell on a GPU is one kernel that keeps the gates; the CPU takes them apart.
func (c *call) lstmCell(m *Module, x, h, cell *Tensor) Value {
	hidden := h.Shape[1]
	if c.tape.Device == CUDA {
		a := c.linear(x, c.weight(m, "weight_ih"), nil)
		b := c.linear(h, c.weight(m, "weight_hh"), nil)
		next, state := c.empty(x.DType, x.Shape[0], hidden), c.empty(x.DType, x.Shape[0], hidden)
		workspace := c.empty(x.DType, x.Shape[0], 4*hidden)
		c.madeAll([]*Tensor{next, state}, []*Tensor{a, b, cell, c.weight(m, "bias_ih"), c.weight(m, "bias_hh")},
			a, b, c.weight(m, "bias_ih"), c.weight(m, "bias_hh"), cell, state, workspace)
		return Tuple{next, state}
	}
	states := c.lstmStep(c.do("Tensor.add_", c.gatesOf(m, "hh", h), c.gatesOf(m, "ih", x)), cell)
	return Tuple{states[0], states[1]}
}

// lstmStep is one step of an LSTM on the CPU, written out.
func (c *call) lstmStep(gates, cell *Tensor) []*Tensor {
	parts := c.unsafeParts(gates, 4)
	in := c.do("Tensor.sigmoid_", parts[0])
	forget := c.do("Tensor.sigmoid_", parts[1])
	fresh := c.do("Tensor.tanh_", parts[2])
	open := c.do("Tensor.sigmoid_", parts[3])
	state := c.do("Tensor.add_", c.do("Tensor.mul", forget, cell), c.do("Tensor.mul", in, fresh))
	return []*Tensor{c.do("Tensor.mul", open, c.do("torch.tanh", state)), state}
}

// unsafeParts are the parts of a tensor along its second dimension, as tensors that may be written into on their own.
func (c *call) unsafeParts(t *Tensor, n int64) []*Tensor {
	var parts []*Tensor
	width := t.Shape[1] / n
	for i := range n {
		part := c.narrowed(t, 1, i*width, width)
		part.base = nil
		parts = append(parts, part)
	}
	return parts
}

func (c *call) gruCell(m *Module, x, h *Tensor) Value {
	hidden := h.Shape[1]
	if c.tape.Device == CUDA {
		a := c.linear(x, c.weight(m, "weight_ih"), nil)
		b := c.linear(h, c.weight(m, "weight_hh"), nil)
		out := c.empty(x.DType, x.Shape[0], hidden)
		workspace := c.empty(x.DType, x.Shape[0], 5*hidden)
		return c.made(out, []*Tensor{a, b, h, c.weight(m, "bias_ih"), c.weight(m, "bias_hh")},
			a, b, h, c.weight(m, "bias_ih"), c.weight(m, "bias_hh"), workspace)
	}
	return c.gruStep(c.gatesOf(m, "ih", x), c.gatesOf(m, "hh", h), h)
}

func (c *call) gruStep(fromInput, fromState, h *Tensor) *Tensor {
	in, own := c.unsafeParts(fromInput, 3), c.unsafeParts(fromState, 3)
	reset := c.do("Tensor.sigmoid_", c.do("Tensor.add_", own[0], in[0]))
	update := c.do("Tensor.sigmoid_", c.do("Tensor.add_", own[1], in[1]))
	fresh := c.do("Tensor.tanh_", c.do("Tensor.add", in[2], c.do("Tensor.mul_", own[2], reset)))
	return c.do("Tensor.add_", c.do("Tensor.mul_", c.do("Tensor.sub", h, fresh), update), fresh)
}
