package lint

import "sync"

// mentions knows in which files of a project a word stands: what one file keeps on an
// object, another may use. It is read when a rule first asks.
type mentions struct {
	once sync.Once
	// by maps a word, and .word where it is an attribute or a text, to the one file
	// that holds it; "" when several do.
	by map[string]string
}

// mentionedElsewhere tells a rule whether a Python file of the same project, other
// than the one at path, holds a word.
func (p *project) mentionedElsewhere(path string) func(word string) bool {
	r := p.rootOf(p.full(path))
	if r == nil {
		return nil
	}
	return func(word string) bool {
		r.mentions.once.Do(func() { p.readMentions(r) })
		in, known := r.mentions.by[word]
		return known && in != path
	}
}

func (p *project) readMentions(r *root) {
	r.mentions.by = map[string]string{}
	for _, file := range p.filesOf(r) {
		if !file.Kind.IsPython() {
			continue
		}
		if text, err := p.sources.read(file); err == nil {
			r.mentions.add(p.reported(file.Full), text.Text)
		}
	}
}

// add notes the words of one file.
func (m *mentions) add(path string, text []byte) {
	for at := 0; at < len(text); {
		if !wordByte(text[at]) {
			at++
			continue
		}
		start := at
		for at < len(text) && wordByte(text[at]) {
			at++
		}
		m.note(string(text[start:at]), path)
		if start > 0 && (text[start-1] == '.' || text[start-1] == '"' || text[start-1] == '\'') {
			m.note("."+string(text[start:at]), path)
		}
	}
}

func (m *mentions) note(word, path string) {
	if in, known := m.by[word]; !known {
		m.by[word] = path
	} else if in != path {
		m.by[word] = ""
	}
}

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}
