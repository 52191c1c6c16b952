package library

import (
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Attribute is an attribute of something of a library; nil leaves it unknown.
func (l Library) Attribute(m *run.Machine, object run.Value, name string) run.Value {
	if name == run.GradMode {
		return gradMode(m, object)
	}
	if s, ok := object.(run.Symbol); ok {
		return l.symbolAttribute(m, s, name)
	}
	o, ok := object.(*run.Object)
	if !ok {
		return nil
	}
	switch name {
	case run.AnyItem:
		return anyItem(m, o)
	case run.Elements:
		return elements(m, o)
	}
	if part := pathPart(o, name); part != nil && name != "is_absolute" {
		return part
	}
	if part := devicePart(o, name); part != nil {
		return part
	}
	if of := askedAbout(o, name); of != nil {
		return l.sizeOf(of)
	}
	if name == "trainer" && isLightning(o) {
		return trainerOf(m, o)
	}
	if holdsModule(o, name) {
		return m.Part(o, name)
	}
	if knowledge.KeptByLoader(name) && o.Kind == run.Instance && o.Made != nil && RoleOf(o) == knowledge.Loader {
		if v, _ := LoaderArgument(m, o, name); v != nil && !run.IsNone(v) {
			return v
		}
	}
	return nil
}

// askedAbout is the path of which the size is read: Path(…).stat().st_size; nil for any other attribute.
func askedAbout(o *run.Object, name string) run.Value {
	if name != knowledge.SizeInStatus || o.Made == nil {
		return nil
	}
	switch callee := run.Bare(o.Made.Callee).(type) {
	case run.Symbol:
		if knowledge.AsksStatus(string(callee)) {
			return argument(o.Made, "path", 0)
		}
	case *run.Member:
		if knowledge.AsksPathStatus(callee.Name) {
			return callee.Object
		}
	}
	return nil
}

// hasMethod is true where a program asks a model of the hub for what all of them have: hasattr(unet,
// "enable_gradient_checkpointing"). unet may be a part of a pipeline, whose class nobody names. A network of one's own
// that is nothing else's has none of it.
func hasMethod(m *run.Machine, c *run.Call) run.Value {
	name, ok := run.Bare(argument(c, "name", 1)).(run.Str)
	o, isObject := run.Bare(argument(c, "obj", 0)).(*run.Object)
	if !ok || !isObject {
		return nil
	}
	if class, ours := o.Class.(*run.Class); ours {
		if o.Kind == run.Instance && plainModule(class) &&
			knowledge.HubModelHas("transformers.PreTrainedModel", "", string(name)) &&
			m.ClassMember(class, string(name)) == nil && m.Get(o, string(name)) == nil {
			return run.Bool(false)
		}
		return nil
	}
	part := ""
	if o.Kind == run.Unknown && o.Made == nil && len(o.Operands) == 1 && strings.HasPrefix(o.Operator, ".") {
		if whole, ok := o.Operands[0].(*run.Object); ok {
			o, part = whole, o.Operator[1:]
		}
	}
	class, ofLibrary := o.Class.(run.Symbol)
	if o.Kind != run.Instance || !ofLibrary || o.Made == nil || !loadedFromHub(o.Made) {
		return nil
	}
	if !knowledge.HubModelHas(string(class), part, string(name)) {
		return nil
	}
	return run.Bool(true)
}

// moduleClass is what every network is derived from.
const moduleClass = run.Symbol("torch.nn.Module")

// plainModule reports whether a class of the project is derived from torch.nn.Module, and from no other class of a
// library.
func plainModule(c *run.Class) bool {
	module := false
	for _, one := range c.Line() {
		if s, ok := one.(run.Symbol); ok {
			if s != moduleClass && s != "object" {
				return false
			}
			module = module || s == moduleClass
		}
	}
	return module
}

// loadedFromHub reports whether a call loads what it gives: Model.from_pretrained("name").
func loadedFromHub(c *run.Call) bool {
	made, ok := run.Bare(c.Callee).(run.Symbol)
	return ok && run.LastPart(string(made)) == "from_pretrained"
}

// devicePart is device.type or device.index of a device whose name is known; nil for anything else.
func devicePart(o *run.Object, name string) run.Value {
	if name != "type" && name != "index" || o.Made == nil {
		return nil
	}
	made, ok := run.Bare(o.Made.Callee).(run.Symbol)
	if !ok || !knowledge.MakesDevice(string(made)) || len(o.Made.Args) != 1 {
		return nil
	}
	text, _ := o.Made.Argument("type", 0)
	spelled, ok := run.Bare(text).(run.Str)
	if !ok {
		return nil
	}
	kind, index, numbered := strings.Cut(string(spelled), ":")
	if name == "type" {
		return run.Str(kind)
	}
	if !numbered {
		return run.None
	}
	n, err := strconv.ParseInt(index, 10, 32)
	if err != nil {
		return nil
	}
	return run.Int(n)
}

// holdsModule reports whether an attribute of which nothing is known is a network to be called, not a method:
// self.model(batch) in a class whose base sets it.
func holdsModule(o *run.Object, name string) bool {
	if o.Kind != run.Instance && o.Kind != run.Unknown || !knowledge.NamesModule(name) {
		return false
	}
	_, ofLibrary := o.Class.(run.Symbol)
	return !ofLibrary && roleOfObject(o) == knowledge.NoRole
}

// madeAs is the class of a library that an object is of, or inherits from, and the call that hands that class's
// constructor what it takes: class Block(nn.Sequential) calls super().__init__(conv, norm). nil where none was seen.
func madeAs(m *run.Machine, o *run.Object) (class run.Symbol, made *run.Call) {
	switch of := o.Class.(type) {
	case run.Symbol:
		return of, o.Made
	case *run.Class:
		for _, base := range of.Line() {
			if path, theirs := base.(run.Symbol); theirs {
				return path, m.HandedOn(o)
			}
		}
	}
	return "", nil
}

// elements is the list or dictionary of modules behind a ModuleList, ModuleDict or Sequential, or behind an object of a
// class that inherits from one.
func elements(m *run.Machine, o *run.Object) run.Value {
	class, made := madeAs(m, o)
	if made == nil || o.Kind != run.Instance {
		return nil
	}
	if held := m.Get(o, run.Elements); held != nil {
		return held
	}
	var held run.Value
	if base, ok := o.CopyOf(); ok {
		if held = elements(m, base); held != nil && m.Running() {
			held = m.Call(run.Symbol("copy.deepcopy"), []run.Argument{{Value: held}}, made)
			m.Begin(o, run.Elements, held)
		}
		return held
	}
	if class != "torch.nn.Sequential" && !m.Running() { // list() and dict() can be called no more
		return nil
	}
	switch class {
	case "torch.nn.ModuleList", "torch.nn.ParameterList":
		if given, _ := made.Argument("modules", 0); given != nil {
			held = m.Call(run.Symbol("list"), []run.Argument{{Value: given}}, made)
		} else {
			held = m.Call(run.Symbol("list"), nil, made)
		}
	case "torch.nn.ModuleDict", "torch.nn.ParameterDict":
		if given, _ := made.Argument("modules", 0); given != nil {
			held = m.Call(run.Symbol("dict"), []run.Argument{{Value: given}}, made)
		} else {
			held = m.Call(run.Symbol("dict"), nil, made)
		}
	case "torch.nn.Sequential":
		layers, exact := layersOf(m, made)
		if !exact {
			return nil
		}
		held = m.List(layers, made)
	default:
		return nil
	}
	m.Begin(o, run.Elements, held)
	return held
}

// InheritedLayers are what an object of a class of the project holds as the list or the Sequential that it inherits
// from, as far as it is seen. It calls nothing, and can be asked behind a program's end.
func InheritedLayers(m *run.Machine, o *run.Object) []run.Value {
	class, made := madeAs(m, o)
	if made == nil || o.Kind != run.Instance {
		return nil
	}
	if held, ok := m.Get(o, run.Elements).(*run.Object); ok {
		return m.Contents(held)
	}
	switch class {
	case "torch.nn.ModuleList":
		given, _ := made.Argument("modules", 0)
		if list, ok := run.Bare(given).(*run.Object); ok {
			return m.Contents(list)
		}
	case "torch.nn.Sequential":
		layers, _ := layersOf(m, made)
		return layers
	}
	return nil
}

// layersOf are the layers that a Sequential is made of; exact is false when there may be others.
func layersOf(m *run.Machine, made *run.Call) (layers []run.Value, exact bool) {
	for _, a := range made.Args {
		if a.Star > 0 || a.Name != "" {
			return nil, false
		}
		layers = append(layers, a.Value)
	}
	if len(layers) == 1 {
		if named, ok := layers[0].(*run.Object); ok && named.Kind == run.Dict { // an OrderedDict of layers
			_, layers, exact = m.Entries(named)
			return layers, exact
		}
	}
	return layers, true
}

// anyItem is one of a collection of optimizers, schedulers or modules: the same object stands for each, so that what
// one loop does to all of them meets what another does.
func anyItem(m *run.Machine, o *run.Object) run.Value {
	if o.Kind != run.Unknown {
		return nil
	}
	switch RoleOf(o) {
	case knowledge.Optimizer, knowledge.Scheduler, knowledge.Scaler:
	default:
		return nil
	}
	if item := m.Get(o, run.AnyItem); item != nil {
		return item
	}
	item := m.Unknown("one of several")
	item.Word, item.Operands, item.Operator, item.Laps, item.Seq = o.Word, []run.Value{o}, run.Iterating, o.Laps, o.Seq
	m.Begin(o, run.AnyItem, item)
	return item
}

// gradMode is whether operations are recorded inside a context manager or decorated function; nil when it does not
// decide that.
func gradMode(m *run.Machine, manager run.Value) run.Value {
	switch v := manager.(type) {
	case run.Symbol:
		if mode, _, set := knowledge.GradMode(string(v)); set {
			return run.Bool(mode)
		}
	case *run.Choice:
		decides := false
		for _, a := range v.Alternatives {
			decides = decides || gradMode(m, a.Value) != nil
		}
		if decides {
			return m.Unknown("chosen by the program")
		}
	case *run.Object:
		if v.Made == nil {
			return nil
		}
		path, ok := v.Made.Callee.(run.Symbol)
		if !ok {
			return nil
		}
		mode, position, set := knowledge.GradMode(string(path))
		if !set {
			return nil
		}
		if position >= 0 {
			if flag, _ := v.Made.Argument("mode", position); flag != nil {
				return truth(m, flag, mode)
			}
		}
		return run.Bool(mode)
	}
	return nil
}

// truth is the mode that a flag turns on: on when it is true.
func truth(m *run.Machine, flag run.Value, on bool) run.Value {
	if b, ok := flag.(run.Bool); ok {
		return run.Bool(bool(b) == on)
	}
	return m.Unknown("decided by the program")
}
