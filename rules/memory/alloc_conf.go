package memory

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// allocatorSetting is one place where a program sets the CUDA allocator's variable.
type allocatorSetting struct {
	name  string
	value python.Expr
	node  python.Node
}

var allocatorVariables = map[string]bool{
	"PYTORCH_CUDA_ALLOC_CONF": true, "PYTORCH_ALLOC_CONF": true, "PYTORCH_HIP_ALLOC_CONF": true,
}

// allocatorSettings finds os.environ["PYTORCH_CUDA_ALLOC_CONF"] = …, setdefault,
// putenv and items of dictionaries under that key.
func allocatorSettings(p *rules.Pass) []allocatorSetting {
	var list []allocatorSetting
	add := func(key, value python.Expr, n python.Node) {
		if s, ok := key.(*python.String); ok && s.Known && allocatorVariables[s.Text] {
			list = append(list, allocatorSetting{s.Text, value, n})
		}
	}
	python.WalkBody(p.Python.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Assign:
			for _, t := range n.Targets {
				if sub, ok := t.(*python.Subscript); ok && len(sub.Index) == 1 {
					add(sub.Index[0], n.Value, n)
				}
			}
		case *python.Call:
			if name := n.MethodName(); (name == "setdefault" || name == "putenv" || name == "setenv") && len(n.Args) > 1 {
				add(n.Args[0].Value, n.Args[1].Value, n)
			}
		case *python.DictItem:
			add(n.Key, n.Value, n)
		}
		return true
	})
	return list
}

// ownEnvironment reports whether a setting changes the environment of this process.
func ownEnvironment(p *rules.Pass, s allocatorSetting) bool {
	switch n := s.node.(type) {
	case *python.Assign:
		sub, ok := n.Targets[0].(*python.Subscript)
		return ok && p.Python.Resolve(sub.Value) == "os.environ"
	case *python.Call:
		path := p.Python.Resolve(n.Func)
		return path == "os.environ.setdefault" || path == "os.putenv"
	}
	return false
}
