package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// kind is a fix that can be taken out, and the rule that then has something to say.
type kind struct {
	name string
	rule string
	find func(m *python.Module) []site
}

// site is a place where a fix is taken out.
type site struct {
	path   string
	line   int
	within *python.Function // whose statements they are, where all of a function are taken out; nil for the script
	taken  []*python.Call   // of statements that are taken out
	edits  []source.Replacement
	text   []byte // of the file without the fix; lines keep their numbers
}

var kinds = []*kind{
	{"zero-grad", "missing-zero-grad", zeroGrads},
	{"no-grad", "eval-without-no-grad", noGrads},
	{"item", "graph-accumulated", items},
	{"set-epoch", "sampler-set-epoch", setEpochs},
	{"train", "eval-mode-sticks", trainCalls},
	{"eval", "evaluation-in-train-mode", evalCalls},
	{"retain", "retain-graph", plainBackwards},
	{"divide", "accumulation-not-scaled", divisions},
	{"detach", "rnn-state-not-detached", detachedStates},
	{"update", "amp-missing-update", scalerUpdates},
	{"unscale", "amp-clip-before-unscale", unscales},
	{"schedule", "scheduler-before-optimizer", schedulersFirst},
	{"clip", "clip-misplaced", clipsFirst},
	{"clear", "zero-grad-before-step", clearsLast},
	{"generator", "generator-not-detached", undetached},
	{"sampler", "ddp-without-sampler", unshared},
}

// kindsNamed are the kinds of a list; all of them for none.
func kindsNamed(names string) ([]*kind, error) {
	if names == "" {
		return kinds, nil
	}
	var chosen []*kind
	for name := range strings.SplitSeq(names, ",") {
		at := len(chosen)
		for _, k := range kinds {
			if k.name == name {
				chosen = append(chosen, k)
			}
		}
		if len(chosen) == at {
			return nil, fmt.Errorf("%q is no fix that is hidden", name)
		}
	}
	return chosen, nil
}

// zeroGrads are functions that train: all that clears gradients goes at once, for one of two calls may be enough.
func zeroGrads(m *python.Module) []site {
	if !calls(m, "backward") {
		return nil
	}
	return byFunction(m, func(c *python.Call) bool { return c.MethodName() == "zero_grad" })
}

// setEpochs are functions that tell samplers the epoch.
func setEpochs(m *python.Module) []site {
	return byFunction(m, func(c *python.Call) bool { return c.MethodName() == "set_epoch" })
}

// trainCalls are functions of a file that evaluates and trains: every return to training mode in one of them goes.
// There is a function that puts something into evaluation mode, and not back.
func trainCalls(m *python.Module) []site {
	if !calls(m, "eval") || !calls(m, "backward") {
		return nil
	}
	isTrain := func(c *python.Call) bool {
		return c.MethodName() == "train" && knowledge.RoleOfWord(python.LastName(c.Receiver())) != knowledge.Optimizer &&
			(len(c.Args) == 0 || len(c.Args) == 1 && m.IsTrue(c.Args[0].Value))
	}
	returns := map[*python.Function]bool{} // which go back to training mode themselves
	for _, c := range m.AllCalls() {
		if isTrain(c) {
			returns[python.EnclosingFunction(c)] = true
		}
	}
	return slices.DeleteFunc(byFunction(m, isTrain), func(s site) bool {
		if len(returns) > 1 && !slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
			name := c.MethodName()
			return python.EnclosingFunction(c) == s.within && (name == "backward" || name == "eval")
		}) {
			return true // where a model is made: the function that trains says it again
		}
		return !slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
			fn := python.EnclosingFunction(c)
			return c.MethodName() == "eval" && (!returns[fn] || fn == s.within)
		})
	})
}

// evalCalls are functions that evaluate, of files that train: they forget to put the model into evaluation mode. Where
// a layer that asks for the mode is nowhere in the tree nothing is lost, which is not asked here.
func evalCalls(m *python.Module) []site {
	if !calls(m, "backward") {
		return nil
	}
	sites := byFunction(m, func(c *python.Call) bool { return c.MethodName() == "eval" && len(c.Args) == 0 })
	return slices.DeleteFunc(sites, func(s site) bool {
		if s.within == nil {
			return !evaluates(m, s.taken[0], m.Body)
		}
		return !evaluates(m, s.within, s.within.Body)
	})
}

