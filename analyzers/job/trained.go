package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job/evaluate"
	"github.com/trainlint/trainlint/analyzers/python"
)

// optimizerClasses are optimizer constructors by resolved name: what dialect
// calls them and the implementation, where the class decides it.
var optimizerClasses = map[string][2]string{
	"torch.optim.AdamW": {"adamw", ""}, "torch.optim.Adam": {"adamw", ""}, "transformers.AdamW": {"adamw", "single"}, "transformers.optimization.AdamW": {"adamw", "single"},
	"torch.optim.SGD": {"sgd", ""}, "transformers.Adafactor": {"adafactor", ""}, "transformers.optimization.Adafactor": {"adafactor", ""},
	"bitsandbytes.optim.AdamW8bit": {"adamw-8bit", ""}, "bitsandbytes.optim.Adam8bit": {"adamw-8bit", ""}, "bitsandbytes.optim.AdamW": {"adamw", "single"},
	"bitsandbytes.optim.Adam": {"adamw", "single"}, "bitsandbytes.optim.PagedAdamW8bit": {"paged-adamw-8bit", ""}, "bitsandbytes.optim.PagedAdamW": {"paged-adamw", ""},
	"bitsandbytes.optim.PagedAdamW32bit": {"paged-adamw", ""}, "bitsandbytes.optim.Lion8bit": {"lion-8bit", ""}, "lion_pytorch.Lion": {"lion", ""},
	"torchao.optim.AdamW8bit": {"adamw-8bit", ""}, "torchao.optim.AdamW4bit": {"adamw-4bit", ""}, "torchao.prototype.low_bit_optim.AdamW8bit": {"adamw-8bit", ""},
	"apex.optimizers.FusedAdam": {"adamw", "fused"}, "deepspeed.ops.adam.FusedAdam": {"adamw", "fused"}, "deepspeed.ops.adam.DeepSpeedCPUAdam": {"adamw", ""},
	"prodigyopt.Prodigy": {"prodigy", ""}, "timm.optim.create_optimizer_v2": {"?", ""}, "torch.optim.Adagrad": {"adagrad", ""}, "torch.optim.RMSprop": {"rmsprop", ""},
	"torch.optim.Muon": {"muon", ""}, "torch.optim.Adamax": {"adamax", ""}, "torch.optim.NAdam": {"nadam", ""}, "torch.optim.RAdam": {"radam", ""}, "torch.optim.LBFGS": {"lbfgs", ""},
}

// optimizerCall is a constructor that runs, with its class in this run: it may
// be held in a variable that use_8bit_adam decides.
type optimizerCall struct {
	call  *python.Call
	class evaluate.Value
	sure  bool // it runs for certain
}

func (j *Job) optimizerCalls() []optimizerCall {
	var list []optimizerCall
	for _, c := range j.Program.Module.AllCalls() {
		if len(c.Args) == 0 || !namedLikeOptimizer(c) {
			continue
		}
		class := j.Program.Value(c.Func)
		if _, known := optimizerClasses[class.Str]; class.Kind != evaluate.Symbol || !known {
			if !j.mayBuildOptimizer(c) {
				continue
			}
		}
		runs, known := j.Program.Runs(c)
		if known && !runs {
			continue
		}
		list = append(list, optimizerCall{c, class, known})
	}
	return list
}

// namedLikeOptimizer is a cheap look at a call before its callee is evaluated.
func namedLikeOptimizer(c *python.Call) bool {
	name := c.MethodName()
	if n, ok := c.Func.(*python.Name); ok {
		name = n.ID
	}
	if strings.Contains(strings.ToLower(name), "opt") || name == "cls" {
		return true
	}
	for class := range optimizerClasses {
		if strings.HasSuffix(class, "."+name) {
			return name != ""
		}
	}
	return false
}

// mayBuildOptimizer recognises optimizer_class(params, …) whose class this run
// does not decide.
func (j *Job) mayBuildOptimizer(c *python.Call) bool {
	n, ok := c.Func.(*python.Name)
	if !ok {
		return false
	}
	name := strings.ToLower(n.ID)
	return strings.Contains(name, "optim") && (strings.HasSuffix(name, "class") || strings.HasSuffix(name, "cls"))
}

// readOptimizers claims the optimizer and marks what it trains.
func (j *Job) readOptimizers(owners *[]string) {
	calls := j.optimizerCalls()
	var main *optimizerCall
	for i := range calls {
		found, partly := j.parameterOwners(firstValue(calls[i].call), 0)
		for _, name := range found {
			if !slices.Contains(*owners, name) {
				*owners = append(*owners, name)
			}
		}
		if partly {
			j.doubt(dialect.Method, byScript)
		}
		if main == nil || len(found) > 0 {
			main = &calls[i]
		}
	}
	if main != nil {
		j.readOptimizer(main, len(calls))
	}
}

func firstValue(c *python.Call) python.Expr {
	for _, a := range c.Args {
		if a.Name == "" && a.Star == 0 || a.Name == "params" {
			return a.Value
		}
	}
	return nil
}

