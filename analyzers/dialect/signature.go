package dialect

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// Signature recognises a dialect by keys that only it has. Each term names a key
// and may narrow it:
//
//	a.b            the key a.b
//	**.b           a key b at any depth
//	a|b            either
//	a=glob         a key a whose text matches the glob
//	a:map a:list   a key a that holds a mapping or a list
//	a:text a:number a:scalar
//	!tag           a value tagged !tag… anywhere
type Signature struct {
	All   []string // every term
	Any   []string // at least Least of them
	Least int      // 1 when Any is given and Least is not
	Never []string // none of them
	// Files narrows to paths that match one of these globs; nil: any.
	Files []string
	// Confidence is Certain unless said otherwise.
	Confidence Confidence
}

// holds reports whether a file shows the signature.
func (s *Signature) holds(p *probe) bool {
	for _, term := range s.All {
		if !p.has(term) {
			return false
		}
	}
	for _, term := range s.Never {
		if p.has(term) {
			return false
		}
	}
	if len(s.Any) > 0 && p.count(s.Any) < max(1, s.Least) {
		return false
	}
	return len(s.Files) == 0 || p.named(s.Files)
}

// probe answers which keys a file has.
type probe struct {
	path  string
	pairs []Pair
	byKey map[string][]int // positions by whole path without indexes
	last  map[string][]int // positions by last key
	tags  map[string]bool
}

func newProbe(name string, pairs []Pair, tags map[string]bool) *probe {
	p := &probe{
		path:  name,
		pairs: pairs,
		byKey: make(map[string][]int, len(pairs)),
		last:  make(map[string][]int, len(pairs)),
		tags:  tags,
	}
	for i := range pairs {
		key := pairs[i].match
		p.byKey[key] = append(p.byKey[key], i)
		last := lastKey(key)
		p.last[last] = append(p.last[last], i)
	}
	return p
}

func lastKey(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }

func (p *probe) count(terms []string) int {
	n := 0
	for _, term := range terms {
		if p.has(term) {
			n++
		}
	}
	return n
}

func (p *probe) has(term string) bool {
	for option := range strings.SplitSeq(term, "|") {
		if p.hasOne(option) {
			return true
		}
	}
	return false
}

func (p *probe) hasOne(term string) bool {
	if strings.HasPrefix(term, "!") {
		for tag := range p.tags {
			if strings.HasPrefix(tag, term) {
				return true
			}
		}
		return false
	}
	key, glob, valued := strings.Cut(term, "=")
	shape := ""
	if !valued {
		key, shape, _ = strings.Cut(term, ":")
	}
	for _, i := range p.find(key) {
		v := p.pairs[i].Value
		if valued && matches(glob, v.Text) || !valued && hasShape(v, shape) {
			return true
		}
	}
	return false
}

func (p *probe) find(key string) []int {
	if last, ok := strings.CutPrefix(key, "**."); ok {
		return p.last[last]
	}
	return p.byKey[key]
}

func matches(glob, text string) bool {
	if prefix, ok := strings.CutSuffix(glob, "**"); ok {
		return strings.HasPrefix(text, prefix)
	}
	ok, _ := path.Match(glob, text)
	return ok
}

func hasShape(v config.Value, shape string) bool {
	switch shape {
	case "map":
		return v.Kind == config.MappingValue || v.Node != nil && v.Node.Kind == config.Mapping
	case "list":
		return v.Kind == config.SequenceValue
	case "scalar":
		return v.Node == nil || v.Node.Kind == config.Scalar
	case "text":
		return v.Kind == config.String
	case "number":
		return v.IsNumber()
	}
	return true
}

func (p *probe) named(globs []string) bool {
	for _, glob := range globs {
		if part, ok := strings.CutSuffix(glob, "/"); ok {
			if strings.Contains("/"+p.path, "/"+part+"/") {
				return true
			}
		} else if ok, _ := path.Match(glob, path.Base(p.path)); ok {
			return true
		}
	}
	return false
}
