package library

import (
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/run"
)

// nodeMethod is a method of a yacs node, and of those that are like it: what is merged into it counts from there on,
// and nothing in it is known behind a file or a list that is not.
func (l Library) nodeMethod(m *run.Machine, c *run.Call, node *run.Object, name string) run.Value {
	given := argument(c, "", 0)
	switch name {
	case "merge_from_file":
		if d, ok := run.Bare(l.document(m, c, given, config.PyYAML)).(*run.Object); ok && d.Kind == run.Dict {
			l.mergeInto(m, c, node, d, 0)
		} else {
			l.forget(m, c, node, 0)
		}
	case "merge_from_other_cfg":
		if d, ok := run.Bare(m.Here(given)).(*run.Object); ok && d.Kind == run.Dict {
			l.mergeInto(m, c, node, d, 0)
		} else {
			l.forget(m, c, node, 0)
		}
	case "merge_from_list":
		l.mergeList(m, c, node, given)
	case "freeze", "defrost", "set_new_allowed":
	case "clone":
		return l.byName(m, c, node)
	default:
		return nil
	}
	return run.None
}

// maxLayers bounds how deep nodes in nodes are merged.
const maxLayers = 12

// mergeInto lays a mapping over a node, in place: others hold the node, too.
func (l Library) mergeInto(m *run.Machine, c *run.Call, node, above *run.Object, depth int) {
	keys, values, exact := m.Entries(above)
	if !exact || depth > maxLayers {
		l.forget(m, c, node, 0)
		return
	}
	for i, k := range keys {
		key, ok := run.Bare(k).(run.Str)
		if !ok || !m.Pay(1) {
			continue
		}
		inner, isNode := l.entry(m, node, string(key)).(*run.Object)
		more, isMapping := run.Bare(values[i]).(*run.Object)
		if isNode && isMapping && inner.Kind == run.Dict && more.Kind == run.Dict {
			l.mergeInto(m, c, inner, more, depth+1)
			continue
		}
		l.put(m, c, node, string(key), literal(m, c, l.byName(m, c, values[i])))
	}
}

// entry is what a node holds under a key, nil where it holds nothing.
func (l Library) entry(m *run.Machine, node *run.Object, key string) run.Value {
	keys, values, _ := m.Entries(node)
	for i, k := range keys {
		if run.Bare(k) == run.Value(run.Str(key)) {
			return run.Bare(values[i])
		}
	}
	return nil
}

func (l Library) put(m *run.Machine, c *run.Call, node *run.Object, key string, v run.Value) {
	m.Call(&run.Member{Object: node, Name: "update"}, []run.Argument{{Name: key, Value: v}}, c)
}

// mergeList is merge_from_list: keys and values by turns.
func (l Library) mergeList(m *run.Machine, c *run.Call, node *run.Object, given run.Value) {
	if run.IsNone(m.Here(given)) {
		return
	}
	list, exact := m.Elements(m.Here(given))
	if !exact || len(list)%2 != 0 {
		l.forget(m, c, node, 0)
		return
	}
	for i := 0; i+1 < len(list); i += 2 {
		key, ok := run.Bare(list[i]).(run.Str)
		if !ok {
			l.forget(m, c, node, 0)
			return
		}
		at := node
		path := strings.Split(string(key), ".")
		for _, part := range path[:len(path)-1] {
			inner, ok := l.entry(m, at, part).(*run.Object)
			if !ok || inner.Kind != run.Dict {
				at = nil
				break
			}
			at = inner
		}
		if at != nil {
			l.put(m, c, at, path[len(path)-1], literal(m, c, list[i+1]))
		}
	}
}

// literal is a word as yacs reads it: a number, a truth, a tuple or a list where it is one.
func literal(m *run.Machine, c *run.Call, v run.Value) run.Value {
	s, ok := run.Bare(v).(run.Str)
	if !ok {
		return v
	}
	if strings.ContainsAny(string(s[:min(1, len(s))]), "([{") {
		if v := m.SequenceIn(string(s), c.At); v != nil {
			return v
		}
		return m.Unknown("a tuple or a list in a text")
	}
	var out run.Value = s
	if n, err := strconv.ParseInt(string(s), 10, 64); err == nil {
		out = run.Int(n)
	} else if f, err := strconv.ParseFloat(string(s), 64); err == nil {
		out = run.Float(f)
	} else if s == "True" || s == "False" {
		out = run.Bool(s == "True")
	}
	if at, ok := v.(*run.Located); ok {
		return &run.Located{Value: out, Origin: at.Origin, Via: at.Via}
	}
	return out
}

// forget makes unknown what a node holds: something that nobody read was merged into it.
func (l Library) forget(m *run.Machine, c *run.Call, node *run.Object, depth int) {
	keys, values, _ := m.Entries(node)
	for i, k := range keys {
		key, ok := run.Bare(k).(run.Str)
		if !ok || !m.Pay(1) {
			continue
		}
		if inner, ok := run.Bare(values[i]).(*run.Object); ok && inner.Kind == run.Dict && depth < maxLayers {
			l.forget(m, c, inner, depth+1)
			continue
		}
		l.put(m, c, node, string(key), m.Unknown("what was merged is not known"))
	}
}
