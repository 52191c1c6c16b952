package dialect

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// Open gives the configuration at a path, spelled like source.File.Path; nil when
// there is none.
type Open func(name string) *config.Document

// Composition is a configuration put together from several files.
type Composition struct {
	// Pairs are what is in force, each with the file that wrote it.
	Pairs []Pair
	// Files took part, in the order in which they were laid over each other.
	Files []string
	// Missing are the parts that could not be found or are chosen elsewhere: fields
	// that they may set are unknown, not absent.
	Missing []string
}

// Compose follows the files that a configuration names as its base: Hydra's
// defaults list, and the _BASE_ of detectron2. A file without either is composed
// of itself.
func Compose(d *config.Document, host *config.Host, open Open) *Composition {
	c := &composer{host: host, open: open, root: path.Dir(d.File.Path), chosen: map[string]string{}, seen: map[string]bool{}}
	for range maxOverrideRounds {
		c.layers, c.missing, c.changed = nil, nil, false
		c.add(d, "", "", 0)
		if !c.changed {
			break
		}
	}
	var parts [][]Pair
	result := &Composition{Missing: c.missing}
	for _, l := range c.layers {
		result.Files = append(result.Files, l.name)
		parts = append(parts, l.pairs)
	}
	result.Pairs = Overlay(parts...)
	if host == config.OmegaConf {
		interpolate(result.Pairs)
	}
	return result
}

// ReadComposed is Read for a configuration with all the files it is made of.
func ReadComposed(d *config.Document, open Open) (*Reading, *Composition) {
	dialect, confidence := Recognise(d)
	if dialect == nil {
		return nil, nil
	}
	c := Compose(d, dialect.HostOf(d), open)
	if dialect == hydra { // what was composed may show whose configuration it is
		if owner, sure := recognise(newProbe(d.File.Path, c.Pairs, nil)); owner != nil && sure == Certain {
			dialect, confidence = owner, sure
		}
	}
	r := read(dialect, confidence, c.Pairs)
	r.Document = d
	return r, c
}

// Overlay merges configurations as OmegaConf.merge and yacs do: mappings join,
// everything else is replaced by the later one.
func Overlay(parts ...[]Pair) []Pair {
	var merged []Pair
	at := map[string]int{}
	for _, part := range parts {
		for _, p := range part {
			p.match = matchKey(p.Key)
			if i, ok := at[p.Key]; ok && !(isMapping(p) && isMapping(merged[i])) {
				merged = dropBelow(merged, at, p.Key)
				merged[i] = p
				continue
			} else if ok {
				continue
			}
			at[p.Key] = len(merged)
			merged = append(merged, p)
		}
	}
	kept := merged[:0]
	for _, p := range merged {
		if p.File != nil || p.Key != "" {
			kept = append(kept, p)
		}
	}
	return kept
}

func isMapping(p Pair) bool {
	return p.Value.Kind == config.MappingValue || p.Value.Node != nil && p.Value.Node.Kind == config.Mapping
}

// dropBelow blanks what stood below a key that is now replaced.
func dropBelow(pairs []Pair, at map[string]int, key string) []Pair {
	old := pairs[at[key]]
	if old.Value.Node == nil || old.Value.Node.Kind == config.Scalar {
		return pairs
	}
	for i := range pairs {
		if strings.HasPrefix(pairs[i].Key, key+".") || strings.HasPrefix(pairs[i].Key, key+"[") {
			delete(at, pairs[i].Key)
			pairs[i] = Pair{}
		}
	}
	return pairs
}

const (
	maxOverrideRounds = 4
	maxComposeDepth   = 12
	maxLayers         = 200
)

type layer struct {
	name  string
	pairs []Pair
}

type composer struct {
	host    *config.Host
	open    Open
	root    string            // the folder that groups are looked up in
	chosen  map[string]string // group → option, as "override" entries say
	changed bool              // an override was found that this round did not know yet
	seen    map[string]bool   // files on the way to here
	layers  []layer
	missing []string
}

// add lays a file and its bases down. group is the folder it came from, pkg the
// place in the result where its keys go.
func (c *composer) add(d *config.Document, group, pkg string, depth int) {
	name := d.File.Path
	if c.seen[name] || depth > maxComposeDepth || len(c.layers) > maxLayers {
		return
	}
	c.seen[name] = true
	defer delete(c.seen, name)
	self := false
	for _, item := range c.defaults(d) {
		if item.self {
			self = true
			c.lay(d, pkg)
			continue
		}
		c.follow(item, group, pkg, depth)
	}
	for _, base := range bases(d) {
		c.base(path.Join(path.Dir(name), base), pkg, depth)
	}
	if !self { // Hydra 1.1: without _self_ a file's own keys come last
		c.lay(d, pkg)
	}
}

func (c *composer) lay(d *config.Document, pkg string) {
	pairs, _ := writtenPairs(d, c.host)
	kept := packagePairs(d, pkg)
	for _, p := range pairs {
		if p.Key == "defaults" || strings.HasPrefix(p.Key, "defaults[") || p.Key == "_BASE_" {
			continue
		}
		if pkg != "" {
			p.Key = pkg + "." + p.Key
		}
		kept = append(kept, p)
	}
	c.layers = append(c.layers, layer{d.File.Path, kept})
}

// packagePairs are the mappings that a package's name opens around a file's keys.
func packagePairs(d *config.Document, pkg string) []Pair {
	var pairs []Pair
	for i := range pkg {
		if pkg[i] == '.' {
			pairs = append(pairs, Pair{Key: pkg[:i], File: d.File, Value: config.Value{Kind: config.MappingValue}})
		}
	}
	if pkg != "" {
		pairs = append(pairs, Pair{Key: pkg, File: d.File, Value: config.Value{Kind: config.MappingValue}})
	}
	return pairs
}

// bases are the files that _BASE_ names.
func bases(d *config.Document) []string {
	n := d.Get("_BASE_")
	if n == nil {
		return nil
	}
	if n.Kind == config.Scalar {
		return []string{n.Text}
	}
	return items(config.Value{Node: n})
}

func (c *composer) base(name, pkg string, depth int) {
	d := c.open(name)
	if d == nil {
		c.missing = append(c.missing, name)
		return
	}
	c.add(d, "", pkg, depth+1)
}
