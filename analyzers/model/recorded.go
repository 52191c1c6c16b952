package model

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// What libraries' models are made of was recorded from the installed packages (estimator/oracle/library.py): trees of
// torch's own layers and, where torch.fx could trace one, the code of its forward pass.
//
//go:embed prelude/library.json.gz
var recordedText []byte

// recordedCode holds what forward passes do: an entry for each family of models, a frame of Zstandard, in which their
// codes stand one behind the other. A program asks for one or two of them.
//
//go:embed prelude/library.zip
var recordedCode []byte

// record is what is known of one model.
type record struct {
	Root int `json:"root"`
	// Varies are the arguments that stand in the tree as {0}, {1}, each with its default.
	Varies [][2]any `json:"varies"`
	// Forward is the entry that holds the code of forward in training mode, of the model and all that it holds; empty
	// where that is not known.
	Forward string `json:"forward"`
	// Own: what each of its modules does is known by itself, and Forward is empty.
	Own bool `json:"own"`
	// Said are the sizes that people ask the model for, and what timm says of its stages.
	Said map[string]any `json:"said"`
	// Methods are the codes of what people call of the model besides.
	Methods map[string]int `json:"methods"`
}

// records are all models, by the name under which they are built.
type records struct {
	Versions map[string]string `json:"versions"`
	// Nodes are distinct modules: a text is the constructor call of a layer of torch; [class, call, code] a class that
	// inherits from one; [class, children, parameters, buffers, code] any other. A class that inherits from a container of
	// torch has its name behind it: MLP(nn.Sequential).
	Nodes []json.RawMessage `json:"nodes"`
	// Codes are what modules do themselves, in training mode, with what they hold. A node has the number of one, or -1.
	Codes  []string           `json:"codes"`
	Models map[string]*record `json:"models"`
}

var allRecords = sync.OnceValue(func() *records {
	out := &records{}
	unpacked, err := gzip.NewReader(bytes.NewReader(recordedText))
	if err == nil {
		err = json.NewDecoder(unpacked).Decode(out)
	}
	if err != nil {
		panic("the table of libraries' models: " + err.Error())
	}
	return out
})

var recordedForwards = sync.OnceValue(func() *zip.Reader {
	r, err := zip.NewReader(bytes.NewReader(recordedCode), int64(len(recordedCode)))
	if err != nil {
		panic("the forward passes of libraries' models: " + err.Error())
	}
	return r
})

// forwardCodes are those that somebody has asked for.
var forwardCodes sync.Map

// mostUnpacked bounds a family's codes: the largest has 2 MB.
const mostUnpacked = 16 << 20

// forwardCode is the code of a model: which family it is of, and which of the family's codes.
func forwardCode(entry string) (string, error) {
	if code, known := forwardCodes.Load(entry); known {
		return code.(string), nil
	}
	family, number, _ := strings.Cut(entry, "/")
	packed, err := fs.ReadFile(recordedForwards(), family)
	if err != nil {
		return "", err
	}
	unpack, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostUnpacked))
	if err != nil {
		return "", err
	}
	defer unpack.Close()
	texts, err := unpack.DecodeAll(packed, nil)
	if err != nil {
		return "", err
	}
	codes := strings.Split(string(texts), "\x00")
	at, err := strconv.Atoi(number)
	if err != nil || at < 0 || at >= len(codes) {
		return "", fmt.Errorf("no code %s", entry)
	}
	code := strings.Clone(codes[at])
	forwardCodes.Store(entry, code)
	return code, nil
}

