package model

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// layerClass is a class of torch.nn whose layers package tensor knows.
func (l *library) layerClass(dotted string) *exact.Class {
	c := exact.NewClass(dotted[strings.LastIndexByte(dotted, '.')+1:], l.baseOf(dotted))
	l.names[dotted] = c
	l.behave(c, dotted)
	return c
}

// What a layer that is made, and an operation that is followed, are worth in steps: some kilobytes.
const (
	layerCost = 100
	callCost  = 30
)

// openSizes tells whoever asks what a layer is made with that is not known.
func (l *library) openSizes(m *exact.Machine, a exact.Args) {
	if l.sized == nil {
		return
	}
	for i, v := range a.Pos {
		if u, ok := v.(*exact.Unknown); ok {
			l.sized(u, m.ArgumentText(i, ""))
		}
	}
	for _, k := range a.Kw {
		if u, ok := k.Value.(*exact.Unknown); ok {
			l.sized(u, k.Name+"="+m.ArgumentText(-1, k.Name))
		}
	}
}

// sizeless are arguments with some number in the place of one that is not known and changes no size: which row of a
// table stands for padding, which class a loss passes over.
func sizeless(dotted string, a exact.Args) exact.Args {
	some := func(v exact.Value) bool {
		u, unknown := v.(*exact.Unknown)
		return unknown && u.Each == nil
	}
	if dotted == "torch.nn.Embedding" && len(a.Pos) > 2 && some(a.Pos[2]) {
		a.Pos = slices.Clone(a.Pos)
		a.Pos[2] = int64(0)
	}
	for i, k := range a.Kw {
		if (k.Name == "padding_idx" || k.Name == "ignore_index") && some(k.Value) {
			a.Kw = slices.Clone(a.Kw)
			a.Kw[i].Value = int64(0)
		}
	}
	return a
}

// behave gives a class the constructor and the forward of a layer.
func (l *library) behave(c *exact.Class, dotted string) {
	method(c, "__init__", func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		m.Spend(layerCost)
		a = l.weighed(m, dotted, a, 0)
		a = sizeless(dotted, a)
		l.openSizes(m, a)
		args, kw := l.sizesOf(m, a)
		layer, err := tensor.NewModule(dotted, args, kw)
		if err != nil {
			l.failed(m, err)
		}
		mod.adopt(l, layer)
		return exact.None
	})
	forward := func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		if mod.layer == nil {
			m.Raise(exact.AttributeError, "%s was not built: super().__init__() is not called", dotted)
		}
		mod.layer.Training = mod.training
		mod.share()
		m.Spend(callCost)
		if out := l.packed(m, mod, a); out != nil {
			return out
		}
		if len(a.Pos) > 0 && l.suppose == nil {
			if u, unknown := a.Pos[0].(*exact.Unknown); unknown {
				m.StopForSample(u, wants(mod.layer))
			}
		}
		args, kw := l.arguments(m, l.targeted(m, dotted, a))
		out, err := l.tape.Forward(mod.layer, args, kw)
		if err != nil {
			l.failed(m, err)
		}
		return l.noted(fromTensor(out))
	}
	method(c, "forward", forward)
	if strings.Contains(dotted, "Conv") {
		method(c, "_conv_forward", func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			rank := dotted[len(dotted)-2 : len(dotted)-1]
			call := exact.Positional(a.Pos...)
			for _, name := range []string{"stride", "padding", "dilation", "groups"} {
				call.Kw = append(call.Kw, exact.Keyword{Name: name, Value: mod.layerAttribute(name)})
			}
			return l.op(m, "torch.nn.functional.conv"+rank+"d", call)
		})
	}
	if strings.HasPrefix(dotted, "torch.nn.Transformer") && strings.HasSuffix(dotted, "Layer") {
		l.behaveAsBlock(c)
	}
	nothing := func(*exact.Machine, *module, exact.Args) exact.Value { return exact.None }
	for _, name := range []string{"reset_parameters", "_reset_parameters", "flatten_parameters"} {
		method(c, name, nothing)
	}
	// what it puts in the place of a batch norm is as large, and keeps as much
	if strings.HasSuffix(dotted, ".SyncBatchNorm") {
		method(c, "_specify_ddp_gpu_num", nothing) // until torch 1.8, which programs that call it have
		c.Dict.Set(
			"convert_sync_batchnorm",
			exact.NewFunction("convert_sync_batchnorm", func(_ *exact.Machine, a exact.Args) exact.Value {
				return a.Get(0, "module")
			}),
		)
	}
	if dotted == "torch.nn.Transformer" {
		c.Dict.Set(
			"generate_square_subsequent_mask",
			exact.NewFunction("generate_square_subsequent_mask", func(m *exact.Machine, a exact.Args) exact.Value {
				if len(a.Pos) > 0 { // also as the method that it was until torch 1.10
					if _, isLayer := a.Pos[0].(*exact.Instance); isLayer {
						a.Pos = a.Pos[1:]
					}
				}
				return m.Call(m.Imported("torch.nn.square_subsequent_mask"), a)
			}),
		)
	}
	if strings.HasSuffix(dotted, "Embedding") {
		c.Dict.Set(
			"from_pretrained",
			&exact.ClassMethod{Func: exact.NewFunction("from_pretrained", func(m *exact.Machine, a exact.Args) exact.Value {
				table, ok := a.Get(1, "embeddings").(*tensor.Tensor)
				if !ok || len(table.Shape) != 2 {
					m.Stop("the table of Embedding.from_pretrained is not known")
				}
				v := m.Call(a.Pos[0], exact.Positional(table.Shape[0], table.Shape[1]))
				if m.Truth(a.Or(2, "freeze", true)) {
					m.CallMethod(v, "requires_grad_", false)
				}
				return v
			})},
		)
	}
}

