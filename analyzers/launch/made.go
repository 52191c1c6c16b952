package launch

import (
	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

// OfWords are the commands that a program starts by their words, without a shell between: one, or those that it hands
// to a shell with -c. They stand at span in the program's file.
func OfWords(f *source.File, span source.Span, dir string, words []Word) []Command {
	s := &Script{File: f, meter: budget.New()}
	e := newEvaluator(s)
	texts := make([]text, len(words))
	for i, w := range words {
		flags := quoted
		if !w.Known {
			flags |= unknown
		}
		texts[i] = plain(w.Text, flags)
	}
	e.dir = dir
	e.emit(Command{File: f, Span: span, Env: map[string]Word{}, Words: words, Dir: dir}, texts)
	return made(s, span)
}

// OfText are the commands that a program hands to a shell as one text, $NAME for what is not known of it.
func OfText(f *source.File, span source.Span, dir, command string) []Command {
	s := &Script{File: f, meter: budget.New()}
	e := newEvaluator(s)
	e.dir = dir
	e.run(plain(command, 0))
	return made(s, span)
}

// made says of commands that they stand nowhere word for word.
func made(s *Script, span source.Span) []Command {
	for i := range s.Commands {
		c := &s.Commands[i]
		c.Made, c.Span = true, span
		for _, list := range [][]Word{c.Words, c.Wrappers} {
			for k := range list {
				list[k].placed(span)
			}
		}
		for name, w := range c.Env {
			w.placed(span)
			c.Env[name] = w
		}
	}
	return s.Commands
}

// placed puts a word at span unless it has a place of its own.
func (w *Word) placed(span source.Span) {
	if w.cells != nil || w.Span.Len() == 0 {
		w.Span, w.Origin, w.cells = span, span, nil
	}
}