// recorded is a function of a library whose models were recorded; nil for any other name.
func (l *library) recorded(dotted string) exact.Value {
	last := dotted[strings.LastIndexByte(dotted, '.')+1:]
	switch {
	case dotted == "timm.create_model" || dotted == "timm.models.create_model" ||
		dotted == "timm.models.factory.create_model":
		return exact.NewFunction(last, func(m *exact.Machine, a exact.Args) exact.Value {
			name, ok := a.Get(0, "model_name").(string)
			if !ok {
				return nameless(m, dotted, a.Get(0, "model_name"))
			}
			rest := without(a.Rest(1), "model_name")
			if on, _ := a.Named("features_only").(bool); on {
				return l.recallFeatures(m, name, without(rest, "features_only"))
			}
			if a.Named("features_only") == exact.Value(false) {
				rest = without(rest, "features_only")
			}
			return l.recallTimm(m, name, rest)
		})
	case dotted == "torchvision.models.get_model":
		return exact.NewFunction(last, func(m *exact.Machine, a exact.Args) exact.Value {
			name, ok := a.Get(0, "name").(string)
			if !ok {
				return nameless(m, dotted, a.Get(0, "name"))
			}
			name = strings.ToLower(name)
			for _, home := range []string{"torchvision.models.", "torchvision.models.segmentation."} {
				if allRecords().Models[home+name] != nil {
					return l.recall(m, home+name, without(a.Rest(1), "name"))
				}
			}
			m.Stop("%s of %s is not known", name, dotted)
			return nil
		})
	case strings.HasPrefix(dotted, "timm.models."):
		if allRecords().Models["timm."+last] != nil {
			return l.recaller("timm." + last)
		}
	case strings.HasPrefix(dotted, "segmentation_models_pytorch."):
		if allRecords().Models[dotted+":resnet34"] == nil && allRecords().Models[dotted+":resnet50"] == nil {
			return nil
		}
		return exact.NewFunction(last, func(m *exact.Machine, a exact.Args) exact.Value {
			name, ok := a.Or(0, "encoder_name", "resnet34").(string)
			if !ok {
				return nameless(m, dotted, a.Get(0, "encoder_name"))
			}
			return l.recall(m, dotted+":"+name, without(a.Rest(1), "encoder_name"))
		})
	case !strings.HasPrefix(dotted, "torchvision.models."):
	case allRecords().Models[dotted] != nil:
		return l.recaller(dotted)
	case allRecords().Models["torchvision.models."+last] != nil:
		return l.recaller("torchvision.models." + last) // torchvision.models.resnet.resnet18
	}
	return nil
}

func (l *library) recaller(name string) exact.Value {
	return exact.NewFunction(name, func(m *exact.Machine, a exact.Args) exact.Value { return l.recall(m, name, a) })
}

// recallTimm builds one of timm's models, which of its weights its name may say: vit_base_patch16_224.augreg_in21k,
// and until 0.9 vit_base_patch16_224_in21k. They change nothing but how many classes it tells apart where nobody says
// that.
func (l *library) recallTimm(m *exact.Machine, name string, a exact.Args) exact.Value {
	architecture, usual := knowledge.TimmArchitecture(name)
	if allRecords().Models["timm."+name] == nil && architecture != name {
		if !usual && a.Named("num_classes") == nil {
			m.Stop("how many classes %s tells apart is not known", name)
		}
		name = architecture
	}
	return l.recall(m, "timm."+name, a)
}

// nameless is a model whose name is not known.
func nameless(m *exact.Machine, dotted string, name exact.Value) exact.Value {
	if u, ok := name.(*exact.Unknown); ok {
		m.StopFor(u, "which model "+dotted+" makes")
	}
	m.Stop("which model %s makes is not known", dotted)
	return nil
}

func without(a exact.Args, name string) exact.Args {
	out := exact.Args{Pos: a.Pos}
	for _, k := range a.Kw {
		if k.Name != name {
			out.Kw = append(out.Kw, k)
		}
	}
	return out
}

// weightless are arguments that say where weights come from, or how that is shown: they change no size. Where they are
// given, some of torchvision's models are made otherwise, which choosy says.
var weightless = map[string]bool{
	"pretrained":          true,
	"weights":             true,
	"progress":            true,
	"weights_backbone":    true,
	"pretrained_backbone": true,
	"encoder_weights":     true,
	"exportable":          true,
	"scriptable":          true,
	"no_jit":              true,
	"checkpoint_path":     true,
	"cache_dir":           true,
}

// dropping are arguments that put dropout into a forward pass, and change nothing else.
var dropping = map[string]bool{
	"drop_rate":      true,
	"drop_path_rate": true,
	"attn_drop_rate": true,
	"proj_drop_rate": true,
	"drop":           true,
	"activation":     true,
}

// standards are what arguments are that say nothing new: models were recorded so.
var standards = map[string]int64{"in_channels": 3, "in_chans": 3, "encoder_depth": 5}

// choosy reports whether a model with weights is made of other parts than one without.
func choosy(name string) bool {
	return strings.HasPrefix(name, "torchvision.models.segmentation.") || name == "torchvision.models.googlenet"
}