// scalerUpdates is the function that updates a gradient scaler. Where several do, each step of several optimizers, one
// update is enough.
func scalerUpdates(m *python.Module) []site {
	sites := byFunction(m, func(c *python.Call) bool {
		return c.MethodName() == "update" && len(c.Args) == 0 &&
			strings.Contains(strings.ToLower(python.PathText(c.Receiver())), "scaler")
	})
	if len(sites) > 1 {
		return nil
	}
	return sites
}

// unscales are functions that unscale gradients.
func unscales(m *python.Module) []site {
	return byFunction(m, func(c *python.Call) bool { return c.MethodName() == "unscale_" })
}

func calls(m *python.Module, method string) bool {
	for _, c := range m.AllCalls() {
		if c.MethodName() == method {
			return true
		}
	}
	return false
}

// byFunction takes statements that are such a call out, all those of a function at once.
func byFunction(m *python.Module, is func(*python.Call) bool) []site {
	at := map[*python.Function]int{}
	var sites []site
	for _, c := range m.AllCalls() {
		statement, ok := c.Parent().(*python.ExprStmt)
		if !ok || c.Receiver() == nil || !is(c) {
			continue
		}
		fn := python.EnclosingFunction(c)
		if _, known := at[fn]; !known {
			at[fn] = len(sites)
			sites = append(sites, site{line: m.File.LineOf(statement.Span().Start), within: fn})
		}
		s := &sites[at[fn]]
		s.edits, s.taken = append(s.edits, passed(m, statement)), append(s.taken, c)
	}
	return sites
}

// passed puts a statement that does nothing in the place of another, over as many lines.
func passed(m *python.Module, n python.Node) source.Replacement {
	lines := strings.Count(m.File.Slice(n.Span()), "\n")
	return source.Replacement{
		Span: n.Span(),
		New:  "pass" + strings.Repeat("\\\n", min(lines, 1)) + strings.Repeat("\n", max(lines-1, 0)),
	}
}

// noGrads are what turns gradients off around a loop, or in one: a with, a decorator, a call.
func noGrads(m *python.Module) []site {
	var sites []site
	for n := range python.AllIn(m.Body) {
		switch n := n.(type) {
		case *python.With:
			if len(n.Items) == 1 && turnsOff(m, n.Items[0].Context) && forgets(m, n, n.Body) {
				sites = append(sites, unwrapped(m, n))
			}
		case *python.Function:
			for _, d := range n.Decorators {
				if turnsOff(m, d.Value) && forgets(m, n, n.Body) {
					sites = append(sites, site{line: m.File.LineOf(d.Span().Start), edits: []source.Replacement{{Span: d.Span()}}})
				}
			}
		case *python.ExprStmt:
			if fn := python.EnclosingFunction(n); fn != nil && turnsOff(m, n.Value) && forgets(m, fn, fn.Body) {
				sites = append(sites, site{line: m.File.LineOf(n.Span().Start), edits: []source.Replacement{passed(m, n)}})
			}
		}
	}
	return sites
}

// forgets reports whether a stretch of code evaluates, a model in each lap of a loop, and nothing of it asks for
// gradients.
func forgets(m *python.Module, n python.Node, body []python.Stmt) bool {
	return evaluates(m, n, body) && runsInLoop(m, body) && !differentiates(body) && !onlyGenerates(body)
}

// evaluates reports whether a stretch of code holds a loop, or stands in one, that speaks of an evaluation: the loop
// goes over what is called so, a function around it is, or puts something into evaluation mode.
func evaluates(m *python.Module, n python.Node, body []python.Stmt) bool {
	over := loopsOf(n, body)
	if len(over) == 0 || trainsAround(n, body) {
		return false
	}
	for _, l := range over {
		if each, ok := l.(*python.For); ok &&
			knowledge.NamesHeldOut(strings.ReplaceAll(m.File.Slice(each.Iter.Span()), ".", "_")) {
			return true
		}
	}
	around := python.FunctionsAround(n)
	if fn, ok := n.(*python.Function); ok {
		around = append(around, fn)
	}
	return slices.ContainsFunc(around, func(fn *python.Function) bool {
		return knowledge.NamesEvaluation(fn.Name) || knowledge.SpeaksOfEvaluation(fn.Name) ||
			contains(fn.Body, func(n python.Node) bool {
				c, ok := n.(*python.Call)
				return ok && c.MethodName() == "eval"
			})
	})
}

