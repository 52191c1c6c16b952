package job

import (
	"path"
	"slices"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// nodeFile is a file that a script merges into the nodes of its config, or one that another is based on.
type nodeFile struct {
	seq      int              // when it is merged
	document *config.Document // nil where it is not known or not there
	perhaps  bool             // only some runs merge it
	bases    []nodeFile       // what it is laid over, the nearest first
}

// maxLaid bounds how many files stand behind one.
const maxLaid = 8

// nodeFiles are the files that a script merges before it trains, cfg.merge_from_file(args.config_file), in order; way
// are the conditions under which it trains. Another config that is merged counts as one that is not known.
func (j *Job) nodeFiles(p *Program, begins int, way []run.Literal) (list []nodeFile) {
	for _, c := range p.run.ran().Trace.Calls {
		method, ok := run.Bare(c.Callee).(*run.Member)
		if !ok || !knowledge.MergesFile(method.Name) || begins > 0 && c.Seq > begins {
			continue
		}
		f := nodeFile{seq: c.Seq, perhaps: offTheWay(c.Gates, way) || guessed(c.Caller)}
		if v, _ := c.Argument("cfg_filename", 0); v != nil {
			if name, _ := p.run.found(v).Str(); name != "" {
				f.document = p.run.w.opened(name, j.Launch, p.run.entry.File().Path)
			}
		}
		if f.document != nil {
			f.bases = j.basesOf(p.run.w, f.document)
		}
		list = append(list, f)
	}
	return list
}

// offTheWay reports whether something happens under other conditions than what comes after it: after `if not found:
// return` both only happen where it was found.
func offTheWay(gates, way []run.Literal) bool {
	return slices.ContainsFunc(gates, func(l run.Literal) bool { return !slices.Contains(way, l) })
}

// basesOf are the files that a config names as its base, and theirs.
func (j *Job) basesOf(w *Workspace, d *config.Document) (list []nodeFile) {
	for len(list) < maxLaid {
		e := d.Root().Get(knowledge.NodeBase)
		if e == nil || e.Kind != config.Scalar {
			return list
		}
		base := w.ConfigAt(path.Join(path.Dir(d.File.Path), e.Text), d.File.Path)
		list = append(list, nodeFile{document: base})
		if base == nil || base == d {
			return list
		}
		d = base
	}
	return list
}

// says reports whether a file, or what it is based on, has a key, by its dotted path.
func (f nodeFile) says(key string) bool {
	if f.document == nil {
		return false
	}
	for _, one := range append([]nodeFile{f}, f.bases...) {
		if one.document != nil && one.document.Root().Get(key) != nil {
			return true
		}
	}
	return false
}

// whole reports whether all that a file lays over the nodes is known.
func (f nodeFile) whole() bool {
	return f.document != nil && !f.perhaps &&
		!slices.ContainsFunc(f.bases, func(b nodeFile) bool { return b.document == nil })
}

// readNodeFiles takes what the merged files say: of two the later one counts, and one before its base. One that nobody
// read may say again what an earlier one says.
func (j *Job) readNodeFiles(list []nodeFile) {
	d := dialect.Named("detectron2")
	said := map[dialect.Field]bool{}
	for _, f := range list {
		layers := append([]nodeFile{f}, f.bases...)
		for _, one := range slices.Backward(layers) {
			if one.document != nil && !f.perhaps {
				j.readNodeFile(d, one.document, said)
				continue
			}
			for field := range said {
				j.doubt(field, byConfig)
			}
		}
	}
}

func (j *Job) readNodeFile(d *dialect.Dialect, doc *config.Document, said map[dialect.Field]bool) {
	j.addFile(doc.File.Path)
	r := dialect.ReadAs(d, dialect.Certain, doc)
	if r == nil {
		return
	}
	if j.Config == nil {
		j.Config = r
	}
	for _, v := range r.Values {
		said[v.Field] = true
		j.claims = append(j.claims, claim{v.Field, fromDialect(v, byConfig, doc.File.Path)})
	}
}