func (j *Job) readOptimizer(o *optimizerCall, calls int) {
	known, ok := optimizerClasses[o.class.Str]
	if !ok || known[0] == "?" || !o.sure {
		j.doubt(dialect.Optimizer, byScript)
		return
	}
	where := o.class
	if where.Place.File == nil || where.Place.File == j.Program.Module.File {
		where.Place = j.Program.Place(o.call)
	}
	name, impl := known[0], known[1]
	for _, a := range j.keywords(o.call) {
		truth, sure := a.value.Truth()
		switch {
		case a.key == "momentum" && name == "sgd" && sure && truth:
			name = "sgd-momentum"
		case (a.key == "fused" || a.key == "foreach") && !a.value.Known():
			j.doubt(dialect.OptimizerImpl, byScript)
		case a.key == "fused" && sure && truth:
			impl = "fused"
		case a.key == "foreach" && sure && truth:
			impl = "foreach"
		case a.key == "foreach" && a.value.Kind == evaluate.Bool && !truth:
			impl = "single"
		case a.key == "lr":
			if f, ok := a.value.Number(); ok && f > 0 {
				j.claim(dialect.LearningRate, a.value.Text(), j.rankOf(a.value), "the optimizer's lr", a.value)
			}
		}
	}
	j.claim(dialect.Optimizer, name, byScript, o.class.Str, where)
	j.claim(dialect.OptimizerImpl, impl, byScript, o.class.Str, where)
	if calls > 1 && j.severalOptimizers() {
		j.doubt(dialect.Optimizer, byScript)
	}
}

// severalOptimizers reports whether optimizers of different kinds run side by
// side, as a GAN has one for each half.
func (j *Job) severalOptimizers() bool {
	kinds := map[string]bool{}
	for _, o := range j.optimizerCalls() {
		kinds[optimizerClasses[o.class.Str][0]] = true
	}
	return len(kinds) > 1
}

// parameterOwners are the variables whose parameters flow into an expression;
// partly is set when only some of them do.
func (j *Job) parameterOwners(e python.Expr, depth int) (owners []string, partly bool) {
	if e == nil || depth > 6 {
		return nil, false
	}
	w := ownerWalk{j: j, depth: depth}
	w.visit(e)
	if w.filtered == 1 { // one of two weight-decay groups is no filter, a lone one is
		w.partly = true
	}
	return w.owners, w.partly
}

type ownerWalk struct {
	j        *Job
	depth    int
	owners   []string
	partly   bool
	filtered int
}

func (w *ownerWalk) visit(e python.Expr) {
	p := w.j.Program
	switch e := e.(type) {
	case *python.Call:
		w.call(e)
	case *python.Name:
		w.name(e)
	case *python.IfExp:
		switch truth, known := p.Value(e.Test).Truth(); {
		case known && truth:
			w.visit(e.Body)
		case known:
			w.visit(e.Else)
		default:
			w.visit(e.Body)
			w.visit(e.Else)
			w.partly = true
		}
	case *python.Comprehension:
		for _, clause := range e.Clauses {
			w.visit(clause.Iter)
			for _, test := range clause.Ifs {
				if !mentions(test, "requires_grad") {
					w.filtered++
				}
			}
		}
	case *python.Sequence:
		for _, item := range e.Items {
			w.visit(item)
		}
	case *python.Dict:
		for _, item := range e.Items {
			if key, ok := item.Key.(*python.String); ok && key.Text == "params" {
				w.visit(item.Value)
			}
		}
	case *python.Binary:
		w.visit(e.Left)
		w.visit(e.Right)
	case *python.Starred:
		w.visit(e.Value)
	}
}

func (w *ownerWalk) call(c *python.Call) {
	switch c.MethodName() {
	case "parameters", "named_parameters":
		owners := w.j.traced(unwrapped(c.Receiver()))
		if len(owners) == 0 {
			w.partly = true
			return
		}
		for _, owner := range owners {
			if !slices.Contains(w.owners, owner) {
				w.owners = append(w.owners, owner)
			}
		}
		return
	}
	for _, a := range c.Args {
		w.visit(a.Value)
	}
}

func (w *ownerWalk) name(n *python.Name) {
	p := w.j.Program
	_, bindings := p.Module.Lookup(n.ID, n)
	for _, b := range bindings {
		if b.Kind != python.Assigned || b.Value == nil {
			continue
		}
		if runs, known := p.Runs(b.Node); known && !runs {
			continue
		}
		owners, partly := w.j.parameterOwners(b.Value, w.depth+1)
		w.owners = append(w.owners, owners...)
		w.partly = w.partly || partly
	}
}

// unwrapped takes accelerator.unwrap_model(x) and x.module to x.
func unwrapped(e python.Expr) python.Expr {
	switch x := e.(type) {
	case *python.Attribute:
		if x.Attr == "module" {
			return unwrapped(x.Value)
		}
	case *python.Call:
		if (x.MethodName() == "unwrap_model" || x.MethodName() == "") && len(x.Args) > 0 {
			return unwrapped(x.Args[0].Value)
		}
	}
	return e
}

func mentions(e python.Node, attr string) bool {
	for n := range python.All(e) {
		if a, ok := n.(*python.Attribute); ok && a.Attr == attr {
			return true
		}
	}
	return false
}