// trainsAround reports whether a stretch of code without a loop of its own stands in a loop that trains: a teacher's
// pass, a number for the log.
func trainsAround(n python.Node, body []python.Stmt) bool {
	around := python.EnclosingLoop(n)
	return around != nil && len(loopsIn(body)) == 0 && contains(bodyOf(around), func(n python.Node) bool {
		c, ok := n.(*python.Call)
		return ok && c.MethodName() == "backward"
	})
}

// turnsOff reports whether a context, decorator or call surely turns gradients off.
func turnsOff(m *python.Module, e python.Expr) bool {
	c, ok := e.(*python.Call)
	if !ok {
		return false
	}
	mode, argument, set := knowledge.GradMode(m.Resolve(c.Func))
	if !set || argument < 0 || len(c.Args) == 0 {
		return set && !mode
	}
	return mode && m.IsFalse(c.Args[0].Value) || !mode && m.IsTrue(c.Args[0].Value)
}

// unwrapped moves the body of a with to the left, into its place.
func unwrapped(m *python.Module, w *python.With) site {
	file := m.File
	first, start := w.Span().Start, w.Body[0].Span().Start
	s := site{line: file.LineOf(first)}
	if file.LineOf(first) == file.LineOf(start) {
		s.edits = append(s.edits, source.Replacement{Span: source.Span{Start: first, End: start}})
		return s
	}
	by := len(file.Indent(start)) - len(file.Indent(first))
	header := source.Span{Start: first, End: start - len(file.Indent(start))}
	s.edits = append(
		s.edits,
		source.Replacement{Span: header, New: strings.Repeat("\n", strings.Count(file.Slice(header), "\n"))},
	)
	for line := file.LineOf(start); line <= file.LineOf(w.Span().End-1); line++ {
		at := file.LineSpan(line).Start
		if by > 0 && len(file.Indent(at)) >= by && strings.TrimSpace(file.Slice(file.LineSpan(line))) != "" {
			s.edits = append(s.edits, source.Replacement{Span: source.Span{Start: at, End: at + by}})
		}
	}
	return s
}

// items are sums, lists and meters that a number of a loss goes into: the tensor itself goes in instead.
func items(m *python.Module) []site {
	var sites []site
	for n := range python.AllIn(m.Body) {
		var added []python.Expr
		var to python.Expr
		switch n := n.(type) {
		case *python.AugAssign:
			if n.Op == "+=" {
				to, added = n.Target, append(added, n.Value)
			}
		case *python.ExprStmt:
			if c, ok := n.Value.(*python.Call); ok && (c.MethodName() == "append" || c.MethodName() == "update") &&
				len(c.Args) > 0 {
				to, added = c.Receiver(), append(added, c.Args[0].Value)
			}
		}
		if len(added) == 0 || startsOver(n, python.PathText(to)) || !inLoop(n) || !calls(m, "backward") || unrecorded(m, n) ||
			computesQuietly(m, n) {
			continue
		}
		var edits []source.Replacement
		for inner := range python.All(added[0]) {
			if c, ok := inner.(*python.Call); ok && len(c.Args) == 0 &&
				knowledge.MethodGives(c.MethodName()) == knowledge.Number &&
				isLoss(c.Receiver()) &&
				!stillNumber(m, c) {
				edits = append(edits, source.Replacement{Span: source.Span{Start: c.Receiver().Span().End, End: c.Span().End}})
			}
		}
		if len(edits) > 0 {
			sites = append(sites, site{line: m.File.LineOf(n.Span().Start), edits: edits})
		}
	}
	return sites
}

// stillNumber reports whether only a number is taken of what a call gives, so that nothing is lost without it:
// loss.detach().item(), loss.detach().float().item(), float(loss.detach()).
func stillNumber(m *python.Module, c *python.Call) bool {
	switch around := c.Parent().(type) {
	case *python.Attribute:
		if knowledge.MethodGives(around.Attr) == knowledge.Number {
			return true
		}
		call, ok := around.Parent().(*python.Call)
		return ok && call.Func == python.Expr(around) && stillNumber(m, call)
	case *python.Arg:
		call, ok := around.Parent().(*python.Call)
		return ok && knowledge.CallGives(m.Resolve(call.Func)) == knowledge.Number
	}
	return false
}

// startsOver reports whether the innermost loop around a node also binds a name anew: what is logged every n-th lap and
// cleared.
func startsOver(n python.Node, name string) bool {
	around := python.EnclosingLoop(n)
	return around != nil && name != "" && contains(bodyOf(around), func(n python.Node) bool {
		assign, ok := n.(*python.Assign)
		return ok && slices.ContainsFunc(assign.Targets, func(t python.Expr) bool { return python.PathText(t) == name })
	})
}

