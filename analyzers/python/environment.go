package python

// EnvironmentSetting is one place where a program gives an environment variable a value.
type EnvironmentSetting struct {
	Name  string
	Value Expr
	Node  Node // the assignment, call or item of a dictionary
	// Own says that the environment of this process is changed, not one that is handed to another.
	Own bool
}

// EnvironmentSettings lists where the program sets one of the variables: os.environ["A"] = …, setdefault, putenv, and
// items of dictionaries under that key.
func (m *Module) EnvironmentSettings(names ...string) []EnvironmentSetting {
	var list []EnvironmentSetting
	add := func(key, value Expr, n Node, own bool) {
		s, ok := m.Const(key)
		for _, name := range names {
			if ok && s.Kind == StringValue && s.Str == name {
				list = append(list, EnvironmentSetting{name, value, n, own})
			}
		}
	}
	for n := range AllIn(m.Body) {
		switch n := n.(type) {
		case *Assign:
			for i, t := range n.Targets {
				if sub, ok := t.(*Subscript); ok && len(sub.Index) == 1 {
					add(sub.Index[0], n.Value, n, i == 0 && m.Resolve(sub.Value) == "os.environ")
				}
			}
		case *Call:
			if name := n.MethodName(); (name == "setdefault" || name == "putenv" || name == "setenv") && len(n.Args) > 1 {
				path := m.Resolve(n.Func)
				add(n.Args[0].Value, n.Args[1].Value, n, path == "os.environ.setdefault" || path == "os.putenv")
			}
		case *DictItem:
			add(n.Key, n.Value, n, false)
		}
	}
	return list
}
