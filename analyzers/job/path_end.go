package job

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
)

// endOfPath says that only the end of the path to a model is known.
const endOfPath = "the end of its path"

// modelAtEnd is the last folder of a path that begins with something unknown, where it is called after the model in it:
// ${MODELS}/Llama-3-8B, f"{folder}/Llama-3-8B".
func modelAtEnd(text string) (string, bool) {
	text = strings.TrimRight(text, "/")
	at := strings.LastIndexByte(text, '/')
	if at < 0 || !strings.Contains(text[:at], "$") {
		return "", false
	}
	name := text[at+1:]
	return name, !strings.ContainsAny(name, "$`{}*?()") && knowledge.TellsModel(name)
}

// readModelPath takes the model from an option that is unmistakable, where nobody knows the beginning of the path that
// it is given.
func (j *Job) readModelPath() {
	if _, known := j.Fields[dialect.Model]; known || j.Launch == nil {
		return
	}
	f, ok := j.Launch.Arguments.Flag(knowledge.ModelOptions()...)
	if !ok {
		return
	}
	w, given := f.Value()
	name, told := modelAtEnd(w.Text)
	if !given || w.Known || !told {
		return
	}
	at := Place{File: j.Launch.Command.File, Span: w.Origin, Key: f.Name}
	j.tell(dialect.Model, Value{Text: name, Place: at, Written: w.Text, From: endOfPath, rank: byFlag})
}

// endOfName is what the end of the path tells from which a model is loaded.
func (l Load) endOfName() (string, bool) {
	if l.In == nil || l.Name.Value == nil {
		return "", false
	}
	text, _ := l.In.typed(l.Name.Value, 0)
	return modelAtEnd(text)
}
