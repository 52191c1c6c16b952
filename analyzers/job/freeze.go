package job

import (
	"bytes"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// freezing is what a script does to the requires_grad of one model.
type freezing struct {
	frozen bool
	partly bool // some parameters, or only the run can tell
}

// freezings reads model.requires_grad_(False) and loops that set requires_grad.
func (j *Job) freezings() map[*run.Object]freezing {
	found := map[*run.Object]freezing{}
	for _, s := range j.settings() {
		for _, one := range s.parts {
			before := found[one.model]
			if !one.whole() || !s.sure {
				found[one.model] = freezing{before.frozen && !s.sure, true} // model.encoder.requires_grad_(False)
				continue
			}
			found[one.model] = freezing{!s.on, before.partly}
		}
	}
	return found
}

// setting is one place that sets requires_grad.
type setting struct {
	at    python.Node
	parts []part
	on    bool
	sure  bool // it is set, and to this
	seq   int
}

// settings are the places that set requires_grad in this run, in the order in which they are run.
func (j *Job) settings() []setting {
	machine := j.Program.run.ran()
	var list []setting
	seen := map[python.Node]bool{}
	add := func(at python.Node, unit *run.Unit, on, value run.Value, seq int) {
		if at == nil || unit == nil || seen[at] {
			return
		}
		p := j.Program.peer(unit.Module)
		runs, known := p.Runs(at)
		if known && !runs {
			return
		}
		seen[at] = true
		if module := parametersOf(on); module != nil {
			on = module
		}
		truth, sure := p.run.found(value).Truth()
		list = append(list, setting{at: at, parts: j.parts(on), on: truth, sure: sure && known, seq: seq})
	}
	calls, stores := machine.Trace.Calls, machine.Trace.Stores
	for len(calls) > 0 || len(stores) > 0 {
		if len(stores) == 0 || len(calls) > 0 && calls[0].Seq < stores[0].Seq {
			c := calls[0]
			calls = calls[1:]
			if method, ok := c.Callee.(*run.Member); ok && method.Name == "requires_grad_" && c.Node != nil {
				value, _ := c.Argument("requires_grad", 0)
				if value == nil {
					value = run.Bool(true)
				}
				add(c.Node, c.Unit, method.Object, value, c.Seq)
			} else if detaches(c) {
				add(c.Node, c.Unit, method.Object, run.Bool(false), c.Seq)
			} else if frozen := loadsForInference(c); frozen != nil && c.Node != nil {
				add(c.Node, c.Unit, frozen, run.Bool(false), c.Seq)
			}
			continue
		}
		s := stores[0]
		stores = stores[1:]
		if s.Kind == run.StoreAttribute && s.Name == "requires_grad" && !onModule(s) {
			add(s.Node, s.Unit, s.Target, s.New, s.Seq)
		}
	}
	return list
}

// loadsForInference is the model that PeftModel.from_pretrained(model, name) puts adapters into: it freezes both,
// unless it is told is_trainable=True. nil for any other call.
func loadsForInference(c *run.Call) run.Value {
	if c.Callee != run.Value(run.Symbol(knowledge.LoadsAdapter)) {
		return nil
	}
	trainable, unsure := c.Argument("is_trainable", 3)
	if unsure || trainable != nil && run.Bare(trainable) != run.Value(run.Bool(false)) {
		return nil
	}
	model, _ := c.Argument("model", 0)
	return model
}

// onModule reports whether an attribute that is set is a module's own: model.head.requires_grad = False freezes
// nothing.
func onModule(s *run.Store) bool {
	return s.Target != nil && s.Target.Class != nil && library.IsModule(s.Target)
}

// adapters reports how sure it is that a module adds LoRA or similar adapters, and the call that does.
func (j *Job) adapters(p *Program) (call *python.Call, runs, known bool) {
	known = true
	for _, c := range p.Module().AllCalls() {
		var r, k bool
		switch {
		case makesOwnAdapter(p.Module(), c):
			r, k = p.adaptsItself(c)
		case !p.addsAdapter(c) && !p.trainsLoaded(c) || j.leftOver(p, c) || p.afterTrainer(c):
			continue
		default:
			r, k = p.Runs(c)
		}
		switch {
		case k && r:
			return c, true, true
		case !k:
			call, known = c, false
		}
	}
	return call, false, known
}

// leftOver reports whether a call makes something that nothing uses, such as the config of adapters whose
// get_peft_model(model, config) is commented out.
func (j *Job) leftOver(p *Program, c *python.Call) bool {
	s, ok := c.Parent().(*python.Assign)
	if !ok || len(s.Targets) != 1 || !strings.HasSuffix(run.LastPart(p.pathOf(c)), "Config") {
		return false
	}
	made, ok := s.Targets[0].(*python.Name)
	if !ok {
		return false
	}
	for n := range python.AllIn(p.Module().Body) {
		if name, ok := n.(*python.Name); ok && name.ID == made.ID && !python.IsTarget(name) {
			return false
		}
	}
	return !slices.ContainsFunc(j.programs, func(other *Program) bool { // it may be imported
		return other != p && bytes.Contains(other.File().Text, []byte(made.ID))
	})
}

// trainsLoaded recognises PeftModel.from_pretrained(model, name, is_trainable=True): adapters that were trained before.
func (p *Program) trainsLoaded(c *python.Call) bool {
	if p.pathOf(c) != knowledge.LoadsAdapter {
		return false
	}
	v, _ := p.Argument(c, "is_trainable", 3)
	truth, known := v.Truth()
	return known && truth
}

func (p *Program) addsAdapter(c *python.Call) bool {
	switch c.MethodName() {
	case "add_adapter", "get_peft_model", "inject_adapter", "add_lora", "enable_adapters":
		return true
	}
	path := p.pathOf(c)
	name := run.LastPart(path)
	if class := adapterClass(p.Module(), c, path); knowledge.IsLoRAProcessor(class) || knowledge.IsLoRALayer(class) {
		return true
	}
	if path == "trl.get_peft_config" { // None without use_peft
		return false
	}
	switch name {
	case "get_peft_model",
		"inject_adapter_in_model",
		"inject_trainable_lora",
		"LoraConfig",
		"LoHaConfig",
		"LoKrConfig",
		"IA3Config",
		"get_peft_config",
		"PromptTuningConfig",
		"AdaLoraConfig":
		return true
	}
	return strings.Contains(path, "LoRANetwork") || strings.Contains(name, "LoraLayers")
}
