package dialect

import (
	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Confidence is how sure a reading is.
type Confidence int

// The levels of confidence.
const (
	// None: this is no training configuration that we know.
	None Confidence = iota
	// Guess: read by the usual names of fields, no framework claims the file.
	Guess
	// Likely: keys of one framework, but not the ones that only it has.
	Likely
	// Certain: keys that only this framework has.
	Certain
)

// String is the word used in reports.
func (c Confidence) String() string { return [...]string{"none", "guess", "likely", "certain"}[c] }

// Dialect is what trainlint knows of one framework's configuration.
type Dialect struct {
	Name string
	// Host loads the framework's YAML: it decides what 1e-4 and no mean. JSON and
	// TOML files have hosts of their own.
	Host *config.Host
	// Signatures recognise it; the first that holds counts.
	Signatures []Signature
	// Keys translate. A key that several lines name has several meanings.
	Keys []Key
	// Defaults hold where a key is absent.
	Defaults []Default
	// Closed: the framework raises on keys that it does not know.
	Closed bool
	// flat: the names of sections say nothing, a key is the same at any depth.
	flat bool
	// hyphens: '-' and '_' are the same in keys.
	hyphens bool
	// finish adds what takes more than one key to tell; beside are keys that only it reads.
	finish func(*Reading)
	beside []string
}

// Paths are the keys that mean something, by their dotted paths.
func (d *Dialect) Paths() (list []string) {
	for _, key := range d.Keys {
		list = append(list, key.Path)
	}
	return append(list, d.beside...)
}

// Key says what one key of a dialect means.
type Key struct {
	// Path is dotted; "**.x" is a key x at any depth, "*" any one key.
	Path  string
	Field Field
	// read turns the written value into facts; nil takes the text as it is.
	read meaning
}

// Default is what a framework does when a key is absent.
type Default struct {
	Field Field
	Text  string
	Note  string // since when, or where it is documented
}

// Pair is one key with its value, from a file, a call's keywords, or a command line.
type Pair struct {
	Key   string // dotted path as written
	Value config.Value
	File  *source.File
	// Span covers the value, KeySpan the key; a switch without value has two equal
	// spans. Both lie in File.
	Span, KeySpan source.Span
	// Entry is the place in a configuration tree, for fixes; nil elsewhere.
	Entry *config.Entry

	match string // the key without indexes, as signatures and tables name it
}

// Value is one field of a job with the place where it was written.
type Value struct {
	Field Field
	// Text is the canonical value; "" when not Known.
	Text string
	// Known is false when the key is there but its value is decided elsewhere: ${…},
	// "auto", a template. That is more than an absent key: no default applies.
	Known bool
	// Pair is where it comes from: the dialect's own key, the text, file and spans.
	Pair Pair
	// Default: the framework's default, nobody wrote it; Pair is empty.
	Default    bool
	Confidence Confidence
}

// Reading is a configuration in the words of a job.
type Reading struct {
	Dialect    *Dialect
	Confidence Confidence
	// Document is the file that was read; nil for pairs from elsewhere.
	Document *config.Document
	// Pairs are all keys as the dialect's host loads them.
	Pairs []Pair
	// Values are in the order of the dialect's keys; of two for one field the one
	// that the framework uses comes last.
	Values []Value

	index  map[string][]int // positions in Pairs by match
	last   map[string][]int // by the last part of match, of flat dialects
	unread []unread
}

// Get is the value that the framework uses for a field, written ones only.
func (r *Reading) Get(f Field) (Value, bool) {
	for i := len(r.Values) - 1; i >= 0; i-- {
		if r.Values[i].Field == f {
			return r.Values[i], true
		}
	}
	return Value{}, false
}

// Pair is the last pair whose key, without indexes, is the given path.
func (r *Reading) Pair(path string) (Pair, bool) {
	if at := r.index[path]; len(at) > 0 {
		return r.Pairs[at[len(at)-1]], true
	}
	return Pair{}, false
}

// Said are all pairs of a key without indexes: what the items of a list say, and at any depth where the dialect's
// sections say nothing.
func (r *Reading) Said(key string) (list []Pair) {
	at := r.index[key]
	if r.Dialect.flat {
		at = r.last[key]
	}
	for _, i := range at {
		list = append(list, r.Pairs[i])
	}
	return list
}

// text is the text of a key, "" when absent or unknown.
func (r *Reading) text(path string) string {
	if p, ok := r.Pair(path); ok && p.Value.Known() {
		return p.Value.Text
	}
	return ""
}

// add appends a derived value that stands where pair stands.
func (r *Reading) add(f Field, text string, pair Pair) {
	r.Values = append(r.Values, Value{Field: f, Text: text, Known: true, Pair: pair, Confidence: r.Confidence})
}

// unknown appends a value that is there but decided elsewhere.
func (r *Reading) unknown(f Field, pair Pair) {
	r.Values = append(r.Values, Value{Field: f, Pair: pair, Confidence: r.Confidence})
}
