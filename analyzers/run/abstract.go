package run

import (
	"slices"
	"strings"
)

// abstract reports whether a class is one that others belong to without inheriting from it: collections.abc.Sequence,
// numbers.Number, typing.Iterable, object.
func abstract(class Symbol) bool {
	s := string(class)
	_, listed := abstractInstances[LastPart(s)]
	return s == "object" || strings.HasPrefix(s, "typing.") ||
		listed && (strings.HasPrefix(s, "collections.") || strings.HasPrefix(s, "numbers.") || handsOnAbstract(s))
}

// handsOnAbstract reports whether a class is Python's by way of a library that is called after where it has it from:
// torch._six.container_abcs.Sequence, six.moves.collections_abc.Mapping.
func handsOnAbstract(class string) bool {
	module := LastPart(strings.TrimSuffix(class, "."+LastPart(class)))
	return strings.HasSuffix(module, "_abc") || strings.HasSuffix(module, "_abcs")
}

// mayBeSeveral reports whether a library's name may stand for several classes, of Python's own, too: six.string_types.
// Classes are not written so.
func mayBeSeveral(name Symbol) bool {
	last := LastPart(string(name))
	return last != string(name) && strings.Contains(strings.Trim(last, "_"), "_") && last == strings.ToLower(last)
}

// abstractInstances are the kinds of values that belong to an abstract class.
var abstractInstances = map[string]string{
	"Iterable": "list dict set tuple str bytes", "Sized": "list dict set tuple str bytes",
	"Container":  "list dict set tuple str bytes",
	"Collection": "list dict set tuple str bytes", "Sequence": "list tuple str bytes",
	"Reversible":      "list dict tuple str bytes",
	"MutableSequence": "list", "Mapping": "dict", "MutableMapping": "dict", "Set": "set", "MutableSet": "set",
	"List": "list", "Dict": "dict", "Tuple": "tuple",
	"Number": "number", "Complex": "number", "Real": "number", "Rational": "int", "Integral": "int",
}

// abstractInstance answers for containers and constants; of other objects nothing is known.
func abstractInstance(v Value, class Symbol) (is, known bool) {
	kinds, listed := abstractInstances[LastPart(string(class))]
	kind := ""
	switch v := v.(type) {
	case *Tuple:
		kind = "tuple"
	case Str:
		kind = "str"
	case Bool, Int, BigInt:
		kind = "int"
		kinds = strings.ReplaceAll(kinds, "number", "int")
	case Float:
		kind = "float"
		kinds = strings.ReplaceAll(kinds, "number", "float")
	case NoneType:
		kind = "None"
	case *Object:
		if _, own := v.Class.(*Class); own {
			return false, false
		}
		kind = map[Kind]string{List: "list", Dict: "dict", Set: "set"}[v.Kind]
	}
	return slices.Contains(strings.Fields(kinds), kind), listed && kind != ""
}
