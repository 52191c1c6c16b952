package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/job/evaluate"
	"github.com/trainlint/trainlint/analyzers/python"
)

// traced are the variables that a model's name stands for, by key: itself, what
// it was bound from, and what the callers pass for a parameter.
func (j *Job) traced(e python.Expr) []string {
	t := &tracer{}
	t.visit(j.Program, e, 0)
	return t.keys
}

type tracer struct{ keys []string }

// maxTrace bounds how far a model is followed from hand to hand.
const maxTrace = 6

func (t *tracer) visit(p *evaluate.Program, e python.Expr, depth int) {
	e = unwrapped(e)
	path := python.PathText(e)
	if path == "" || depth > maxTrace {
		return
	}
	key := path + "@" + p.Module.File.Path
	if slices.Contains(t.keys, key) {
		return
	}
	t.keys = append(t.keys, key)
	switch e := e.(type) {
	case *python.Name:
		_, bindings := p.Module.Lookup(e.ID, e)
		t.bindings(p, bindings, depth)
	case *python.Attribute:
		if class := p.Module.ClassOf(e.Value); class != nil {
			t.bindings(p, p.Module.Member(class, e.Attr), depth)
		}
	}
}

func (t *tracer) bindings(p *evaluate.Program, bindings []*python.Binding, depth int) {
	for _, b := range bindings {
		switch b.Kind {
		case python.Parameter:
			if param, ok := b.Node.(*python.Param); ok {
				for _, o := range p.Owners(param) {
					t.visit(o.In, o.Value, depth+1)
				}
			}
		case python.Assigned:
			t.source(p, b.Value, depth)
		case python.Unpacked: // unet, optimizer = accelerator.prepare(unet, optimizer)
			if c, ok := b.Value.(*python.Call); ok && c.MethodName() == "prepare" && b.Index >= 0 && b.Index < len(c.Args) {
				t.visit(p, c.Args[b.Index].Value, depth+1)
			}
		}
	}
}

// source follows model = get_peft_model(base, …), model = model.to(…) and
// model = accelerator.prepare(model).
func (t *tracer) source(p *evaluate.Program, e python.Expr, depth int) {
	switch e := e.(type) {
	case *python.Name, *python.Attribute:
		t.visit(p, e, depth+1)
	case *python.Call:
		name := p.Module.Resolve(e.Func)
		name = name[strings.LastIndexByte(name, '.')+1:]
		switch {
		case (wrapsModel[name] || wrapsModel[e.MethodName()]) && len(e.Args) > 0:
			t.visit(p, e.Args[0].Value, depth+1)
		case casts[e.MethodName()] != "" || e.MethodName() == "to" || e.MethodName() == "cuda" || e.MethodName() == "train":
			t.source(p, e.Receiver(), depth+1)
		}
	}
}

var wrapsModel = map[string]bool{"get_peft_model": true, "prepare_model_for_kbit_training": true, "prepare": true, "compile": true, "DistributedDataParallel": true,
	"DDP": true, "DataParallel": true, "FullyShardedDataParallel": true, "prepare_model": true, "unwrap_model": true}
