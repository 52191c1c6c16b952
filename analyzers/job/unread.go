package job

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
)

// UnreadKey is a key of a config that changes nothing.
type UnreadKey struct {
	*config.Entry
	// Exception: most of the keys around it are read.
	Exception bool
}

// UnreadKeys lists the keys of the configs that the job's program opens which nobody can read: the key stands nowhere
// in the code of the project, not in parts either, its neighbours do, and what holds it goes to no library, and to no
// code that is not seen.
func (j *Job) UnreadKeys() []UnreadKey {
	if j.unreadFound == nil && j.Program != nil {
		list := j.unreadKeys()
		j.unreadFound = &list
	}
	if j.unreadFound == nil {
		return nil
	}
	return *j.unreadFound
}

func (j *Job) unreadKeys() []UnreadKey {
	documents := j.Program.Configs()
	if !slices.ContainsFunc(documents, namedByProgram) {
		return nil
	}
	w := j.Program.run.w
	u := &unread{words: w.codeWords(), given: &handedOn{}}
	if u.words == nil || !slices.ContainsFunc(documents, u.mayHold) {
		return nil // a run is made once more for what follows: most configs hold no such key
	}
	var ok bool
	if u.given, ok = j.Program.handedOn(); !ok || w.opensElsewhere(j.Program.run) {
		return nil
	}
	var list []UnreadKey
	for _, d := range documents {
		if namedByProgram(d) {
			u.document = d
			list = append(list, u.in(d.Root(), 0)...)
		}
	}
	return list
}

// namedByProgram reports whether the keys of a config are the program's own, Hydra's aside: no framework's, and no list
// of things.
func namedByProgram(d *config.Document) bool {
	if path.Base(path.Dir(d.File.Path)) == "hydra" { // hydra/default.yaml: the settings of Hydra itself, as a group
		return false
	}
	if d.Templated || d.Broken() || len(d.Roots) != 1 || d.Root().Kind != config.Mapping {
		return false
	}
	r := dialect.Read(d)
	return r == nil || r.Confidence < dialect.Certain || r.OfProgram()
}

// exceptions: of so many keys one that is unread is an exception.
const exceptions = 4

// unread looks through one document.
type unread struct {
	words    words
	given    *handedOn
	document *config.Document
}

// mayHold reports whether a config has a key that no code of the project writes, wherever it stands.
func (u *unread) mayHold(d *config.Document) bool {
	if !namedByProgram(d) {
		return false
	}
	u.document = d
	var within func(n *config.Node) bool
	within = func(n *config.Node) bool {
		return slices.ContainsFunc(n.Entries, func(e *config.Entry) bool { return !u.reads(e) || within(e.Value) })
	}
	return within(d.Root())
}

// in are the unread keys of a mapping, and of those below it that are read.
func (u *unread) in(n *config.Node, depth int) (list []UnreadKey) {
	if depth > maxHanded || u.given.has(u.document, n.Path()) {
		return nil
	}
	var silent []*config.Entry
	read := 0
	for _, e := range n.Entries {
		if e.Merge || e.Implied || e.Value.Anchor != "" || e.Value.Kind == config.Alias {
			return nil // others get it, too
		}
		if u.reads(e) {
			read++
		} else {
			silent = append(silent, e)
		}
	}
	if read < 2 || read < len(silent) || alike(n) {
		return nil
	}
	for _, e := range n.Entries {
		switch {
		case slices.Contains(silent, e):
			section := e.Value.Kind == config.Mapping && u.given.walked[u.document.File][n.Path()]
			if !section && !u.given.has(u.document, e.Value.Path()) {
				list = append(list, UnreadKey{e, exceptions*len(silent) <= read+len(silent)})
			}
		case dialect.OfHydra(e.Key): // what stands in its section is read by Hydra itself
		case e.Value.Kind == config.Mapping && !u.words[spread+e.Key] && !u.given.chosen[e.Key]:
			list = append(list, u.in(e.Value, depth+1)...)
		}
	}
	return list
}

