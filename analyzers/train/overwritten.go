package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Overwritten is a pretrained network whose weights the module that holds it draws anew while it is made.
type Overwritten struct {
	// Pretrained is the call that gives the network, Walk the one that goes over all layers of the module, and Draw the
	// one that gives a layer other weights.
	Pretrained, Walk *run.Call
	Draw             run.Place
	// ByDefault: the weights are asked for by an option of the module that is on by default.
	ByDefault bool
}

// PretrainedOverwritten lists those of the file's modules, one for each walk over layers.
func (f *Facts) PretrainedOverwritten() []*Overwritten {
	var list []*Overwritten
	for _, h := range f.heldModules(walksLayers) {
		for _, walk := range h.built.Calls {
			on, ok := walk.Callee.(*run.Member)
			if !ok || walk.Node == nil || run.Bare(on.Object) != run.Value(h.self) ||
				slices.ContainsFunc(list, func(o *Overwritten) bool { return o.Walk.Node == walk.Node }) {
				continue
			}
			draw := h.drawnBy(walk, on.Name)
			if draw.Node == nil || h.loadsAfter(walk) {
				continue
			}
			if made, byDefault := h.pretrainedBefore(walk); made != nil {
				list = append(list, &Overwritten{made, walk, draw, byDefault})
			}
		}
	}
	return list
}

// walksLayers reports whether a class may go over all of its layers.
func walksLayers(class *python.Class) bool {
	return python.MentionsIn(class, func(word string) bool {
		return word == "modules" || word == "named_modules" || word == "apply"
	})
}

// drawnBy is where the weights of convolutions are drawn in a loop over what a call of a module gives, or in the
// function that its apply() is given, whichever convolution it is; no place where none is.
func (h *heldModule) drawnBy(walk *run.Call, method string) run.Place {
	if method == "apply" {
		if len(walk.Args) != 1 {
			return run.Place{}
		}
		fn, ok := run.Bare(walk.Args[0].Value).(*run.Function)
		if method, bound := run.Bare(walk.Args[0].Value).(*run.Method); bound {
			fn, ok = method.Func, true
		}
		if !ok || fn.Node == nil {
			return run.Place{}
		}
		return drawnIn(fn.Unit, fn.Node.Body, fn.Node)
	}
	if method != "modules" && method != "named_modules" { // children() are not what is in them
		return run.Place{}
	}
	for _, over := range h.built.Loops {
		if loop, ok := over.Node.(*python.For); ok && over.Iterated == walk.Result {
			return drawnIn(over.Unit, loop.Body, loop)
		}
	}
	return run.Place{}
}

// drawnIn is where a body draws the weights of every convolution: what leaves layers out, or asks for anything else
// than their class and their parameters, may spare those of the pretrained network.
func drawnIn(unit *run.Unit, body []python.Stmt, around python.Node) run.Place {
	var found python.Node
	spares := false
	python.WalkBody(body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Simple, *python.Return:
			spares = spares || leavesOut(n)
		case *python.Call:
			if found == nil && drawsWeights(unit.Module, n) && forConvolutions(unit.Module, n, around) {
				found = n
			}
		}
		return true
	})
	if spares || found == nil {
		return run.Place{}
	}
	return run.Place{Unit: unit, Node: found}
}

// drawsWeights reports whether a call draws the weights of a layer: nn.init.normal_(m.weight), m.weight.data.normal_().
func drawsWeights(m *python.Module, c *python.Call) bool {
	if knowledge.DrawsWeights(m.Resolve(c.Func)) {
		return true
	}
	of := strings.TrimSuffix(python.PathText(c.Receiver()), ".data") // of m.weight.clone() another tensor is drawn
	return knowledge.DrawsWeights("torch.nn.init."+c.MethodName()) && strings.HasSuffix(of, ".weight")
}

// leavesOut reports whether a statement goes on with the next layer.
func leavesOut(n python.Node) bool {
	s, ok := n.(*python.Simple)
	return !ok || s.Kind == python.Continue || s.Kind == python.Break
}

