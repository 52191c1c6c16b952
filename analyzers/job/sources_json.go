package job

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/source"
)

// JSON is a text in YAML or TOML as PyYAML or toml read it, in JSON: for a program that opens its config where a model
// is made.
func (s *Sources) JSON(format, text string) []byte {
	of, host := config.YAML, config.PyYAML
	switch format {
	case "toml":
		of, host = config.TOML, config.TOMLHost
	case "json5":
		of, host = config.JSON, config.JSONHost
	}
	d := config.ParseAs(source.New("config."+format, []byte(text)), of)
	if d.Broken() || d.Root() == nil || of == config.JSON && d.HasBareWords() {
		return nil // json5 takes a bare word for a number, such as +1 and Infinity, and hjson for text
	}
	if of == config.YAML && len(d.Root().Entries) == 0 && !strings.ContainsAny(text, "{[") &&
		d.Root().Kind == config.Mapping {
		return []byte("null") // PyYAML gives None for a text without anything
	}
	w := &jsonWriter{host: host}
	if w.value(d.Root(), 0); w.failed {
		return nil
	}
	return w.out.Bytes()
}

// jsonWriter writes a document in JSON. It fails where JSON says less: keys that are no texts, numbers that are not
// finite.
type jsonWriter struct {
	host   *config.Host
	out    bytes.Buffer
	nodes  int
	failed bool
}

// The bounds of a document: aliases may stand for a tree many times.
const (
	maxJSONNodes = 20_000
	maxJSONDepth = 32
)

func (w *jsonWriter) value(n *config.Node, depth int) {
	if w.nodes++; n == nil || depth > maxJSONDepth || w.nodes > maxJSONNodes || w.failed {
		w.failed = true
		return
	}
	switch v := w.host.Value(n); v.Kind {
	case config.Null:
		w.out.WriteString("null")
	case config.Bool:
		w.out.WriteString(strconv.FormatBool(v.Bool))
	case config.Int:
		w.out.WriteString(strconv.FormatInt(v.Int, 10))
	case config.Float:
		w.float(v.Float)
	case config.String:
		w.text(v.Text)
	case config.MappingValue:
		w.mapping(v.Node, depth)
	case config.SequenceValue:
		w.out.WriteByte('[')
		for i, item := range v.Node.Items {
			if i > 0 {
				w.out.WriteByte(',')
			}
			w.value(item, depth+1)
		}
		w.out.WriteByte(']')
	default:
		w.failed = true
	}
}

func (w *jsonWriter) float(f float64) {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		w.failed = true
		return
	}
	text := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0" // a number with a point stays one
	}
	w.out.WriteString(text)
}

func (w *jsonWriter) text(s string) {
	quoted, err := json.Marshal(s)
	if w.failed = w.failed || err != nil; !w.failed {
		w.out.Write(quoted)
	}
}

func (w *jsonWriter) mapping(n *config.Node, depth int) {
	w.out.WriteByte('{')
	index, keys := n.Index(), n.Keys()
	for i, key := range keys {
		e := index[key]
		if e == nil || e.KeyNode != nil && w.host.Value(e.KeyNode).Kind != config.String {
			w.failed = true
			return
		}
		if i > 0 {
			w.out.WriteByte(',')
		}
		w.text(key)
		w.out.WriteByte(':')
		w.value(e.Value, depth+1)
	}
	w.failed = w.failed || len(index) != len(keys) // keys that are merged from elsewhere
	w.out.WriteByte('}')
}
