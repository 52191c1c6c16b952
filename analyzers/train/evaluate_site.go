package train

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// siteOf is the call in a loop's own function that leads to a forward pass: the pass itself, or a helper that makes it;
// nil where what stands between them may do it for another reason.
func siteOf(c *run.Call, loop *Loop) *run.Call {
	site := c
	for site != nil && site.Caller != loop.Run.Caller {
		site = site.Caller
	}
	if site == nil || site.Node == nil || loop.Run.Unit != site.Unit {
		return nil
	}
	if site != c && (ofModule(c.Caller) || !loop.walksItems() || wasVolatile(c)) {
		return nil
	}
	if _, dropped := site.Node.Parent().(*python.ExprStmt); dropped && !loop.walksItems() {
		return nil // it measures how long a pass takes
	}
	return site
}

// calledByOthers reports whether who calls decides about gradients: a pass is a layer of a module, or stands in a hook
// that a framework calls without them.
func calledByOthers(c *run.Call) bool {
	for caller := c.Caller; caller != nil; caller = caller.Caller {
		f := functionOf(caller)
		// a trainer may have one, too
		if library.IsModule(caller.Callee) || f != nil && f.Class != nil && f.Name() == "forward" && f.Class.Foreign() {
			return true
		}
		if f != nil && (hooksOf(f.Class) != PlainTorch || isQuietHook(f)) {
			return true
		}
	}
	return false
}

// maxCallsDown are the calls that may stand between a training loop and a forward pass that is told of the loop.
const maxCallsDown = 2

// callsDown is how many calls lead from one call to another that is made within it.
func callsDown(site, c *run.Call) (n int) {
	for ; c != nil && c != site; c = c.Caller {
		n++
	}
	return n
}