// unrecorded reports whether gradients are turned off around a node, as far as its function shows.
func unrecorded(m *python.Module, n python.Node) bool {
	for at := n.Parent(); at != nil; at = at.Parent() {
		switch at := at.(type) {
		case *python.With:
			if slices.ContainsFunc(at.Items, func(i *python.WithItem) bool { return turnsOff(m, i.Context) }) {
				return true
			}
		case *python.Function:
			if slices.ContainsFunc(at.Decorators, func(d *python.Decorator) bool { return turnsOff(m, d.Value) }) {
				return true
			}
		}
	}
	return false
}

// computesQuietly reports whether all that the loop around a node has a model do, as far as names show it, it does with
// gradients off.
func computesQuietly(m *python.Module, n python.Node) bool {
	quiet := false
	for inner := range python.AllIn(bodyOf(python.EnclosingLoop(n))) {
		c, ok := inner.(*python.Call)
		if !ok || !runsModel(c) {
			continue
		}
		if !unrecorded(m, c) {
			return false
		}
		quiet = true
	}
	return quiet
}

// isLoss reports whether an expression is a variable that is called a loss. What .data gives of one has no graph.
func isLoss(e python.Expr) bool {
	return python.LastName(e) != "data" && strings.Contains(strings.ToLower(python.PathText(e)), "loss")
}

// plainBackwards are backward passes of a loop that free what they went through: they are told to keep it. What a
// function computes that steps once and returns is gone with it.
func plainBackwards(m *python.Module) []site {
	var sites []site
	for _, c := range m.AllCalls() {
		if c.MethodName() == "backward" && len(c.Args) == 0 && isLoss(c.Receiver()) && inLoop(c) {
			end := c.ArgsSpan.End - 1
			sites = append(sites, site{line: m.File.LineOf(c.Span().Start),
				edits: []source.Replacement{{Span: source.Span{Start: end, End: end}, New: "retain_graph=True"}}})
		}
	}
	return sites
}

// divisions are functions that divide losses by how many micro-batches a step takes: all of its divisions go at once,
// for each of two ways to the backward pass has its own.
func divisions(m *python.Module) []site {
	at := map[*python.Function]int{}
	var sites []site
	for n := range python.AllIn(m.Body) {
		var edit source.Replacement
		switch n := n.(type) {
		case *python.AugAssign:
			if n.Op != "/=" || !isLoss(n.Target) || !accumulates(n.Value) {
				continue
			}
			edit = passed(m, n)
		case *python.Binary:
			if n.Op != "/" || !isLoss(n.Left) || !accumulates(n.Right) {
				continue
			}
			edit = source.Replacement{Span: source.Span{Start: n.Left.Span().End, End: n.Span().End}}
		default:
			continue
		}
		fn := python.EnclosingFunction(n)
		if _, known := at[fn]; !known {
			at[fn] = len(sites)
			sites = append(sites, site{line: m.File.LineOf(n.Span().Start), within: fn})
		}
		sites[at[fn]].edits = append(sites[at[fn]].edits, edit)
	}
	return sites
}

func accumulates(e python.Expr) bool {
	text := strings.ToLower(python.PathText(e))
	return strings.Contains(text, "accum")
}

// detachedStates are statements that cut the state of a recurrent network off from the batch before.
func detachedStates(m *python.Module) []site {
	var sites []site
	for n := range python.AllIn(m.Body) {
		assign, ok := n.(*python.Assign)
		if !ok || len(assign.Targets) != 1 || !inLoop(n) || !knowledge.NamesState(python.LastName(assign.Targets[0])) {
			continue
		}
		state := python.PathText(assign.Targets[0])
		c, ok := assign.Value.(*python.Call)
		if !ok || state == "" {
			continue
		}
		detaches := c.MethodName() == "detach" && python.PathText(c.Receiver()) == state ||
			len(c.Args) == 1 && python.PathText(c.Args[0].Value) == state &&
				strings.Contains(python.LastName(c.Func), "package") ||
			len(c.Args) == 1 && python.PathText(c.Args[0].Value) == state && strings.Contains(python.LastName(c.Func), "detach")
		if detaches {
			sites = append(sites, site{line: m.File.LineOf(n.Span().Start), edits: []source.Replacement{passed(m, n)}})
		}
	}
	return sites
}
