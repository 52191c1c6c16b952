package train

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// OwnLoad is a module that is given the weights that it has.
type OwnLoad struct {
	// Load is the call of load_state_dict.
	Load *run.Call
	// To and From are the module as the call names it; another name may stand for the same one.
	To, From string
}

// OwnLoads lists the calls target.load_state_dict(net.state_dict()) of which both are surely one module: a copy that
// is meant to be brought up to date stays as it is, or is no copy.
func (f *Facts) OwnLoads() []*OwnLoad {
	var list []*OwnLoad
	differ := map[python.Node]bool{} // calls that load the weights of another module at some time
	at := map[python.Node]*OwnLoad{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			m, ok := c.Callee.(*run.Member)
			if !ok || m.Name != "load_state_dict" || c.Node == nil || len(c.Args) == 0 {
				continue
			}
			given, ok := run.Bare(c.Args[0].Value).(*run.Object)
			if !ok || given.Made == nil || c.Args[0].Node == nil || python.Node(given.Made.Node) != python.Node(c.Args[0].Node) {
				continue // kept since some time before, or put together
			}
			from, ok := given.Made.Callee.(*run.Member)
			if !ok || from.Name != "state_dict" || len(given.Made.Args) > 0 {
				continue
			}
			to, known := run.Bare(m.Object).(*run.Object)
			if source, same := run.Bare(from.Object).(*run.Object); !known || !same || to != source || to.Kind != run.Instance {
				differ[c.Node] = true
				continue
			}
			if at[c.Node] == nil {
				at[c.Node] = &OwnLoad{c, python.PathText(c.Node.Receiver()), python.PathText(given.Made.Node.Receiver())}
				list = append(list, at[c.Node])
			}
		}
	}
	kept := list[:0]
	for _, l := range list {
		if !differ[l.Load.Node] && l.To != "" && l.From != "" {
			kept = append(kept, l)
		}
	}
	return kept
}