// alike reports whether a mapping is a table: most of what it holds are mappings, and they have their keys in common.
// One of them is chosen by its name.
func alike(n *config.Node) bool {
	tables := 0
	var keys []string
	for _, e := range n.Entries {
		if e.Value.Kind != config.Mapping {
			continue
		}
		if tables++; tables == 1 {
			keys = e.Value.Keys()
		} else if common := e.Value.Keys(); len(common) == 0 ||
			!slices.ContainsFunc(common, func(k string) bool { return slices.Contains(keys, k) }) {
			return false
		}
	}
	return tables > 2 && 2*tables > len(n.Entries)
}

// reads reports whether somebody may read a key, or it is there for people alone.
func (u *unread) reads(e *config.Entry) bool {
	return word(e.Key) == "" || u.words[e.Key] || knowledge.SaysNothing(e.Key) || e.Shadowed || dialect.OfHydra(e.Key) ||
		u.given.putsTogether(e.Key) ||
		bytes.Count(u.document.File.Text, []byte(e.Key)) > 1 && bytes.Contains(u.document.File.Text, []byte("${"))
}

// opensElsewhere reports whether code that the run did not meet may open configs and give them away whole.
func (w *Workspace) opensElsewhere(e *execution) bool {
	met := map[string]bool{}
	e.ran().EachModule(func(m *python.Module) { met[m.File.Path] = true })
	return slices.ContainsFunc(w.giveAway, func(p string) bool { return !met[p] })
}

// handedOn is what the run of a program gives away of the configs that it read: to libraries, and to code that is not
// seen. Who is given a dictionary may read any key of it, by a name that stands nowhere in the project.
type handedOn struct {
	paths map[*source.File]map[string]bool
	// pieces are what strings with a hole begin and end with: f"{split}_path".
	pieces [][2]string
	// walked are the dictionaries whose items code goes over, whatever their keys: a section of a config that is merged
	// flat, for _, section in config.items(), is read though its name stands nowhere.
	walked map[*source.File]map[string]bool
	// chosen are the names of dictionaries of which code takes an item by a key that only the run knows: templates[kind].
	chosen map[string]bool
}

// handedOn asks the run of the program; ok is false when it did not see all that happens.
func (p *Program) handedOn() (h *handedOn, ok bool) {
	m := p.run.ran()
	if p.run.over || p.run.cut {
		return nil, false
	}
	h = &handedOn{
		paths:  map[*source.File]map[string]bool{},
		walked: map[*source.File]map[string]bool{},
		chosen: map[string]bool{},
	}
	for _, d := range p.run.read {
		h.paths[d.File], h.walked[d.File] = map[string]bool{}, map[string]bool{}
	}
	g := &giving{machine: m, to: h}
	for _, c := range m.Trace.Calls {
		if staysHere(c) {
			continue
		}
		for _, a := range c.Args {
			g.seen = map[*run.Object]bool{}
			g.give(a.Value, 0)
		}
	}
	m.EachModule(func(of *python.Module) {
		h.pieces = append(h.pieces, piecesOf(of)...)
		g.chooseIn(of)
	})
	return h, true
}

// has reports whether the value at a path of a config, or one that holds it, is given away.
func (h *handedOn) has(d *config.Document, path string) bool {
	given := h.paths[d.File]
	if given[""] || given[path] {
		return true
	}
	for at := range path {
		if (path[at] == '.' || path[at] == '[') && given[path[:at]] {
			return true
		}
	}
	return false
}

// putsTogether reports whether the program may put a key together of parts.
func (h *handedOn) putsTogether(key string) bool {
	for _, piece := range h.pieces {
		if piece[0] != "" && strings.HasPrefix(key, piece[0]) || piece[1] != "" && strings.HasSuffix(key, piece[1]) {
			return true
		}
	}
	return false
}

// staysHere reports whether a call is one of the project's own code, which the run follows, or does nothing with what
// it is given but write it down, or look whether it is there.
func staysHere(c *run.Call) bool {
	switch callee := c.Callee.(type) {
	case *run.Function, *run.Method:
		return true
	case *run.Class: // what the constructor of a library's class is given is for the library to read
		return !callee.Unseen()
	case run.Symbol:
		return knowledge.Reports(string(callee)) || knowledge.KeepsToItself(string(callee))
	case *run.Member:
		return knowledge.Reports(callee.Name) || knowledge.OfDictionaries(callee.Name)
	}
	return false
}

