package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// LoadedModule is a call of torch.load that has to give a whole module, for its result is used as one, or for one was
// saved there.
type LoadedModule struct {
	Load *python.Call
	// Use is the first use that only a module has; nil where Saved tells it.
	Use python.Node
	// Saved is the call of torch.save that writes the module to the same path; nil where Use tells it.
	Saved *run.Call
}

// LoadedModules lists the calls of torch.load in the file that say nothing of weights_only and whose result, or an item
// of it, is used as a module whenever they run, or that read what the program saves with a module in it.
func (f *Facts) LoadedModules() []LoadedModule {
	var list []LoadedModule
	for _, load := range f.Module.Calls("torch.load") {
		if load.Spreads() || load.Keyword("weights_only") != nil || load.Keyword("pickle_module") != nil ||
			len(load.Args) > 2 {
			continue
		}
		if use := f.moduleUse(load); use != nil {
			list = append(list, LoadedModule{Load: load, Use: use})
		} else if saved := f.savedWhole(load); saved != nil {
			list = append(list, LoadedModule{Load: load, Saved: saved})
		}
	}
	return list
}

// savedWhole is a call of torch.save that writes a module, alone or among other things, to the very path from which a
// call loads; nil where something else is written there, too.
func (f *Facts) savedWhole(load *python.Call) *run.Call {
	var found *run.Call
	if len(f.Module.Calls("torch.save")) == 0 {
		return nil
	}
	for _, e := range f.Entries() {
		at := slices.IndexFunc(e.Calls, func(c *run.Call) bool { return c.Node == load })
		if at < 0 {
			continue
		}
		path, _ := e.Calls[at].Argument("f", 0)
		for _, c := range e.Calls {
			if symbolOf(c) != "torch.save" {
				continue
			}
			to, _ := c.Argument("f", 1)
			if to == nil || to != path || !isOneFile(path) {
				continue
			}
			if what, _ := c.Argument("obj", 0); !e.holdsModule(what, 0) {
				return nil
			}
			found = c
		}
	}
	return found
}

// holdsModule reports whether a value is a module for sure, or a container with one in it.
func (e *Entry) holdsModule(v run.Value, depth int) bool {
	switch o := v.(type) {
	case *run.Tuple:
		return depth < maxParts && slices.ContainsFunc(o.Items, func(item run.Value) bool {
			return e.holdsModule(item, depth+1)
		})
	case *run.Object:
		switch o.Kind {
		case run.List, run.Dict:
			return depth < maxParts && slices.ContainsFunc(e.Facts.machine.Contents(o), func(item run.Value) bool {
				return e.holdsModule(item, depth+1)
			})
		}
		return library.IsModule(o)
	}
	return false
}

// SavedState is the call of torch.save that writes a state_dict to the very path, in the same words, from which another
// call loads; nil where there is none, or something else is written there, too.
func (f *Facts) SavedState(load *python.Call) *python.Call {
	if len(load.Args) == 0 {
		return nil
	}
	var found *python.Call
	path := f.Module.File.Slice(load.Args[0].Value.Span())
	for _, c := range f.Module.Calls("torch.save") {
		if len(c.Args) < 2 || f.Module.File.Slice(c.Args[1].Value.Span()) != path {
			continue
		}
		state, ok := c.Args[0].Value.(*python.Call)
		if !ok || state.MethodName() != "state_dict" {
			return nil
		}
		found = c
	}
	return found
}

// moduleUse is where what an expression gives is used as a module for sure, there or behind; nil when it is not.
func (f *Facts) moduleUse(e python.Expr) python.Node {
	use, end := chainUse(e)
	if assign, ok := end.Parent().(*python.Assign); use == nil && ok && assign.Value == end && len(assign.Targets) == 1 {
		if to := wrappedBy(assign.Targets[0]); to != nil {
			return to
		}
		if use := f.targetUse(assign); use != nil {
			return use
		}
		return f.attributeUse(assign)
	}
	return use
}

// attributeUse is where another method of the class uses the attribute that a method's statement assigns, self.net =
// torch.load(path), as a module; nil where that is not the last word on it, or something asks what was loaded.
func (f *Facts) attributeUse(assign *python.Assign) python.Node {
	to, ok := assign.Targets[0].(*python.Attribute)
	class, fn := python.EnclosingClass(assign), python.EnclosingFunction(assign)
	if !ok || class == nil || fn == nil || fn.Name != "__init__" || fn.Parent() != python.Node(class) ||
		!isSelf(fn, to.Value) ||
		len(python.GatesOf(assign)) > 0 {
		return nil
	}
	var found python.Node
	for n := range python.All(class) {
		e, ok := n.(*python.Attribute)
		if !ok || e.Attr != to.Attr || e == to {
			continue
		}
		in := python.EnclosingFunction(e)
		if in == nil || !isSelf(in, e.Value) {
			continue
		}
		if in == fn && e.Span().Start < assign.Span().Start {
			continue // what it held before
		}
		use, end := chainUse(e)
		_, argument := end.Parent().(*python.Arg)
		_, asked := python.EnclosingStmt(e).(*python.If)
		if python.IsTarget(e) || argument || asked {
			return nil // another one, something that is loaded elsewhere, or a dictionary that is told from a module
		}
		if found == nil {
			found = use
		}
	}
	return found
}