// recall builds a model as its library does.
func (l *library) recall(m *exact.Machine, name string, a exact.Args) exact.Value {
	values, forward, paths := recalledWith(m, name, a)
	rec := allRecords().Models[name]
	if n, ok := values["num_classes"].(int64); ok && n == 0 && strings.HasPrefix(name, "timm.") {
		rec = allRecords().Models[name+":0"]
		delete(values, "num_classes")
	}
	if rec == nil {
		m.Stop("what %s is made of is not known", name)
	}
	r := &recalling{l: l, m: m, name: name, numbers: rec.numbers(m, name, values), shut: !forward}
	root := r.module(rec.Root)
	mod := moduleOf(root)
	if paths && !r.dropsPaths(mod) {
		m.Stop("what %s makes of drop_path_rate is not known", name)
	}
	if mod == nil || mod.layer != nil {
		return root
	}
	r.says(mod.object, rec)
	if strings.HasPrefix(name, "timm.") && !strings.HasSuffix(name, ":features") {
		r.timmExtras(mod.object, rec)
	}
	if forward && (rec.Forward != "" || rec.Own) {
		r.runs(mod, rec)
	}
	return root
}

// says gives a model what people ask it for beside its parts.
func (r *recalling) says(o *exact.Instance, rec *record) {
	for _, attribute := range slices.Sorted(maps.Keys(rec.Said)) {
		o.Attrs.Set(attribute, valueOf(rec.Said[attribute]))
	}
	o.Class = o.Class.Heir()
	for _, method := range slices.Sorted(maps.Keys(rec.Methods)) {
		r.does(o.Class, method, rec.Methods[method])
	}
}

// valueOf is a program's value of what JSON holds: whole numbers, texts, lists and dictionaries of them.
func valueOf(v any) exact.Value {
	switch v := v.(type) {
	case float64:
		if v == math.Trunc(v) {
			return int64(v)
		}
		return v
	case string:
		return v
	case []any:
		list := &exact.List{}
		for _, item := range v {
			list.Items = append(list.Items, valueOf(item))
		}
		return list
	case map[string]any:
		dict := &exact.Dict{}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			dict.Set(key, valueOf(v[key]))
		}
		return dict
	}
	return exact.None
}

// code is the function that a text defines.
func (l *library) code(m *exact.Machine, name, text string) exact.Value {
	return m.Global(l.text(m, name, recordedHead+text+"\n"), "forward")
}

// text is a text of ours as a module of the program.
func (l *library) text(m *exact.Machine, name, text string) *exact.Unit {
	key := "recorded " + name
	if l.units[key] == nil {
		module, err := python.Parse(source.New("<"+name+">", []byte(text)))
		if err != nil {
			m.Stop("what %s is made of cannot be read", name)
		}
		l.units[key] = m.Unit(module, name)
	}
	return l.units[key]
}

// recordedHead is what the code of torch.fx takes for granted.
const recordedHead = `import torch
from torch import device, inf, nan
import math


def torchvision_ops_stochastic_depth_stochastic_depth(input, p, mode, training=True):
    if not training or p == 0.0:
        return input
    noise = torch.empty([input.shape[0]] + [1] * (input.ndim - 1)).bernoulli_(1.0 - p)
    noise.div_(1.0 - p)
    return input * noise


`

// recallCost is what reading a layer out of the table is worth in steps, beside making it.
const recallCost = 2 * layerCost

// recalling builds one model.
type recalling struct {
	l       *library
	m       *exact.Machine
	name    string
	numbers []string
	shut    bool // what forward passes do with its arguments is not known
}

// module is a module of the tree.
func (r *recalling) module(at int) exact.Value {
	raw := allRecords().Nodes[at]
	if raw[0] == '"' {
		var call string
		if json.Unmarshal(raw, &call) != nil {
			r.unfit()
		}
		return r.layer(call)
	}
	var parts []json.RawMessage
	var class, call string
	if json.Unmarshal(raw, &parts) != nil || json.Unmarshal(parts[0], &class) != nil {
		r.unfit()
	}
	if len(parts) == 3 {
		if json.Unmarshal(parts[1], &call) != nil {
			r.unfit()
		}
		v := r.layer(call)
		of := moduleOf(v).object
		of.Class = of.Class.Heir()
		of.Class.Name = class
		r.closed(of.Class)
		r.acts(of.Class, parts[2])
		return v
	}
	return r.inner(class, parts)
}