// giving looks through what a call is given.
type giving struct {
	machine *run.Machine
	to      *handedOn
	seen    map[*run.Object]bool
}

// maxHanded bounds how deep containers are looked into.
const maxHanded = 4

func (g *giving) give(v run.Value, depth int) {
	switch v := v.(type) {
	case *run.Located:
		g.mark(v.Origin)
		g.give(v.Value, depth)
	case *run.Choice:
		for _, a := range v.Alternatives {
			g.give(a.Value, depth)
		}
	case *run.Tuple:
		for _, item := range v.Items {
			g.give(item, depth+1)
		}
	case *run.Object:
		if v.Written != nil {
			g.mark(*v.Written)
		}
		if depth > maxHanded || g.seen[v] {
			return
		}
		g.seen[v] = true
		switch v.Kind {
		case run.List, run.Dict, run.Set:
			for _, item := range g.machine.Contents(v) {
				g.give(item, depth+1)
			}
		case run.Namespace: // what an instance of the project holds, its own methods read
			for _, item := range g.machine.Attributes(v) {
				g.give(item, depth+1)
			}
		}
	}
}

func (g *giving) mark(o run.Origin) {
	if given := g.to.paths[o.File]; given != nil {
		given[o.Key] = true
	}
}

// chooseIn marks the dictionaries of which a module takes an item by a key that is not written there.
func (g *giving) chooseIn(m *python.Module) {
	for n := range python.AllIn(m.Body) {
		if over := walkedBy(n); over != nil {
			for _, at := range g.writtenAt(over) {
				if walked := g.to.walked[at.File]; walked != nil {
					walked[at.Key] = true
				}
			}
		}
		from := chosenFrom(n)
		if from == nil {
			continue
		}
		g.to.chosen[python.LastName(from)] = true
		for _, at := range g.writtenAt(from) {
			g.mark(at)
		}
	}
}

// writtenAt are the places of configs in which the dictionaries are written that an expression stands for.
func (g *giving) writtenAt(e python.Expr) (list []run.Origin) {
	v, met := g.machine.ValueOf(e)
	if !met {
		return nil
	}
	for _, one := range run.Alternatives(v) {
		if o, ok := run.Bare(one).(*run.Object); ok && o.Written != nil {
			list = append(list, *o.Written)
		}
	}
	return list
}

// walkedBy is d of d.items() and d.values(); nil for anything else.
func walkedBy(n python.Node) python.Expr {
	c, ok := n.(*python.Call)
	if !ok || len(c.Args) > 0 || c.MethodName() != "items" && c.MethodName() != "values" {
		return nil
	}
	return c.Receiver()
}

// chosenFrom is d of d[key] and d.get(key), where the key is no constant; nil for anything else.
func chosenFrom(n python.Node) python.Expr {
	switch n := n.(type) {
	case *python.Subscript:
		if len(n.Index) == 1 && !written(n.Index[0]) && !python.IsTarget(n) {
			return n.Value
		}
	case *python.Call:
		if name := n.MethodName(); (name == "get" || name == "pop") && len(n.Args) > 0 && !written(n.Args[0].Value) {
			return n.Receiver()
		}
	}
	return nil
}

func written(e python.Expr) bool {
	switch e.(type) {
	case *python.String, *python.Number, *python.Slice:
		return true
	}
	return false
}

// piecesOf lists what the strings with holes of a module begin and end with, and what stands on a side of a + with
// something else.
func piecesOf(m *python.Module) (list [][2]string) {
	for n := range python.AllIn(m.Body) {
		text, ok := n.(*python.String)
		if !ok {
			continue
		}
		written := strings.Trim(strings.TrimLeft(m.File.Slice(text.Span()), "rbufRBUF"), "\"'")
		if open, end := strings.IndexByte(written, '{'), strings.LastIndexByte(written, '}'); open >= 0 && end > open {
			list = append(list, [2]string{word(written[:open]), word(written[end+1:])})
			continue
		}
		if sum, ok := text.Parent().(*python.Binary); ok && sum.Op == "+" {
			list = append(list, [2]string{word(written), word(written)})
		}
	}
	return list
}

// word is a text that may be a key, or a part of one; "" for any other.
func word(text string) string {
	for i := range len(text) {
		if c := text[i]; c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return ""
		}
	}
	return text
}