// feeds notes which module something unknown is handed to.
func (l *library) feeds(given exact.Expression, mod *module) {
	if given.Path == "" {
		return
	}
	if l.fed == nil {
		l.fed = map[exact.Expression]*module{}
	}
	l.fed[given] = mod
}

// wanted is an example of what the module takes that something unknown was handed to: what its first layer with
// parameters takes. A forward pass reads x.size(0) before that layer sees anything.
func (l *library) wanted(given exact.Expression) (example string) {
	mod := l.fed[given]
	if mod == nil {
		return ""
	}
	found := false
	mod.all(func(_ string, below *module) {
		if found || below.layer == nil {
			return
		}
		below.tensors(parametersOf, func(string, *tensor.Tensor) { found = true })
		if found {
			example = wants(below.layer)
		}
	})
	return example
}

// wants is an example of what a layer takes, behind the number of samples; "" where its arguments do not tell.
func wants(layer *tensor.Module) string {
	of := func(attribute, rest string) string {
		n, ok := layer.Attributes[attribute].(tensor.Int)
		if !ok || n < 1 {
			return ""
		}
		return strings.Replace(rest, "?", strconv.FormatInt(int64(n), 10), 1) + ":float32"
	}
	switch class := classOf(layer); class {
	case "Embedding":
		return "128:int64"
	case "Linear":
		return of("in_features", "?")
	case "Conv1d":
		return of("in_channels", "?x1000")
	case "Conv2d":
		return of("in_channels", "?x224x224")
	case "Conv3d":
		return of("in_channels", "?x64x64x64")
	case "LSTM", "GRU", "RNN":
		if first, ok := layer.Attributes["batch_first"].(tensor.Bool); ok && bool(first) {
			return of("input_size", "24x?")
		}
	}
	return ""
}

// sizesOf are the arguments of a layer's constructor: what is not known of them is a size.
func (l *library) sizesOf(m *exact.Machine, a exact.Args) ([]tensor.Value, map[string]tensor.Value) {
	l.constructing = true
	defer func() { l.constructing = false }()
	return l.arguments(m, a)
}

// packed is what a recurrent layer makes of packed sequences; nil where it is given none.
func (l *library) packed(m *exact.Machine, mod *module, a exact.Args) exact.Value {
	if len(a.Pos) == 0 {
		return nil
	}
	o, ok := a.Pos[0].(*exact.Instance)
	if !ok || o.Class.Name != "PackedSequence" || o.Class.Unit == nil || o.Class.Unit.Name != "torch_rnn" {
		return nil
	}
	args := exact.Args{Pos: append([]exact.Value{mod.object, mod.layerAttribute("batch_first")}, a.Pos...), Kw: a.Kw}
	return m.Call(l.prelude(m, "torch.nn.utils.rnn.run_packed"), args)
}

// behaveAsBlock gives a class what a subclass of a Transformer's layer uses in a forward pass of its own.
func (l *library) behaveAsBlock(c *exact.Class) {
	activation := func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		name, ok := mod.layer.Attributes["activation"].(tensor.String)
		if !ok {
			m.Stop("an activation of the caller's is not followed")
		}
		return l.op(m, "torch.nn.functional."+string(name), a)
	}
	method(c, "activation", activation)
	method(c, "_ff_block", func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		last := "dropout2"
		if mod.modules.Get("dropout3") != nil { // a decoder's
			last = "dropout3"
		}
		run := func(name string, x exact.Value) exact.Value {
			return m.Call(mod.modules.Get(name), exact.Positional(x))
		}
		hidden := activation(m, mod, exact.Positional(run("linear1", a.Get(0, "x"))))
		return run(last, run("linear2", run("dropout", hidden)))
	})
	for _, name := range []string{"_sa_block", "_mha_block"} {
		method(c, name, func(m *exact.Machine, _ *module, _ exact.Args) exact.Value {
			m.Stop("%s of torch's layer is not followed", name)
			return nil
		})
	}
}

