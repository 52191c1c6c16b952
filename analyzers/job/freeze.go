package job

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/job/evaluate"
	"github.com/trainlint/trainlint/analyzers/python"
)

// freezing is what a script does to the requires_grad of one variable.
type freezing struct {
	frozen bool
	partly bool // some parameters, or only the run can tell
}

// freezings reads model.requires_grad_(False) and loops that set requires_grad.
func (j *Job) freezings() map[string]freezing {
	found := map[string]freezing{}
	p := j.Program
	for _, c := range p.Module.AllCalls() {
		if c.MethodName() != "requires_grad_" {
			continue
		}
		owner := python.PathText(unwrapped(c.Receiver()))
		if owner == "" {
			if partOf := headOf(c.Receiver()); partOf != "" {
				found[j.key(partOf)] = freezing{found[j.key(partOf)].frozen, true}
			}
			continue
		}
		runs, known := p.Runs(c)
		if known && !runs {
			continue
		}
		on := evaluate.Value{Kind: evaluate.Bool, Bool: true}
		if len(c.Args) > 0 {
			on = p.Value(c.Args[0].Value)
		}
		truth, sure := on.Truth()
		for _, name := range j.traced(unwrapped(c.Receiver())) {
			found[name] = freezing{frozen: !truth, partly: found[name].partly || !known || !sure}
		}
		if i := strings.LastIndexByte(owner, '.'); i > 0 && !strings.HasPrefix(owner, "self.") || strings.Count(owner, ".") > 1 {
			part := j.key(owner[:i])
			found[part] = freezing{found[part].frozen, true} // model.encoder.requires_grad_(False)
		}
	}
	python.WalkBody(p.Module.Body, func(n python.Node) bool {
		if loop, ok := n.(*python.For); ok {
			j.freezingLoop(loop, found)
		}
		return true
	})
	return found
}

// headOf is the variable at the head of unet.mid_block.attentions[0].
func headOf(e python.Expr) string {
	for e != nil {
		switch x := e.(type) {
		case *python.Name:
			return x.ID
		case *python.Attribute:
			e = x.Value
		case *python.Subscript:
			e = x.Value
		case *python.Call:
			e = x.Receiver()
		default:
			return ""
		}
	}
	return ""
}

// freezingLoop reads "for p in model.parameters(): p.requires_grad = False".
func (j *Job) freezingLoop(loop *python.For, found map[string]freezing) {
	owners, partly := j.parameterOwners(loop.Iter, 0)
	if len(owners) == 0 {
		return
	}
	if runs, known := j.Program.Runs(loop); known && !runs {
		return
	}
	for _, s := range loop.Body {
		direct := false
		value := evaluate.Value{}
		python.Walk(s, func(n python.Node) bool {
			a, ok := n.(*python.Assign)
			if !ok || len(a.Targets) != 1 {
				return true
			}
			if t, ok := a.Targets[0].(*python.Attribute); ok && t.Attr == "requires_grad" {
				value = j.Program.Value(a.Value)
				direct = python.Stmt(a) == s
				if !direct {
					value.Kind = evaluate.Unknown
				}
				partly = partly || !direct
				for _, owner := range owners {
					if whole := wholeOf(owner); whole != "" { // model.encoder.parameters()
						found[whole] = freezing{found[whole].frozen, true}
					}
					found[owner] = freezing{value.Kind == evaluate.Bool && !value.Bool, found[owner].partly || partly || !value.Known()}
				}
			}
			return true
		})
	}
}

// wholeOf is the key of the model that "model.encoder@train.py" is a part of; ""
// for a variable and for self.model.
func wholeOf(key string) string {
	name, file, _ := strings.Cut(key, "@")
	i := strings.LastIndexByte(name, '.')
	if i < 0 || strings.HasPrefix(name, "self.") && strings.Count(name, ".") == 1 {
		return ""
	}
	return name[:i] + "@" + file
}

// adapters reports how sure it is that the script adds LoRA or similar adapters,
// and the call that does.
func (j *Job) adapters() (call *python.Call, runs, known bool) {
	p := j.Program
	known = true
	for _, c := range p.Module.AllCalls() {
		if !addsAdapter(p.Module, c) {
			continue
		}
		r, k := p.Runs(c)
		switch {
		case k && r:
			return c, true, true
		case !k:
			call, known = c, false
		}
	}
	return call, false, known
}

func addsAdapter(m *python.Module, c *python.Call) bool {
	switch c.MethodName() {
	case "add_adapter", "get_peft_model", "inject_adapter", "add_lora", "enable_adapters":
		return true
	}
	path := m.Resolve(c.Func)
	name := path[strings.LastIndexByte(path, '.')+1:]
	if path == "trl.get_peft_config" { // None without use_peft
		return false
	}
	switch name {
	case "get_peft_model", "inject_adapter_in_model", "inject_trainable_lora", "LoraConfig", "LoHaConfig", "LoKrConfig", "IA3Config", "get_peft_config", "PromptTuningConfig", "AdaLoraConfig":
		return true
	}
	return strings.Contains(path, "LoRANetwork") || strings.Contains(name, "LoraLayers")
}
