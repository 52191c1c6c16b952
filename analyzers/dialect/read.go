package dialect

import (
	"bytes"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// Recognise says which dialect a file is written in; a nil Dialect when it is no
// training configuration that we know.
func Recognise(d *config.Document) (*Dialect, Confidence) {
	pairs, tags := pairsOf(d, config.HostFor(d.Format))
	return recognise(newProbe(d.File.Path, pairs, tags))
}

// RecognisePairs is Recognise for keywords and other pairs without a file.
func RecognisePairs(pairs []Pair) (*Dialect, Confidence) {
	return recognise(newProbe("", withMatch(pairs), nil))
}

func recognise(p *probe) (*Dialect, Confidence) {
	if len(p.pairs) == 0 || foreign(p) {
		return nil, None
	}
	for _, d := range All {
		for i := range d.Signatures {
			s := &d.Signatures[i]
			if s.holds(p) {
				if s.Confidence == None {
					return d, Certain
				}
				return d, s.Confidence
			}
		}
	}
	return nil, None
}

// readingKey is where Read keeps its result in a document.
type readingKey struct{}

// Read recognises a file and translates it, once; nil when no dialect claims it.
// The reading is shared and must not be changed.
func Read(d *config.Document) *Reading {
	return d.Derive(readingKey{}, func() any {
		if dialect, confidence := Recognise(d); dialect != nil {
			return ReadAs(dialect, confidence, d)
		}
		return (*Reading)(nil)
	}).(*Reading)
}

// ReadAs translates a file whose dialect is known, for example because the
// launcher names the program that loads it.
func ReadAs(dialect *Dialect, confidence Confidence, d *config.Document) *Reading {
	pairs, _ := pairsOf(d, dialect.HostOf(d))
	r := read(dialect, confidence, pairs)
	r.Document = d
	return r
}

// FromPairs translates keywords of a call or options of a command line through
// the tables of the named dialect; nil when there is none of that name.
func FromPairs(name string, pairs []Pair) *Reading {
	dialect := Named(name)
	if dialect == nil {
		return nil
	}
	return read(dialect, Certain, withMatch(pairs))
}

// HostOf is the host that loads a file of the dialect.
func (d *Dialect) HostOf(doc *config.Document) *config.Host {
	if doc.Format == config.YAML && d.Host != nil {
		return d.Host
	}
	return config.HostFor(doc.Format)
}

// Named finds a dialect by its name.
func Named(name string) *Dialect {
	for _, d := range All {
		if d.Name == name {
			return d
		}
	}
	return nil
}

func read(d *Dialect, confidence Confidence, pairs []Pair) *Reading {
	if d.hyphens {
		pairs = underscored(pairs)
	}
	r := &Reading{Dialect: d, Confidence: confidence, Pairs: pairs, index: map[string][]int{}}
	last := map[string][]int{}
	for i := range pairs {
		r.index[pairs[i].match] = append(r.index[pairs[i].match], i)
		last[lastKey(pairs[i].match)] = append(last[lastKey(pairs[i].match)], i)
	}
	if d.flat {
		r.last = last
	}
	for _, key := range d.Keys {
		found := r.index[key.Path]
		if name, ok := strings.CutPrefix(key.Path, "**."); ok {
			found = last[name]
		} else if strings.Contains(key.Path, "*") {
			found = r.glob(key.Path, last)
		}
		for _, i := range found {
			r.translate(key, pairs[i])
		}
	}
	if d.finish != nil {
		d.finish(r)
	}
	r.doubtUnread()
	return r
}

// doubtUnread makes the fields unknown that are given in words which the tables do not hold, unless another key says
// them, or the word means another field: a default holds where nobody says anything, and somebody did.
func (r *Reading) doubtUnread() {
	for _, u := range r.unread {
		_, said := r.Get(u.field)
		if !said && !slices.ContainsFunc(r.Values, func(v Value) bool { return v.Pair.Key == u.pair.Key }) {
			r.unknown(u.field, u.pair)
		}
	}
}

// unread is a pair of which nothing was understood.
type unread struct {
	field Field
	pair  Pair
}

// isWord reports whether a value says something, were it understood: empty ones, no and none, and numbers below one
// leave a thing as it is.
func isWord(v config.Value) bool {
	switch v.Kind {
	case config.String:
		word := strings.ToLower(strings.TrimSpace(v.Text))
		value, switched := truth(v)
		return word != "" && word != "none" && word != "null" && (!switched || value)
	case config.Int:
		return v.Int > 0
	case config.SequenceValue:
		return len(items(v)) > 0
	}
	return v.Kind == config.Float && v.Float > 0
}

// glob finds keys by a path with "*" for one level.
func (r *Reading) glob(pattern string, last map[string][]int) []int {
	want := strings.Split(pattern, ".")
	var found []int
	for _, i := range last[want[len(want)-1]] {
		have := strings.Split(r.Pairs[i].match, ".")
		same := len(have) == len(want)
		for k := 0; same && k < len(want); k++ {
			same = want[k] == "*" || want[k] == have[k]
		}
		if same {
			found = append(found, i)
		}
	}
	return found
}

// translate adds what one key says.
func (r *Reading) translate(key Key, pair Pair) {
	v := pair.Value
	if v.Kind == config.Null { // an empty key is unset in every dialect
		return
	}
	if !v.Known() {
		r.unknown(key.Field, pair)
		return
	}
	read := key.read
	if read == nil {
		read = text
	}
	facts := read(v)
	if facts == nil && isWord(v) {
		r.unread = append(r.unread, unread{key.Field, pair})
	}
	for _, fact := range facts {
		field := fact.field
		if field == "" {
			field = key.Field
		}
		if fact.elsewhere {
			r.unknown(field, pair)
		} else {
			r.add(field, fact.text, pair)
		}
	}
}

// maxPairs bounds what is looked at: a mixture with 100,000 data paths has its
// keys among the first few.
const maxPairs = 20_000

// pairsOf lists every key of a file with its value, and the tags in use. A list
// of scalars is one pair; items of other lists appear by their own keys.
func pairsOf(d *config.Document, host *config.Host) ([]Pair, map[string]bool) {
	pairs, tags := writtenPairs(d, host)
	markers(d, pairs, tags)
	if host == config.OmegaConf || host == config.Ruamel {
		interpolate(pairs)
	}
	return pairs, tags
}

// writtenPairs are the pairs before references are filled in.
func writtenPairs(d *config.Document, host *config.Host) ([]Pair, map[string]bool) {
	var pairs []Pair
	tags := map[string]bool{}
	for place := range d.All() {
		if len(pairs) >= maxPairs {
			break
		}
		if place.Value.Tag != "" {
			tags[place.Value.Tag] = true
		}
		if place.Entry == nil {
			continue
		}
		pairs = append(pairs, Pair{
			Key: place.Path, Value: host.Value(place.Value), File: d.File,
			Span: place.Value.Span, KeySpan: place.Entry.KeySpan, Entry: place.Entry, match: matchKey(place.Path),
		})
	}
	return pairs, tags
}

// markers adds what signatures ask for that is no tag: !@package for Hydra's
// first-line comment, !interpolated for ${…} and ???, !json for what is no YAML.
func markers(d *config.Document, pairs []Pair, tags map[string]bool) {
	head := d.File.Text[:min(400, len(d.File.Text))]
	if bytes.HasPrefix(bytes.TrimSpace(head), []byte("#")) && bytes.Contains(head, []byte("@package")) {
		tags["!@package"] = true
	}
	if d.Format != config.YAML {
		tags["!json"] = true
	}
	for i := range pairs {
		if n := pairs[i].Value.Node; n != nil && n.Kind == config.Scalar && (n.Text == "???" || interpolates(n.Text)) {
			tags["!interpolated"] = true
			return
		}
	}
}

// matchKey drops the indexes of a path.
func matchKey(key string) string {
	if strings.IndexByte(key, '[') < 0 {
		return key
	}
	keys := config.SplitPath(key)
	kept := keys[:0]
	for _, k := range keys {
		if k == "" || strings.Trim(k, "0123456789") != "" || !strings.Contains(key, "["+k+"]") {
			kept = append(kept, k)
		}
	}
	return strings.Join(kept, ".")
}

func withMatch(pairs []Pair) []Pair {
	pairs = append([]Pair(nil), pairs...)
	for i := range pairs {
		pairs[i].match = matchKey(pairs[i].Key)
	}
	return pairs
}