func (r *recalling) unfit() { r.m.Stop("what %s is made of cannot be read", r.name) }

// with is a text with the arguments put in.
func (r *recalling) with(call string) string {
	for i, n := range r.numbers {
		call = strings.ReplaceAll(call, fmt.Sprintf("{%d}", i), n)
	}
	return call
}

// layer is a layer of torch, made by the call of its constructor.
func (r *recalling) layer(call string) exact.Value {
	call = r.with(call)
	r.m.Spend(recallCost)
	v, err := r.m.Evaluate(r.l.text(r.m, "torch.nn", "from torch import nn\n"), "nn."+call)
	var stop *exact.Stop
	if errors.As(err, &stop) {
		r.m.Stop("%s", stop.Reason)
	}
	if err != nil || moduleOf(v) == nil {
		r.m.Stop("what %s is made of is not known: %s", r.name, call)
	}
	return v
}

// inner is a module of the library's own.
func (r *recalling) inner(class string, parts []json.RawMessage) exact.Value {
	var children [][2]json.RawMessage
	if json.Unmarshal(parts[1], &children) != nil {
		r.unfit()
	}
	var c *exact.Class
	if name, ok := strings.CutPrefix(class, "nn."); ok {
		c, _ = r.l.Lookup(r.m, "torch.nn."+name).(*exact.Class)
	} else if class, container, ok := strings.Cut(class, "("); ok {
		base, _ := r.l.Lookup(r.m, "torch."+strings.TrimSuffix(container, ")")).(*exact.Class)
		c = exact.NewClass(class, base)
		r.withoutRest(c)
		r.acts(c, parts[4])
	} else {
		c = exact.NewClass(class, r.l.base)
		r.closed(c)
		r.acts(c, parts[4])
	}
	mod := newModule()
	mod.object = &exact.Instance{Class: c, Native: mod}
	for i, held := range []*exact.Dict{mod.parameters, mod.buffers} {
		var list [][4]any
		if json.Unmarshal(parts[2+i], &list) != nil {
			r.unfit()
		}
		for _, t := range list {
			held.Set(t[0], r.tensor(t, i == 0))
		}
	}
	for _, pair := range children {
		var name string
		var at int
		if json.Unmarshal(pair[0], &name) != nil || json.Unmarshal(pair[1], &at) != nil {
			r.unfit()
		}
		mod.modules.Set(name, r.module(at))
	}
	return mod.object
}

// tensor is a parameter or a buffer that a module holds itself.
func (r *recalling) tensor(of [4]any, isParameter bool) *tensor.Tensor {
	dtype, _ := of[2].(string)
	d, ok := tensor.DTypeNamed(dtype)
	sizes, isList := of[1].([]any)
	if !ok || !isList {
		r.unfit()
	}
	shape := make([]int64, len(sizes))
	for i, n := range sizes {
		f, _ := n.(float64)
		shape[i] = int64(f)
	}
	if !isParameter {
		return markBuffer(tensor.NewTensor(d, shape...))
	}
	p := tensor.NewParameter(d, shape...)
	p.RequiresGrad, _ = of[3].(bool)
	return p
}

// asksForSizes are classes of timm that torch.fx does not look into (library.py, Whole): the code of a model calls
// them.
var asksForSizes = map[string]bool{"Conv2dSame": true, "ConvMlp": true}

// closed ends the answer where a program asks a module of a library for more than what it is made of.
func (r *recalling) closed(c *exact.Class) {
	name := r.name
	c.Method("forward", func(m *exact.Machine, a exact.Args) exact.Value {
		if asksForSizes[c.Name] && strings.HasPrefix(name, "timm.") {
			if own, ok := r.l.prelude(m, "timm.layers."+c.Name).(*exact.Class); ok {
				return m.Call(m.Attribute(own, "forward"), a)
			}
		}
		m.Stop("the forward pass of %s in %s is not known", c.Name, name)
		return nil
	})
	r.withoutRest(c)
}

// withoutRest ends the answer where a program asks a module of a library for an attribute that nobody recorded.
func (r *recalling) withoutRest(c *exact.Class) {
	name := r.name
	c.Method("__getattr__", func(m *exact.Machine, a exact.Args) exact.Value {
		m.Stop("%s of %s in %s is not known", m.Text(a.Pos[1]), c.Name, name)
		return nil
	})
}
