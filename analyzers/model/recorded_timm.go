package model

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
)

// What timm's models offer beside a forward pass: a head for another number of classes, and networks of features.

// timmExtras gives a recorded model of timm the methods that change its head.
func (r *recalling) timmExtras(o *exact.Instance, rec *record) {
	mod := moduleOf(o)
	head, _ := mod.modules.Get("head").(*exact.Instance)
	pools := mod.modules.Get("global_pool") != nil || head != nil && moduleOf(head).modules.Get("global_pool") != nil
	if rec.Own && pools {
		o.Class.Method("reset_classifier", r.resets(o, rec))
	}
}

// resets is the method that puts another head on a model.
func (r *recalling) resets(o *exact.Instance, rec *record) func(*exact.Machine, exact.Args) exact.Value {
	return func(m *exact.Machine, a exact.Args) exact.Value {
		mod := moduleOf(o)
		classes, known := a.Get(1, "num_classes").(int64)
		pool, _ := mod.modules.Get("global_pool").(*exact.Instance)
		if how := a.Get(2, "global_pool"); how != nil && how != exact.Value(exact.None) {
			flat := pool != nil && pool.Class.Name == "SelectAdaptivePool2d"
			known = known && (how == exact.Value("avg") || how == exact.Value("") && flat)
			if known && how == exact.Value("") { // the map as it is
				mod.modules.Set("global_pool", r.layer("Identity()"))
			}
		}
		to := rec
		if classes == 0 {
			to = allRecords().Models[strings.TrimSuffix(r.name, ":0")+":0"]
		}
		if !known || classes < 0 || to == nil || to == rec && strings.HasSuffix(r.name, ":0") {
			m.Stop("what reset_classifier makes of %s is not known", r.name)
		}
		numbers := make([]string, len(to.Varies))
		for i, pair := range to.Varies {
			numbers[i] = strconv.FormatInt(classes, 10)
			if pair[0] != "num_classes" {
				numbers[i] = r.numbers[slices.IndexFunc(rec.Varies, func(p [2]any) bool { return p[0] == pair[0] })]
			}
		}
		again := &recalling{l: r.l, m: m, name: r.name, numbers: numbers, shut: r.shut}
		r.rehead(mod, rec.Root, again, to.Root)
		o.Attrs.Set("num_classes", classes)
		return exact.None
	}
}

// rehead puts in what a model with another number of classes has otherwise.
func (r *recalling) rehead(mod *module, from int, again *recalling, to int) {
	old, isInner := childrenOf(from)
	made, both := childrenOf(to)
	if mod == nil || !isInner || !both {
		return
	}
	for name, at := range old {
		other, there := made[name]
		if !there {
			continue
		}
		_, inner := childrenOf(at)
		_, otherInner := childrenOf(other)
		if inner && otherInner {
			part, _ := mod.modules.Get(name).(*exact.Instance)
			r.rehead(moduleOf(part), at, again, other)
			continue
		}
		if r.text(at) != again.text(other) {
			mod.modules.Set(name, again.module(other))
		}
	}
}

// text is what a layer is made by.
func (r *recalling) text(at int) string { return r.with(string(allRecords().Nodes[at])) }

// childrenOf are the parts of an inner module of the table, by name.
func childrenOf(at int) (map[string]int, bool) {
	var parts []json.RawMessage
	if json.Unmarshal(allRecords().Nodes[at], &parts) != nil || len(parts) != 5 {
		return nil, false
	}
	var list [][2]any
	if json.Unmarshal(parts[1], &list) != nil {
		return nil, false
	}
	out := map[string]int{}
	for _, pair := range list {
		name, _ := pair[0].(string)
		n, _ := pair[1].(float64)
		out[name] = int(n)
	}
	return out, true
}

// recallFeatures builds the network that timm makes of a model's stages, which gives the maps between them.
func (l *library) recallFeatures(m *exact.Machine, name string, a exact.Args) exact.Value {
	rec := allRecords().Models["timm."+name+":features"]
	if rec == nil {
		m.Stop("what features_only makes of %s is not known", name)
	}
	asked := a.Named("out_indices")
	a = without(without(without(a, "out_indices"), "num_classes"), "global_pool")
	root, _ := l.recall(m, "timm."+name+":features", a).(*exact.Instance)
	mod := moduleOf(root)
	info, _ := root.Attrs.Get("features").(*exact.List)
	if mod == nil || info == nil {
		m.Stop("what features_only makes of %s is not known", name)
	}
	all := make([]exact.Value, len(info.Items))
	for i := range all {
		all[i] = int64(i)
	}
	chosen := all
	if asked != nil {
		chosen = m.Items(asked)
		if !slices.Equal(chosen, all) {
			l.chooses(m, mod, chosen, int64(len(all)))
		}
	}
	class := l.prelude(m, "timm.layers.FeatureInfo")
	root.Attrs.Set("feature_info", m.Call(class, exact.Positional(info, &exact.List{Items: chosen})))
	return root
}

// chooses leaves some of the maps out of what a network of features gives, and the layers behind the last of them.
func (l *library) chooses(m *exact.Machine, mod *module, chosen []exact.Value, n int64) {
	names, _ := mod.object.Attrs.Get("return_layers").(*exact.List)
	class := mod.object.Class
	at := make([]int64, len(chosen))
	last := int64(-1)
	for i, v := range chosen {
		k, ok := v.(int64)
		if k < 0 {
			k += n
		}
		if !ok || k <= last || k >= n {
			m.Stop("which of its features %s is to give is not known", class.Name)
		}
		at[i], last = k, k
	}
	if len(at) == 0 {
		m.Stop("which of its features %s is to give is not known", class.Name)
	}
	if names == nil { // each of them is made, whichever is asked for
		if class.Name != "EfficientNetFeatures" && class.Name != "MobileNetV3Features" {
			m.Stop("what out_indices make of %s is not known", class.Name)
		}
		whole := m.Lookup(class, "forward")
		class.Method("forward", func(m *exact.Machine, a exact.Args) exact.Value {
			maps := m.Items(m.Call(whole, a))
			out := &exact.List{}
			for _, k := range at {
				out.Items = append(out.Items, maps[k])
			}
			return out
		})
		return
	}
	kept := &exact.List{}
	for _, k := range at {
		kept.Items = append(kept.Items, names.Items[k])
	}
	mod.object.Attrs.Set("return_layers", kept)
	behind := false
	for _, name := range slices.Clone(mod.modules.Keys()) {
		if behind {
			mod.modules.Delete(name)
		}
		behind = behind || name == names.Items[last]
	}
}

// drops reports whether a value is a rate at which something is dropped.
func drops(v exact.Value) bool {
	rate, ok := v.(float64)
	return ok && rate > 0 && rate < 1
}

// dropsPaths puts stochastic depth where a model without it has an identity, but in the first block, whose rate is 0;
// false where the model has no such places.
func (r *recalling) dropsPaths(mod *module) bool {
	class := r.l.prelude(r.m, "timm.layers.DropPath")
	blocks := 0
	var walk func(*module)
	walk = func(mod *module) {
		here := false
		for i, key := range mod.modules.Keys() {
			part := moduleOf(mod.modules.Values()[i])
			if part == nil {
				continue
			}
			if name, _ := key.(string); strings.HasPrefix(name, "drop_path") {
				if here = true; blocks > 0 {
					mod.modules.Set(key, r.m.Call(class, exact.Positional(0.5)))
				}
				continue
			}
			walk(part)
		}
		if here {
			blocks++
		}
	}
	walk(mod)
	return blocks > 1
}
