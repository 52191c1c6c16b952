package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// CUDABefore is the first use of CUDA that runs before a statement, and the statement of the file in which it stands:
// in the statements before it in its block and in the blocks around it. Both are nil when there is none. It looks at
// the text: a program that sets up its environment need not train.
func (f *Facts) CUDABefore(stmt python.Stmt) (use python.Node, before python.Stmt) {
	var chain []python.Stmt
	for n := python.Node(stmt); n != nil; n = n.Parent() {
		if s, ok := n.(python.Stmt); ok {
			chain = append(chain, s)
		}
	}
	for i := len(chain) - 1; i >= 0; i-- {
		for _, s := range f.Module.Block(chain[i]) {
			if s == chain[i] {
				break
			}
			if use := f.usesCUDA(s, 0); use != nil {
				return use, s
			}
		}
	}
	return nil, nil
}

// maxCUDACalls bounds how deep calls of the file's functions are followed.
const maxCUDACalls = 3

// usesCUDA is the first call in a statement that initialises CUDA; functions of this file are looked into.
func (f *Facts) usesCUDA(s python.Stmt, depth int) (found python.Node) {
	python.Walk(s, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Function, *python.Class, *python.Lambda:
			return false
		case *python.Call:
			if found == nil && (f.initialisesCUDA(n) || f.leadsToCUDA(n, depth)) {
				found = n
			}
		}
		return found == nil
	})
	return found
}

// leadsToCUDA reports whether a call is one of a function of this file that initialises CUDA.
func (f *Facts) leadsToCUDA(c *python.Call, depth int) bool {
	fn, ok := f.Module.Definition(c.Func).(*python.Function)
	if !ok || depth >= maxCUDACalls {
		return false
	}
	for _, s := range fn.Body {
		if f.usesCUDA(s, depth+1) != nil {
			return true
		}
	}
	return false
}

func (f *Facts) initialisesCUDA(c *python.Call) bool {
	path := f.Module.Resolve(c.Func)
	if strings.HasPrefix(path, "torch.cuda.") {
		return knowledge.InitialisesCUDA(path)
	}
	switch {
	case c.MethodName() == "cuda" && !strings.HasPrefix(path, "torch."):
		return true
	case c.MethodName() == "to" && len(c.Args) > 0 && f.IsCUDA(c.Args[0].Value):
		return true
	}
	device := c.Keyword("device")
	return device != nil && strings.HasPrefix(path, "torch.") && path != "torch.device" && f.IsCUDA(device.Value)
}

// IsCUDA reports whether an expression is a CUDA device for sure.
func (f *Facts) IsCUDA(e python.Expr) bool { return f.isCUDA(e, 0) }

// maxDevices bounds how far a device is followed: device = torch.device(device) leads to itself.
const maxDevices = 5

// LoadsToCUDA reports whether the program shows that torch.load puts what it loads on a CUDA device where there is one:
// map_location=device, with device = "cuda" if torch.cuda.is_available() else "cpu".
func (f *Facts) LoadsToCUDA(load *python.Call) bool {
	if f.cudaLoads == nil {
		f.cudaLoads = map[python.Node]bool{}
		for _, e := range f.Entries() {
			for _, c := range e.Calls {
				if c.Node == nil || symbolOf(c) != "torch.load" {
					continue
				}
				if where, _ := c.Argument("map_location", 1); where != nil && MayBeCUDA(where) {
					f.cudaLoads[c.Node] = true
				}
			}
		}
	}
	return f.cudaLoads[load]
}

func (f *Facts) isCUDA(e python.Expr, depth int) bool {
	if depth > maxDevices {
		return false
	}
	if v, ok := f.Module.Const(e); ok {
		return strings.HasPrefix(v.Str, "cuda")
	}
	switch e := e.(type) {
	case *python.Call:
		return f.Module.Resolve(e.Func) == "torch.device" && len(e.Args) > 0 && f.isCUDA(e.Args[0].Value, depth+1)
	case *python.Name:
		if made, ok := f.Module.OnlyValue(e).(*python.Call); ok {
			return f.isCUDA(made, depth+1)
		}
	}
	return false
}
