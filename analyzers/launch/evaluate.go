package launch

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

// evaluator walks shell statements in order, following assignments and folder
// changes, and never runs anything.
type evaluator struct {
	script    *Script
	meter     *budget.Meter
	vars      environment
	dir       string
	functions map[string]*function
	declared  []*function // in the order they are written
	arguments []text      // of the function being followed; nil outside of one
	inCall    bool
	called    bool // the script is followed as somebody starts it: what it asks of its arguments is decided
	way       way
	depth     int
	undecided int              // how many arms, that only the run takes or leaves, stand around
	atLoop    int              // how many of them stand around the loop
	atCall    int              // and around the call of the function
	locals    map[string]local // of the function being followed; nil outside of one
	source    text             // the text being parsed
	sourcing  int              // how many files that others source are being followed
}

// way is what a certain statement says of those behind it.
type way int

const (
	goesOn    way = iota
	skips         // the rest of the lap is left out
	leaves        // the loop is left
	isReturns     // the function is
	isOver        // the script, or what a subshell runs of it, is
)

// local is a variable of a function's own, by what it hides.
type local struct {
	outer variable
	set   bool
}

type function struct {
	body    *syntax.Stmt
	source  text
	called  bool
	sourced bool // it stands in another file
}

// maxDepth bounds nested functions, eval and bash -c.
const maxDepth = 6

func newEvaluator(s *Script) *evaluator {
	return &evaluator{script: s, meter: s.meter, vars: environment{}, functions: map[string]*function{}}
}

// run follows a whole text, then the functions that nothing called.
func (e *evaluator) run(t text) {
	e.follow(t)
	for _, f := range e.declared {
		if !f.called {
			e.call(f, nil, false)
		}
	}
}

// follow evaluates text in the present environment.
func (e *evaluator) follow(t text) {
	if e.depth >= maxDepth {
		return
	}
	e.depth++
	outer := e.source
	err := statements(e.meter, t, func(part text, stmts []*syntax.Stmt) {
		e.source = part
		e.statements(stmts)
	})
	e.source = outer
	e.depth--
	if e.script.Err == nil {
		e.script.Err = err
	}
}

// offset translates a parser position into an offset in the file.
func (e *evaluator) offset(p syntax.Pos) int {
	i := int(p.Offset())
	for j := i; j < len(e.source); j++ {
		if at := e.source[j].at; at >= 0 {
			return int(at) - (j - i)
		}
	}
	for j := min(i, len(e.source)) - 1; j >= 0; j-- {
		if at := e.source[j].at; at >= 0 {
			return int(at) + i - j
		}
	}
	return 0
}

func (e *evaluator) span(n syntax.Node) source.Span {
	start := e.offset(n.Pos())
	end := start
	if last := int(n.End().Offset()) - 1; last >= 0 && last < len(e.source) && e.source[last].at >= 0 {
		end = int(e.source[last].at) + 1
	}
	return source.Span{Start: start, End: max(start, end)}
}

func (e *evaluator) statements(stmts []*syntax.Stmt) {
	for _, s := range stmts {
		if e.way != goesOn {
			return
		}
		e.statement(s)
	}
}

func (e *evaluator) statement(s *syntax.Stmt) {
	e.meter.Spend(1)
	e.hereDocuments(s)
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		e.simple(s, c)
	case *syntax.DeclClause:
		e.declare(c)
	case *syntax.BinaryCmd:
		e.chain(c)
	case *syntax.Block:
		e.statements(c.Stmts)
	case *syntax.Subshell:
		vars, dir, way := e.copied(e.vars), e.dir, e.way
		e.statements(c.Stmts)
		e.vars, e.dir, e.way = vars, dir, way
	case *syntax.ArithmCmd:
		e.reckon(c.X)
	case *syntax.LetClause:
		for _, x := range c.Exprs {
			e.reckon(x)
		}
	case *syntax.IfClause:
		e.branches(c)
	case *syntax.WhileClause:
		if e.called && e.repeat(c) {
			return
		}
		e.loop(nil, append(append([]*syntax.Stmt{}, c.Cond...), c.Do...))
	case *syntax.ForClause:
		e.loop(c.Loop, c.Do)
	case *syntax.CaseClause:
		e.cases(c)
	case *syntax.FuncDecl:
		e.defineFunction(c)
	case *syntax.TimeClause:
		if c.Stmt != nil {
			e.statement(c.Stmt)
		}
	case *syntax.CoprocClause:
		e.statement(c.Stmt)
	}
}