// groups are classes of torch that several layers inherit from: programs ask for them with isinstance, or inherit from
// them.
var groups = []struct {
	name, home, builds string
	layers             []string
}{
	{"_ConvNd", "conv", "", []string{"Conv1d", "Conv2d", "Conv3d", "_ConvTransposeNd"}},
	{"_ConvTransposeNd", "conv", "", []string{"ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d"}},
	{
		"_BatchNorm",
		"batchnorm",
		"torch.nn.BatchNorm2d",
		[]string{"BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "SyncBatchNorm"},
	},
	{
		"_InstanceNorm",
		"instancenorm",
		"torch.nn.InstanceNorm2d",
		[]string{"InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d"},
	},
	{"_DropoutNd", "dropout", "", []string{"Dropout", "Dropout1d", "Dropout2d", "Dropout3d"}},
}

// enterGroups makes the classes that layers inherit from.
func enterGroups(l *library) {
	l.groups = map[string]*exact.Class{}
	for _, g := range groups {
		base := l.base
		if of := l.groups[g.name]; of != nil {
			base = of
		}
		c := exact.NewClass(g.name, base)
		if g.builds != "" {
			l.behave(c, g.builds)
		}
		for _, home := range []string{
			"torch.nn.", "torch.nn.modules.", "torch.nn." + g.home + ".", "torch.nn.modules." + g.home + ".",
		} {
			l.names[home+g.name] = c
		}
		for _, name := range g.layers {
			l.groups[name] = c
		}
	}
}

func (l *library) baseOf(dotted string) *exact.Class {
	if c := l.groups[dotted[strings.LastIndexByte(dotted, '.')+1:]]; c != nil {
		return c
	}
	return l.base
}

// adopt makes a module the layer: its parameters, buffers and inner layers are registered.
func (mod *module) adopt(l *library, layer *tensor.Module) {
	mod.layer = layer
	for _, p := range layer.Parameters {
		mod.parameters.Set(p.Name, orNone(p.Tensor))
	}
	for _, b := range layer.Buffers {
		mod.buffers.Set(b.Name, orNone(b.Tensor))
	}
	for _, child := range layer.Children {
		inner := newModule()
		inner.object = &exact.Instance{Class: l.classNamed(child.Module.Class), Native: inner}
		inner.adopt(l, child.Module)
		mod.modules.Set(child.Name, inner.object)
	}
}

func (l *library) classNamed(dotted string) *exact.Class {
	if c, ok := l.names[dotted].(*exact.Class); ok {
		return c
	}
	return l.layerClass(dotted)
}

func orNone(t *tensor.Tensor) exact.Value {
	if t == nil {
		return exact.None
	}
	return t
}

// sync gives the layer the tensors that the program has put in place of its own.
func (mod *module) sync() {
	if mod.layer == nil {
		return
	}
	for _, pair := range []struct {
		list []tensor.Named
		held *exact.Dict
	}{{mod.layer.Parameters, mod.parameters}, {mod.layer.Buffers, mod.buffers}} {
		for i, p := range pair.list {
			v := pair.held.Get(p.Name)
			if v == nil { // made anew by a hook: weight_norm
				v = mod.object.Attrs.Get(p.Name)
			}
			switch v := v.(type) {
			case *tensor.Tensor:
				pair.list[i].Tensor = v
			case exact.NoneType:
				pair.list[i].Tensor = nil
			}
		}
	}
}

// share tells inner layers what the program has changed in them.
func (mod *module) share() {
	for i := range mod.layer.Children {
		if inner := moduleOf(mod.modules.Get(mod.layer.Children[i].Name)); inner != nil && inner.layer != nil {
			inner.layer.Training = inner.training
			mod.layer.Children[i].Module = inner.layer
			inner.share()
		}
	}
}

// spread are the arguments that a convolution keeps as one number for each dimension.
var spread = map[string]bool{
	"kernel_size":    true,
	"stride":         true,
	"padding":        true,
	"dilation":       true,
	"output_padding": true,
}

// layerAttribute is an argument of the constructor as torch's layer keeps it; nil for none.
func (mod *module) layerAttribute(name string) exact.Value {
	v, ok := mod.layer.Attributes[name]
	if !ok || v == nil {
		return nil
	}
	class := mod.layer.Class
	if name == "activation" && strings.Contains(class, "Transformer") { // a function, whatever the constructor was given
		return nil
	}
	if _, open := v.(tensor.Open); open { // what is decided by it is not supposed
		return &exact.Unknown{Why: "how wide a layer is"}
	}
	n, isNumber := v.(tensor.Int)
	if isNumber && spread[name] && strings.Contains(class, "Conv") {
		t := &exact.Tuple{}
		for range class[len(class)-2] - '0' {
			t.Items = append(t.Items, int64(n))
		}
		return t
	}
	if isNumber && name == "normalized_shape" {
		return &exact.Tuple{Items: []exact.Value{int64(n)}}
	}
	if list, isList := v.(tensor.List); isList {
		v = tensor.Tuple(list)
	}
	return fromTensor(v)
}
