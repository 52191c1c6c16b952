package python

import "slices"

// HandsKeywordsOn reports whether a constructor gives the **keywords that it has no parameters for to the constructor
// of its base, and does nothing else with them.
func (m *Module) HandsKeywordsOn(init *Function) bool {
	i := slices.IndexFunc(init.Params, func(p *Param) bool { return p.Star == 2 })
	if i < 0 {
		return false
	}
	uses, spreads := 0, 0
	for n := range AllIn(init.Body) {
		name, ok := n.(*Name)
		if !ok || name.ID != init.Params[i].Name {
			continue
		}
		uses++
		if arg, ok := name.Parent().(*Arg); ok && arg.Star == 2 && m.callsBase(arg.Parent()) {
			spreads++
		}
	}
	return uses == 1 && spreads == 1
}

// callsBase reports whether a node is the call super().__init__(…).
func (m *Module) callsBase(n Node) bool {
	c, ok := n.(*Call)
	if !ok || c.MethodName() != "__init__" {
		return false
	}
	super, ok := c.Receiver().(*Call)
	return ok && m.Resolve(super.Func) == "super"
}
