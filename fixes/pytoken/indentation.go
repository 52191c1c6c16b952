package pytoken

import "bytes"

// Indentation is the first line whose indentation CPython refuses; nil where there is none, and where the text is no
// Python for another reason, before that line. Statements of Python 2 are read.
func Indentation(text []byte) *Error { return indentation(text, nil) }

// IndentationOfCell is Indentation for the cell of a notebook: IPython takes away what the first line is indented by.
func IndentationOfCell(text []byte) *Error {
	first := bytes.TrimLeft(text, " \t\r\n\f")
	start := bytes.LastIndexByte(text[:len(text)-len(first)], '\n') + 1
	return indentation(text, text[start:len(text)-len(first)])
}

func indentation(text, margin []byte) *Error {
	s := &scanner{
		text: text, literals: literals{text: text}, blocks: []block{{owner: -1}}, header: -1, loose: true, margin: margin,
	}
	s.at = len(text) - len(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	older := false
	for s.at < len(text) && s.fault == nil {
		if older = older || s.olderPython(); s.header < 0 {
			s.tokens = s.tokens[:0] // nothing asks for them any more
		}
		s.line()
	}
	if s.fault == nil && len(s.brackets) == 0 {
		s.finish()
	}
	if !s.misplaced || s.fault.Message == mixedTabs && older {
		return nil
	}
	return s.fault
}

// olderPython reports whether the tokens hold a statement that Python 3 has not: to Python 2 a tab is eight blanks.
func (s *scanner) olderPython() bool {
	for i, t := range s.tokens {
		if i == 0 || t.Line == i || !s.isValue(t) && s.word(t) != ">>" {
			continue
		}
		if word := s.word(s.tokens[i-1]); (word == "print" || word == "exec") && s.headsStatement(i-1) {
			return true
		}
	}
	return false
}
