package flow

import "github.com/trainlint/trainlint/analyzers/python"

// method evaluates a call of a method by its name; false when the name says nothing.
func (r *run) method(c *python.Call, name string, receiver values, args []values) (values, bool) {
	if vs, ok := r.containerMethod(c, name, receiver, args); ok {
		return vs, true
	}
	switch {
	case name == "detach_":
		if p, ok := r.placeOf(c.Receiver()); ok {
			r.env[p] = r.plain(c)
		}
		return r.plain(c), true
	case name == "requires_grad_":
		if len(c.Args) > 0 && r.f.Module.IsFalse(c.Args[0].Value) {
			return receiver, true
		}
		leaves := r.asLeaves(receiver)
		if p, ok := r.placeOf(c.Receiver()); ok {
			r.env[p] = leaves
		}
		return leaves, true
	case detachingMethods[name]:
		return r.plain(c), true
	case onlyModules(receiver):
		return r.moduleMethod(c, name, receiver, args)
	case tensorMethods[name]:
		vs := r.compute(c, append([]values{receiver}, args...)...)
		if len(name) > 1 && name[len(name)-1] == '_' { // in place
			if p, ok := r.placeOf(c.Receiver()); ok {
				r.env[p] = vs
			}
		}
		return vs, true
	case r.f.RoleOf(c.Receiver()) == Scaler && name == "scale", r.f.RoleOf(c.Receiver()) == Accelerator && len(args) > 0:
		if name == "prepare" {
			return r.part(args[0]), true
		}
		return r.compute(c, args...), true
	}
	return nil, false
}

func onlyModules(vs values) bool {
	for _, v := range vs {
		if v.kind != moduleValue {
			return false
		}
	}
	return len(vs) > 0
}

// moduleMethod is a method of a module: another way to call it, or one that
// prepares it.
func (r *run) moduleMethod(c *python.Call, name string, receiver values, args []values) (values, bool) {
	switch name {
	case "to", "cuda", "cpu", "half", "float", "double", "bfloat16", "apply", "share_memory", "compile":
		return receiver, true
	case "generate", "get_input_embeddings", "named_children", "children", "buffers", "load_state_dict", "init_hidden",
		"num_parameters", "save_pretrained", "init_weights", "reset_parameters":
		return r.plain(c), true
	case "no_sync", "join":
		return r.plain(c), true
	}
	if frozenName.MatchString(lastName(c.Receiver())) {
		return r.make(unknownResult, c, args...), true
	}
	return r.make(unknownResult, c, args...), true
}

// containerMethod changes or reads a list, set or dictionary.
func (r *run) containerMethod(c *python.Call, name string, receiver values, args []values) (values, bool) {
	var held values
	for _, v := range receiver {
		if v.kind == containerValue {
			held = append(held, v)
		}
	}
	if len(held) == 0 {
		return nil, false
	}
	switch name {
	case "append", "add", "appendleft", "insert", "put":
		for _, v := range held {
			if len(args) > 0 {
				added := args[len(args)-1]
				v.rest = v.rest.with(added...)
				r.noteAdded(accumulatesList, c, c.Receiver(), c.Args[len(args)-1].Value, v, added)
			}
		}
		return r.plain(c), true
	case "extend", "update":
		for _, v := range held {
			for i := range args {
				values{}.join(v, args[i])
				if name == "extend" { // update writes the same keys in every lap
					r.noteAdded(accumulatesList, c, c.Receiver(), c.Args[i].Value, v, r.flatten(args[i]))
				}
			}
		}
		return r.plain(c), true
	case "setdefault":
		if len(args) == 2 {
			for _, v := range held {
				v.rest = v.rest.with(args[1]...)
			}
		}
	case "clear":
		if p, ok := r.placeOf(c.Receiver()); ok {
			empty := r.container(c)
			r.env[p] = values{empty}
		}
		return r.plain(c), true
	case "pop", "popleft", "get", "popitem", "values", "items", "copy", "__getitem__":
	case "keys", "index", "count", "sort", "reverse", "remove":
		return r.plain(c), true
	default:
		return nil, false
	}
	if name == "values" || name == "items" || name == "copy" {
		copied := r.container(c)
		for _, v := range held {
			copied.rest = copied.rest.with(v.contents()...)
		}
		if name == "items" {
			pair := r.container(c)
			pair.items["#0"], pair.items["#1"] = r.plain(c), copied.rest
			copied = r.container(c)
			copied.rest = values{pair}
		}
		return values{copied}, true
	}
	return r.part(held), true
}

// elements is what a loop over an expression gives its variable.
func (r *run) elements(e python.Expr, over values) values {
	if c, ok := e.(*python.Call); ok {
		if vs, ok := r.wrapped(c); ok {
			return vs
		}
	}
	var items values
	for _, v := range over {
		switch v.kind {
		case containerValue:
			items = items.with(v.contents()...)
		case operation, forwardPass, unknownResult, externalValue, leafValue, moduleValue:
			items = items.with(v)
		}
	}
	if len(items) == 0 {
		return r.plain(e)
	}
	return items
}

// wrapped sees through zip, enumerate and the like.
func (r *run) wrapped(c *python.Call) (values, bool) {
	switch name := lastName(c.Func); name {
	case "zip":
		tuple := r.container(c)
		for i, a := range c.Args {
			tuple.items["#"+itoa(i)] = r.elements(a.Value, r.evaluated(a.Value))
		}
		return values{tuple}, true
	case "enumerate":
		if len(c.Args) == 0 {
			return nil, false
		}
		pair := r.container(c)
		pair.items["#0"] = r.plain(c)
		pair.items["#1"] = r.elements(c.Args[0].Value, r.evaluated(c.Args[0].Value))
		return values{pair}, true
	case "range", "trange", "count":
		return r.plain(c), true
	case "parameters", "named_parameters", "buffers":
		leaf := values{r.once(c, leafValue)}
		if name == "named_parameters" {
			pair := r.container(c)
			pair.items["#0"], pair.items["#1"] = r.plain(c), leaf
			return values{pair}, true
		}
		return leaf, true
	case "tqdm", "reversed", "list", "tuple", "sorted", "iter", "islice", "cycle", "track", "set":
		if len(c.Args) > 0 {
			return r.elements(c.Args[0].Value, r.evaluated(c.Args[0].Value)), true
		}
	}
	return nil, false
}

// iterated is what next, zip, … walk over.
func (r *run) iterated(c *python.Call, args []values) values {
	if len(args) == 0 || lastName(c.Func) != "next" {
		return nil
	}
	return args[0]
}
