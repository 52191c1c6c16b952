package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// EarlyRead is a copy to the CPU that nobody waits for, and the call that reads it.
type EarlyRead struct{ Copy, Read *run.Call }

// EarlyReads lists the copies to the CPU with non_blocking=True whose values are read before anything waits for them.
func (e *Entry) EarlyReads() []*EarlyRead {
	var list []*EarlyRead
	for _, c := range e.Calls {
		if !copiesToCPU(c) {
			continue
		}
		if read := e.firstRead(c); read != nil && !e.waits(c, read) {
			list = append(list, &EarlyRead{c, read})
		}
	}
	return list
}

func copiesToCPU(c *run.Call) bool {
	m, ok := c.Callee.(*run.Member)
	if !ok || m.Name != "to" || c.Node == nil {
		return false
	}
	flag, _ := c.Argument("non_blocking", -1)
	device, _ := c.Argument("device", 0)
	return flag == run.Value(run.Bool(true)) && isCPU(device)
}

// firstRead is the first call that reads the values of what a copy gives; nil when there is none.
func (e *Entry) firstRead(copied *run.Call) *run.Call {
	for _, c := range e.Calls {
		if c.Seq <= copied.Seq || c.Node == nil || !compatible(c.Gates, copied.Gates) {
			continue
		}
		switch callee := c.Callee.(type) {
		case *run.Member:
			if knowledge.MethodReadsValues(callee.Name) && comesOf(callee.Object, copied, maxReshaped) {
				return c
			}
		case run.Symbol:
			if knowledge.JoinsTensors(string(callee)) && len(c.Args) > 0 && e.holdsCopy(c.Args[0].Value, copied) {
				return c
			}
			if !knowledge.ReadsValues(string(callee)) {
				continue
			}
			for _, a := range c.Args {
				if comesOf(a.Value, copied, maxReshaped) {
					return c
				}
			}
		}
	}
	return nil
}

// holdsCopy reports whether a list has in it what a copy gives: torch.cat reads the values of all its tensors, and
// those of the last batch are still on their way.
func (e *Entry) holdsCopy(list run.Value, copied *run.Call) bool {
	o, ok := list.(*run.Object)
	return ok && o.Kind == run.List && slices.ContainsFunc(e.Facts.machine.Contents(o), func(v run.Value) bool {
		return slices.ContainsFunc(run.Alternatives(v), func(one run.Value) bool { return comesOf(one, copied, maxReshaped) })
	})
}

// comesOf reports whether a tensor is what a copy gives, or has the same values elsewhere on the CPU.
func comesOf(v run.Value, copied *run.Call, depth int) bool {
	o, ok := v.(*run.Object)
	if !ok || o.Made == nil || depth == 0 {
		return false
	}
	if o.Made == copied {
		return true
	}
	m, ok := o.Made.Callee.(*run.Member)
	return ok && (knowledge.KeepsValues(m.Name) || m.Name == "detach") && comesOf(m.Object, copied, depth-1)
}

// waits reports whether something in the function that copies, or between the copy and the read, waits for the GPU:
// which copy that is for cannot be told.
func (e *Entry) waits(copied, read *run.Call) bool {
	for _, c := range e.Calls {
		between := c.Seq > copied.Seq && c.Seq < read.Seq
		if knowledge.WaitsForGPU(calleeName(c)) && (c.Caller == copied.Caller || between) {
			return true
		}
		// What fetches another value waits for all that was queued before it: loss.item() after the copy.
		if m, ok := c.Callee.(*run.Member); ok && between && e.fetches(c) && !comesOf(m.Object, copied, maxReshaped) {
			return true
		}
	}
	return false
}