// chain follows a; b, a && b, a || b and a | b. A command is taken to succeed, and what stands behind a test is an arm
// of it.
func (e *evaluator) chain(c *syntax.BinaryCmd) {
	first, both := []*syntax.Stmt{c.X}, c.Op == syntax.AndStmt
	taken, decided := e.condition(first) // before it changes what it asks for
	e.statement(c.X)
	if e.way != goesOn {
		return
	}
	switch {
	case decided && (both || c.Op == syntax.OrStmt):
		if taken == both {
			e.statement(c.Y)
		}
		return
	case c.Op != syntax.OrStmt && !(both && isTest(c.X)):
		e.statement(c.Y)
		return
	}
	taken, assumed := e.unset(first)
	certain := assumed && taken == both
	before, dir := e.copied(e.vars), e.dir
	e.arm(certain, func() { e.statement(c.Y) })
	switch {
	case certain:
	case assumed || ends([]*syntax.Stmt{c.Y}):
		e.vars, e.dir = before, dir
	default:
		e.vars, e.dir = e.merged(before, e.vars), dir
	}
}

// defineFunction notes a function. One without a name is none that a shell knows: brackets on a page, `() # a shape`.
func (e *evaluator) defineFunction(c *syntax.FuncDecl) {
	if c.Name == nil {
		return
	}
	f := &function{body: c.Body, source: e.source, sourced: e.sourcing > 0}
	e.functions[c.Name.Value] = f
	if !f.sourced {
		e.declared = append(e.declared, f)
	}
}

// branches follows the arms of an if from the same starting point: those that the run may take.
func (e *evaluator) branches(c *syntax.IfClause) {
	if len(c.Cond) == 0 { // else
		e.statements(c.Then)
		return
	}
	e.statements(c.Cond)
	before, dir := e.copied(e.vars), e.dir
	taken, decided := e.condition(c.Cond)
	assumed := false
	if !decided {
		taken, assumed = e.unset(c.Cond)
	}
	if taken || !decided {
		e.arm(taken && (decided || assumed), func() { e.statements(c.Then) })
	}
	then := e.vars
	e.vars, e.dir = e.copied(before), dir
	if c.Else != nil && !(decided && taken) {
		e.arm((decided || assumed) && !taken, func() { e.branches(c.Else) })
	}
	switch {
	case decided || assumed:
		if taken {
			e.vars = then
		}
	case ends(c.Then):
	case c.Else != nil && len(c.Else.Cond) == 0 && ends(c.Else.Then):
		e.vars = then
	default:
		e.vars = e.merged(then, e.vars)
	}
	e.dir = dir
}

// ends reports whether nothing runs behind these statements.
func ends(list []*syntax.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	last := list[len(list)-1].Cmd
	if block, ok := last.(*syntax.Block); ok {
		return ends(block.Stmts)
	}
	c, ok := last.(*syntax.CallExpr)
	return ok && len(c.Args) > 0 && (c.Args[0].Lit() == "exit" || c.Args[0].Lit() == "return")
}

// arm follows one way of a test; only for a certain one is it known that the run takes it.
func (e *evaluator) arm(certain bool, follow func()) {
	if certain {
		follow()
		return
	}
	e.perhaps(follow)
}

