package config

import (
	"math"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// ValueKind is the type that a loader gives a value.
type ValueKind int

// The types a value can have once it is loaded.
const (
	// Unknown: decided elsewhere (${…}, ???, {{ }}, !ref, a missing alias).
	Unknown ValueKind = iota
	Null
	Bool
	Int
	Float
	String
	Date
	MappingValue
	SequenceValue
)

// Value is what a host makes of a node.
type Value struct {
	Kind  ValueKind
	Bool  bool
	Int   int64   // Int only
	Float float64 // Int and Float
	Text  string  // String: the content; otherwise the text as written
	Node  *Node   // the node that holds the value, aliases followed
}

// IsNumber reports whether the value is an integer or a float.
func (v Value) IsNumber() bool { return v.Kind == Int || v.Kind == Float }

// Known reports whether the file itself decides the value.
func (v Value) Known() bool { return v.Kind != Unknown }

// Host is a way of loading: which bare words become which types. The same bytes
// mean different things to different hosts: 1e-4 is text to PyYAML and a number
// to OmegaConf; no is False to both and text to ruamel.
type Host struct {
	Name string
	// implicit are tried in order on bare scalars; text when none matches.
	implicit []implicitType
	// interpolates: ${…} and ??? are the loader's own syntax. For the other
	// hosts ${…} is text that a shell or a wrapper may have replaced, so the
	// value is unknown all the same, but ??? is three question marks.
	interpolates bool
	// literals: strings go through Python's ast.literal_eval afterwards.
	literals bool
}

type implicitType struct {
	kind    ValueKind
	pattern *pattern.Pattern
	first   string // the bytes it can start with, "" for any
}

var (
	null11 = implicitType{Null, pattern.New(`^(?:~|null|Null|NULL)$`), "~nN"}
	bool11 = implicitType{
		Bool,
		pattern.New(`^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$`),
		"yYnNtTfFoO",
	}
	bool12 = implicitType{Bool, pattern.New(`^(?:true|True|TRUE|false|False|FALSE)$`), "tTfF"}
	int11  = implicitType{
		Int,
		pattern.New(
			`^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$`,
		),
		"-+0123456789",
	}
	int12 = implicitType{
		Int,
		pattern.New(`^(?:[-+]?0b[0-1_]+|[-+]?0o[0-7_]+|[-+]?[0-9_]+|[-+]?0x[0-9a-fA-F_]+)$`),
		"-+0123456789",
	}
	date11 = implicitType{
		Date,
		pattern.New(
			`^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$`,
		),
		"0123456789",
	}

	// PyYAML 6.0.3 resolver.py: a fraction is required, and an exponent needs a sign.
	floatPyYAML = floatType(
		`[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`,
	)
	// omegaconf/_utils.py get_yaml_loader
	floatOmegaConf = floatType(
		`[-+]?[0-9]+(?:_[0-9]+)*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+)|\.[0-9]+(?:_[0-9]+)*(?:[eE][-+][0-9]+)?|[-+]?[0-9]+(?:_[0-9]+)*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`,
	)
	// jsonargparse/_loaders_dumpers.py DefaultLoader
	floatJsonargparse = floatType(
		`[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?(?:[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)|\.[0-9_]+(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`,
	)
	// ruamel.yaml resolver.py, the YAML 1.2 list
	floatRuamel = floatType(
		`[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?(?:[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)|[-+]?\.[0-9_]+(?:[eE][-+][0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`,
	)
	intPlain   = implicitType{Int, pattern.New(`^[-+]?[0-9][0-9_]*$`), "-+0123456789"}
	floatPlain = floatType(`[-+]?[0-9][0-9_]*(?:\.[0-9_]+)?(?:[eE][-+]?[0-9_]+)?|[-+]?(?:inf|nan)|NaN|-?Infinity`)
)

func floatType(text string) implicitType {
	return implicitType{Float, pattern.New("^(?:" + text + ")$"), "-+.0123456789NIin"}
}

// The hosts. Which one loads a file is for its dialect to say.
var (
	// PyYAML is yaml.safe_load: accelerate, TRL, axolotl and most scripts.
	PyYAML = &Host{Name: "PyYAML", implicit: []implicitType{bool11, floatPyYAML, int11, null11, date11}}
	// OmegaConf loads for Hydra, torchtune, LLaMA-Factory, latent-diffusion, llm-foundry.
	OmegaConf = &Host{
		Name:         "OmegaConf",
		implicit:     []implicitType{bool11, floatOmegaConf, int11, null11},
		interpolates: true,
	}
	// Jsonargparse loads for Lightning CLI and litgpt.
	Jsonargparse = &Host{Name: "jsonargparse", implicit: []implicitType{bool11, floatJsonargparse, int11, null11}}
	// Ruamel is YAML 1.2 as ruamel.yaml reads it, for SpeechBrain's hyperpyyaml.
	Ruamel = &Host{
		Name:     "ruamel.yaml",
		implicit: []implicitType{bool12, floatRuamel, int12, null11, date11},
		literals: true,
	}
	// YACS is yaml.safe_load and then ast.literal_eval on every string: detectron2, Swin.
	YACS = &Host{Name: "yacs", implicit: PyYAML.implicit, literals: true}
	// JSONHost is Python's json, and hjson where that is more lenient.
	JSONHost = &Host{Name: "json", implicit: []implicitType{
		{Bool, pattern.New(`^(?:true|false)$`), "tf"}, {Null, pattern.New(`^null$`), "n"},
		{Int, pattern.New(`^-?(?:0|[1-9][0-9]*)$`), "-0123456789"}, floatPlain}}
	// TOMLHost is TOML 1.0.
	TOMLHost = &Host{Name: "toml", implicit: []implicitType{
		{Bool, pattern.New(`^(?:true|false)$`), "tf"},
		{
			Int,
			pattern.New(`^(?:[-+]?(?:0|[1-9](?:_?[0-9])*)|0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+)$`),
			"-+0123456789",
		}, floatPlain,
		{Date, pattern.New(`^(?:\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d.*)?|\d\d:\d\d:\d\d.*)$`), "0123456789"}}}
)

// HostFor is the host that loads a format when nothing else is known.
func HostFor(f Format) *Host {
	switch f {
	case JSON:
		return JSONHost
	case TOML:
		return TOMLHost
	}
	return PyYAML
}

// Value is what the host makes of a node; Unknown for nil.
func (h *Host) Value(n *Node) Value {
	n = n.Resolve()
	if n == nil {
		return Value{}
	}
	v := Value{Node: n, Text: n.Text}
	switch n.Kind {
	case Mapping:
		v.Kind = MappingValue
	case Sequence:
		v.Kind = SequenceValue
	default:
		h.scalar(n, &v)
		return v
	}
	if n.Tag != "" && n.Tag != "!" && !strings.HasPrefix(n.Tag, "!!") {
		v.Kind = Unknown // !new:, !apply: an object, not the mapping
	}
	return v
}

func (h *Host) scalar(n *Node, v *Value) {
	switch {
	case n.Style == Opaque || h.decidedElsewhere(n):
	case n.Tag != "":
		h.tagged(n.Tag, v)
	case n.Style == Empty:
		v.Kind = Null
	case n.Style == Plain:
		h.bare(v)
	default:
		v.Kind = String
	}
	if v.Kind == String && h.literals {
		literal(v)
	}
}

// decidedElsewhere reports whether the text is filled in by someone else.
func (h *Host) decidedElsewhere(n *Node) bool {
	text := n.Text
	switch {
	case strings.Contains(text, "${"):
		return true
	case h.interpolates && text == "???":
		return true
	case n.Style == Plain && strings.Contains(text, "{{"):
		return true
	}
	return false
}

func (h *Host) tagged(tag string, v *Value) {
	switch tag {
	case "!!str":
		v.Kind = String
	case "!": // PyYAML then looks at the text as if it stood there bare
		h.bare(v)
	case "!!null":
		v.Kind = Null
	case "!!float":
		if f, ok := parseFloat(v.Text); ok {
			v.Kind, v.Float = Float, f
		}
	case "!!int":
		v.integer()
	case "!!bool":
		v.Kind, v.Bool = Bool, truth(v.Text)
	}
}

func (h *Host) bare(v *Value) {
	v.Kind = String
	if v.Text == "" {
		v.Kind = Null
		return
	}
	for _, t := range h.implicit {
		if strings.IndexByte(t.first, v.Text[0]) >= 0 && t.pattern.MatchString(v.Text) {
			v.set(t.kind, h)
			return
		}
	}
}

func (v *Value) set(kind ValueKind, h *Host) {
	switch kind {
	case Int:
		if v.integer(); (h == Ruamel || h == CommandLine) && v.Kind == Int { // 010 is ten
			if n, err := strconv.ParseInt(strings.ReplaceAll(v.Text, "_", ""), 10, 64); err == nil {
				v.Int, v.Float = n, float64(n)
			}
		}
	case Float:
		v.Kind = String
		if f, ok := parseFloat(v.Text); ok {
			v.Kind, v.Float = Float, f
		}
	case Bool:
		v.Kind, v.Bool = Bool, truth(v.Text)
	default:
		v.Kind = kind
	}
}

// truth is the value of a YAML 1.1 boolean word.
func truth(word string) bool {
	switch strings.ToLower(word) {
	case "yes", "true", "on":
		return true
	}
	return false
}

// integer reads YAML 1.1 integers: 1_000, 0x10, 010 (octal), 1:20 (base 60).
func (v *Value) integer() {
	text := strings.ReplaceAll(v.Text, "_", "")
	if strings.Contains(text, ":") {
		if f, ok := sexagesimal(text); ok {
			v.Kind, v.Int, v.Float = Int, int64(f), f
		}
		return
	}
	n, err := strconv.ParseInt(text, 0, 64)
	if err == nil {
		v.Kind, v.Int, v.Float = Int, n, float64(n)
		return
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil { // beyond 64 bits
		v.Kind, v.Float, v.Int = Int, f, math.MaxInt64
		if f < 0 {
			v.Int = math.MinInt64
		}
	}
}

func sexagesimal(text string) (float64, bool) {
	sign := 1.0
	if strings.HasPrefix(text, "-") {
		sign = -1
	}
	total := 0.0
	for part := range strings.SplitSeq(strings.TrimLeft(text, "+-"), ":") {
		f, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return 0, false
		}
		total = total*60 + f
	}
	return sign * total, true
}

func parseFloat(text string) (float64, bool) {
	text = strings.ToLower(strings.ReplaceAll(text, "_", ""))
	switch strings.TrimLeft(text, "+-") {
	case ".inf", "inf", "infinity":
		if strings.HasPrefix(text, "-") {
			return math.Inf(-1), true
		}
		return math.Inf(1), true
	case ".nan", "nan":
		return math.NaN(), true
	}
	if strings.Contains(text, ":") {
		return sexagesimal(text)
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil || math.IsInf(f, 0)
}

var pythonNumber = pattern.New(`^[-+]?(?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?$`)

// literal applies ast.literal_eval to text where the result is plain: numbers,
// None, True, False. Tuples and lists stay text; who wants one can read it there.
func literal(v *Value) {
	switch v.Text {
	case "None":
		v.Kind = Null
	case "True", "False":
		v.Kind, v.Bool = Bool, v.Text == "True"
	default:
		if pythonNumber.MatchString(v.Text) {
			if n, err := strconv.ParseInt(v.Text, 10, 64); err == nil {
				v.Kind, v.Int, v.Float = Int, n, float64(n)
			} else if f, ok := parseFloat(v.Text); ok {
				v.Kind, v.Float = Float, f
			}
		}
	}
}
