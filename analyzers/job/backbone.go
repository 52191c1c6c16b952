package job

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// readBackbone takes the name of the one network of a library that the models of the project's own are made around, as
// a classifier is around an encoder that its constructor loads. Several networks, or one that only the run tells, have
// no name together.
func (w *owning) readBackbone() {
	if len(w.j.trained()) > 0 {
		return // the network itself is trained
	}
	var name, from string
	var by Found
	for _, c := range w.m.Trace.Calls {
		node := c.Node
		if node == nil || c.Unit == nil || c.Unit.Module == nil || !mayLoad(c) || !w.makesOwn(c) {
			continue
		}
		class, v := w.named(w.j.Program.peer(c.Unit.Module), c)
		if class == "" {
			continue
		}
		text, known := v.Str()
		if !known || perhaps(c.Gates) || name != "" && text != name {
			return
		}
		name, from, by = text, class, v
	}
	if name != "" {
		w.j.around = from
		w.j.claim(dialect.Backbone, name, w.j.rankOf(by), from, by.notDefault())
	}
}

// mayLoad is a cheap look at what is called before it is asked what it loads.
func mayLoad(c *run.Call) bool {
	callee, ok := run.Bare(c.Callee).(run.Symbol)
	name := string(callee)
	return ok &&
		(loaders[run.LastPart(name)] || knowledge.BuildsNetwork(name) || knowledge.IsSentenceModel(name) ||
			strings.HasPrefix(name, "torchvision.models.") ||
			name == knowledge.LoadsWhisper || name == knowledge.LoadsFromHub || knowledge.LoadsCLIP(name) > 0)
}

// makesOwn reports whether a call happens while a model that is trained is made, or makes it.
func (w *owning) makesOwn(c *run.Call) bool {
	for ; c != nil; c = c.Caller {
		for _, o := range w.objects {
			if o.Made != nil && (c == o.Made || c.Node == o.Made.Node) || initializes(c, o) {
				return true
			}
		}
	}
	return false
}

// named is the class and the name of the network that a call makes; no class where it makes none.
func (w *owning) named(p *Program, c *run.Call) (class string, name Found) {
	callee, _ := run.Bare(c.Callee).(run.Symbol)
	var at int
	var keyword string
	switch {
	case knowledge.LoadsCLIP(string(callee)) > 0:
		if v, _ := c.Argument("model_name", -1); v != nil {
			return string(callee), w.j.Program.run.found(v)
		}
		at, keyword = 0, "name"
	case callee == knowledge.LoadsFromHub:
		at, keyword = 1, "model"
	default:
		if p == nil {
			return "", Found{}
		}
		if class = p.loadedClass(c.Node); class == "" || strings.HasSuffix(class, "AutoencoderKL") {
			return "", Found{}
		}
		return class, p.load(c.Node, class).Name
	}
	v, _ := c.Argument(keyword, at)
	if v == nil {
		return string(callee), Found{}
	}
	return string(callee), w.j.Program.run.found(v)
}