// perhaps follows statements that the run may leave out.
func (e *evaluator) perhaps(follow func()) {
	e.undecided++
	follow()
	e.undecided--
}

func (e *evaluator) cases(c *syntax.CaseClause) {
	if e.called && e.pick(c) {
		return
	}
	before, dir := e.copied(e.vars), e.dir
	after := e.copied(before)
	for _, item := range c.Items {
		e.vars, e.dir = e.copied(before), dir
		e.perhaps(func() { e.statements(item.Stmts) })
		after = e.merged(after, e.vars)
	}
	e.vars, e.dir = after, dir
}

// loop follows a body once. A variable that the loop runs over several words
// with is unknown inside.
func (e *evaluator) loop(l syntax.Loop, body []*syntax.Stmt) {
	before, outer := e.copied(e.vars), e.atLoop
	certain := false
	switch l := l.(type) {
	case *syntax.WordIter:
		var items []text
		for _, w := range l.Items {
			items = append(items, e.fields(w)...)
		}
		if len(items) == 1 && items[0].known() && !strings.ContainsAny(items[0].String(), "*?{") {
			e.vars.set(l.Name.Value, scalar(items[0]))
			certain = true
		} else {
			e.vars.forget(l.Name.Value)
		}
	case *syntax.CStyleLoop:
		for _, x := range []syntax.ArithmExpr{l.Init, l.Post} {
			e.forgetAssigned(x)
		}
	}
	e.arm(certain, func() {
		e.atLoop = e.undecided
		e.statements(body)
	})
	if e.way == skips || e.way == leaves {
		e.way = goesOn
	}
	e.vars, e.atLoop = e.merged(before, e.vars), outer
}

// copied and merged pay for what they do: a script made to be hard has thousands of
// variables and branches.
func (e *evaluator) copied(vars environment) environment {
	e.meter.Spend(1 + 3*len(vars))
	return vars.clone()
}

func (e *evaluator) merged(a, b environment) environment {
	e.meter.Spend(1 + 5*len(a) + 3*len(b))
	return merge(a, b)
}

// call follows a function's body with the given arguments.
func (e *evaluator) call(f *function, arguments []text, known bool) {
	if e.depth >= maxDepth {
		return
	}
	f.called = true
	if f.sourced {
		e.sourcing++
		defer func() { e.sourcing-- }()
	}
	outerSource, outerArguments, outerIn := e.source, e.arguments, e.inCall
	outerLocals, outerLoop, outerCall := e.locals, e.atLoop, e.atCall
	e.source, e.arguments, e.inCall = f.source, arguments, known
	e.locals, e.atCall = map[string]local{}, e.undecided
	e.depth++
	e.statement(f.body)
	e.depth--
	for name, own := range e.locals {
		if e.vars[name] = own.outer; !own.set {
			delete(e.vars, name)
		}
	}
	e.source, e.arguments, e.inCall = outerSource, outerArguments, outerIn
	e.locals, e.atLoop, e.atCall = outerLocals, outerLoop, outerCall
	if e.way == isReturns {
		e.way = goesOn
	}
}

// changeDir follows cd; a folder it cannot know makes the place unknown.
func (e *evaluator) changeDir(arguments []text) {
	if len(arguments) == 0 { // the user's own
		e.dir = ""
		return
	}
	to := arguments[len(arguments)-1]
	switch dir := to.String(); {
	case !to.known() || dir == "-" || strings.HasPrefix(dir, "~"):
		e.dir = ""
	case path.IsAbs(dir) || e.dir == "" || e.script.File != nil && strings.HasPrefix(dir, scriptDir(e.script.File)+"/"):
		e.dir = path.Clean(dir)
	case len(e.dir)+len(dir) > maxPath:
		e.dir = ""
	default:
		e.dir = path.Join(e.dir, dir)
	}
}

// maxPath is how long a path may be on Linux.
const maxPath = 4096

func scriptDir(f *source.File) string { return path.Dir(f.Path) }