// forConvolutions reports whether what stands around a call, below the loop or function, asks for the class of a layer,
// a convolution among them, and for nothing else.
func forConvolutions(m *python.Module, draw *python.Call, around python.Node) bool {
	asked := false
	for _, g := range python.GatesOf(draw) {
		if !python.Within(g.Test, around) {
			break
		}
		if !namesConvolutions(m.File.Slice(g.Test.Span())) {
			if g.Holds {
				return false
			}
			continue // elif: the class asked for before
		}
		asked = asked || g.Holds
	}
	return asked
}

// namesConvolutions reports whether a test names the convolutions of pictures: isinstance(m, nn.Conv2d), or the words
// of name.find("Conv") != -1.
func namesConvolutions(test string) bool {
	return slices.ContainsFunc([]string{"Conv2d", "ConvNd", `"Conv"`, "'Conv'"}, func(name string) bool {
		return strings.Contains(test, name)
	})
}

// loadsAfter reports whether a module is given weights again after a walk while it is made.
func (h *heldModule) loadsAfter(walk *run.Call) bool {
	return slices.ContainsFunc(h.built.Calls, func(c *run.Call) bool {
		return c.Seq > walk.Seq && knowledge.SetsWeights(calleeName(c))
	})
}

// pretrainedBefore is the call that gives a network of torchvision's with its weights, which the module keeps, or a
// part of it, before a walk; nil for none.
func (h *heldModule) pretrainedBefore(walk *run.Call) (made *run.Call, byDefault bool) {
	for _, c := range h.built.Calls {
		if c.Seq > walk.Seq || !strings.HasPrefix(symbolOf(c), "torchvision.models.") || !implied(walk.Gates, c.Gates) {
			continue
		}
		asked, byDefault := asksForWeights(c)
		if !asked {
			continue
		}
		if slices.ContainsFunc(h.stores, func(s *run.Store) bool {
			return s.Seq < walk.Seq && h.isPartOf(s.New, c.Result)
		}) {
			return c, byDefault
		}
	}
	return nil, false
}

// isPartOf reports whether a value is a network, was made of it, or is given a list of parts of it:
// nn.Sequential(*list(net.children())[:-2]).
func (h *heldModule) isPartOf(v, net run.Value) bool {
	made := func(one run.Value) bool { return isMadeOf(one, []run.Value{net}, map[*run.Object]bool{}) }
	for _, one := range run.Alternatives(v) {
		o, ok := run.Bare(one).(*run.Object)
		if !ok || !isOfLayers(o) { // its width is no part of a network
			continue
		}
		if made(o) {
			return true
		}
		if o.Made == nil {
			continue
		}
		for _, handed := range given(o.Made) {
			list, ok := run.Bare(handed).(*run.Object)
			if ok && list.Kind == run.List && slices.ContainsFunc(h.machine.Contents(list), made) {
				return true
			}
		}
	}
	return false
}

// isOfLayers reports whether a value is a module, or some of the layers of a network of torchvision's:
// vgg.features[:10].
func isOfLayers(o *run.Object) bool {
	if o.Operator == "[]" && len(o.Operands) > 0 {
		whole, ok := run.Bare(o.Operands[0]).(*run.Object)
		return ok && isOfLayers(whole)
	}
	return library.IsModule(o) || knowledge.IsLayerOfTorchvision(strings.TrimPrefix(o.Operator, "."))
}

// asksForWeights reports whether a call asks for published weights, and whether an option does so by its default.
func asksForWeights(c *run.Call) (asked, byDefault bool) {
	for _, name := range knowledge.AsksForWeights() {
		v, _ := c.Argument(name, -1)
		if v == nil {
			continue
		}
		if !run.Known(v) {
			v, byDefault = unlessSaid(v), true
		}
		if run.Known(v) && !run.IsNone(v) && v != run.Value(run.Bool(false)) {
			return true, byDefault
		}
	}
	return false, false
}