// wrappedBy is the place among the targets of an assignment that takes what a wrapper runs, a module: model.module,
// epoch = torch.load(path).
func wrappedBy(target python.Expr) python.Node {
	if t, ok := target.(*python.Sequence); ok {
		for _, item := range t.Items {
			if to := wrappedBy(item); to != nil {
				return to
			}
		}
		return nil
	}
	if to, ok := target.(*python.Attribute); ok && to.Attr == "module" {
		return to
	}
	return nil
}

// chainUse is where what an expression gives is used as a module by the calls and items that are written behind it, and
// where these end.
func chainUse(e python.Expr) (use python.Node, end python.Expr) {
	for {
		switch up := e.Parent().(type) {
		case *python.Subscript: // checkpoint["model"]
			if up.Value != e {
				return nil, e
			}
			e = up
		case *python.Call: // model(x)
			if up.Func == e {
				return up, e
			}
			return nil, e
		case *python.Attribute:
			call, ok := up.Parent().(*python.Call)
			switch {
			case !ok || call.Func != python.Expr(up):
				return sizeOfLayer(up), e
			case knowledge.OnlyModulesHave(up.Attr):
				return up, e
			case !knowledge.ReturnsItself(up.Attr):
				return nil, e
			}
			e = call
		default:
			return nil, e
		}
	}
}

// sizeOfLayer is where a path that begins with an attribute asks for a size that only layers have: fc.in_features,
// classifier[6].in_features; nil where it does not.
func sizeOfLayer(a *python.Attribute) python.Node {
	for e := python.Expr(a); e != nil; {
		switch up := e.Parent().(type) {
		case *python.Attribute:
			if knowledge.SizeOfLayer(up.Attr) {
				return up
			}
			e = up
		case *python.Subscript:
			if up.Value != e {
				return nil
			}
			e = up
		default:
			return nil
		}
	}
	return nil
}

// maxBehind bounds how many statements behind a load are looked at.
const maxBehind = 60

// targetUse is where the variable that a statement assigns is used as a module, in the statements behind it that run
// whenever it does; nil when it is not, or something asks before what was loaded.
func (f *Facts) targetUse(assign *python.Assign) python.Node {
	target := python.PathText(assign.Targets[0])
	block := f.Module.Block(assign)
	at := slices.Index(block, python.Stmt(assign))
	if target == "" || at < 0 {
		return nil
	}
	behind := slices.Clone(block[at+1 : min(len(block), at+1+maxBehind)])
	for around, ok := assign.Parent().(*python.With); ok; around, ok = around.Parent().(*python.With) {
		block = f.Module.Block(around) // with open(path, "rb") as file: net = torch.load(file)
		if at = slices.Index(block, python.Stmt(around)); at >= 0 {
			behind = append(behind, block[at+1:min(len(block), at+1+maxBehind)]...)
		}
	}
	for len(behind) > 0 {
		s := behind[0]
		behind = behind[1:]
		if with, ok := s.(*python.With); ok { // what stands in it runs whenever it does
			behind = append(slices.Clone(with.Body), behind...)
			continue
		}
		plain := false
		switch s.(type) {
		case *python.Assign, *python.ExprStmt, *python.Return:
			plain = true
		}
		uses := placesOf(s, target)
		for _, e := range uses {
			use, end := chainUse(e)
			if item, ok := s.(*python.Assign); ok && use == nil && end != e && item.Value == end && len(item.Targets) == 1 &&
				python.PathText(item.Targets[0]) != target {
				use = f.targetUse(item) // net = checkpoint["net"].to(device)
			}
			if plain && use != nil && !python.InLambda(e) {
				return use
			}
		}
		for _, e := range uses {
			in := python.EnclosingStmt(e)
			_, expression := in.(*python.ExprStmt)
			_, method := e.Parent().(*python.Attribute)
			switch {
			case f.keepsModule(in, target):
			// asked about, or something is done with it on one way
			case python.IsTarget(e), in == s && !plain, in != s && !(expression && method):
				return nil
			}
		}
	}
	return nil
}

// placesOf lists where a statement reads or assigns a variable.
func placesOf(s python.Stmt, target string) (list []python.Expr) {
	for n := range python.All(s) {
		switch e := n.(type) {
		case *python.Name:
			if e.ID == target {
				list = append(list, e)
			}
		case *python.Attribute:
			if strings.HasSuffix(target, "."+e.Attr) && python.PathText(e) == target {
				list = append(list, e)
			}
		}
	}
	return list
}

// keepsModule reports whether a statement assigns a variable the module that it holds: model = model.to(device), or a
// wrapper around it.
func (f *Facts) keepsModule(s python.Stmt, target string) bool {
	assign, ok := s.(*python.Assign)
	if !ok || len(assign.Targets) != 1 {
		return false
	}
	e := assign.Value
	for {
		call, ok := e.(*python.Call)
		if !ok {
			return python.PathText(e) == target && e != assign.Value
		}
		switch {
		case knowledge.ReturnsItself(call.MethodName()):
			e = call.Receiver()
		case knowledge.WrapsModule(f.Module.Resolve(call.Func)) && len(call.Args) > 0 && call.Args[0].Name == "":
			e = call.Args[0].Value
		default:
			return false
		}
	}
}
