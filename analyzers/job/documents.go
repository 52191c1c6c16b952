package job

import (
	"weak"

	"github.com/trainlint/trainlint/analyzers/config"
)

// documents are the configs that were read, by path, for as long as a job or the file that is looked at uses them. A
// script may open thousands of files of data, each many times its text.
type documents struct {
	read   map[string]weak.Pointer[config.Document]
	none   map[string]bool
	latest []*config.Document // since some were let go of
	size   int                // the length in bytes of their texts
}

// maxDocuments bounds the texts, in bytes, of the configs that are kept for other jobs.
const maxDocuments = 1 << 20

func (d *documents) get(p string) (*config.Document, bool) {
	if d.none[p] {
		return nil, true
	}
	document := d.read[p].Value()
	return document, document != nil
}

func (d *documents) put(p string, document *config.Document) {
	if d.read == nil {
		d.read, d.none = map[string]weak.Pointer[config.Document]{}, map[string]bool{}
	}
	if document == nil {
		d.none[p] = true
		return
	}
	d.read[p] = weak.Make(document)
	d.latest, d.size = append(d.latest, document), d.size+len(document.File.Text)
}

func (d *documents) remove(p string) {
	delete(d.read, p)
	delete(d.none, p)
}

// forget lets go of what was read when there is too much of it.
func (d *documents) forget() {
	if d.size > maxDocuments {
		d.latest, d.size = nil, 0
	}
}
