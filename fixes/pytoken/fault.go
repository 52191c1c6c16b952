package pytoken

import (
	"bytes"
	"slices"
)

// Fault is the first place where the tokens of a text show that it is no Python; nil where they do not,
// though it may be none all the same. CPython names the same places: what is never closed, rather than
// the line after it that then makes no sense.
func Fault(text []byte) *Error {
	tokens, err := Scan(text)
	first, _ := err.(*Error) //nolint:errorlint // the scanner wraps nothing
	for _, fault := range []*Error{unpaired(text), headless(text, tokens), untried(text, tokens)} {
		if fault != nil && (first == nil || fault.Offset < first.Offset) {
			first = fault
		}
	}
	return first
}

// unpaired is the first bracket that closes nothing, the first string without an end or, where there is
// none, the innermost bracket that is open at the end.
func unpaired(text []byte) *Error {
	s := &scanner{text: text, literals: literals{text: text}, blocks: []block{{owner: -1}}, header: -1, loose: true}
	for s.at < len(text) && s.fault == nil {
		at := s.at
		if end := s.newlineAt(at); end >= 0 {
			s.at = end
		} else if s.token(); s.fault != nil && !pairs(text[s.fault.Offset]) {
			s.fault, s.at = nil, max(s.at, s.fault.Offset)+1
		}
	}
	if s.fault == nil {
		s.finish()
	}
	return s.fault
}

// pairs reports whether what starts with a byte closes a bracket, or is a string.
func pairs(c byte) bool { return slices.Contains([]byte(")]}'\""), c) || isNameByte(c) }

var headers = words("if elif else for while def class with try except finally")

// openers are the words that the head of a block begins with.
var openers = words("async match case if elif else for while def class with try except finally")

// headless is the end of the first line that starts a block without a colon.
func headless(text []byte, tokens []Token) *Error {
	head := 0
	for i, t := range tokens {
		if t.Kind != Newline {
			continue
		}
		line := tokens[head:i]
		head = i + 1
		line = slices.DeleteFunc(slices.Clone(line), func(t Token) bool { return t.Kind == Comment })
		if len(line) > 1 && string(text[line[0].Start:line[0].End]) == "async" {
			line = line[1:]
		}
		if len(line) == 0 || line[0].Kind != Name || !headers[string(text[line[0].Start:line[0].End])] {
			continue
		}
		if !slices.ContainsFunc(
			line,
			func(t Token) bool { return t.Depth == 0 && t.End == t.Start+1 && text[t.Start] == ':' },
		) {
			return &Error{line[len(line)-1].End, "expected ':'"}
		}
	}
	return nil
}

// untried is the first line behind the block of a try that is neither an except nor a finally; the try itself where the
// text ends there.
func untried(text []byte, tokens []Token) *Error {
	type open struct{ at, column int }
	var tries []open
	head := true
	for _, t := range tokens {
		if t.Kind == Newline {
			head = true
			continue
		}
		if !head || t.Kind == Comment {
			continue
		}
		head = false
		column, word := columnOf(text, t.Start), string(text[t.Start:t.End])
		if last := len(tries) - 1; last >= 0 && column <= tries[last].column {
			if column < tries[last].column || word != "except" && word != "finally" {
				return &Error{t.Start, "expected 'except' or 'finally' block"}
			}
			tries = tries[:last]
		}
		if word == "try" {
			tries = append(tries, open{t.Start, column})
		}
	}
	if len(tries) > 0 {
		return &Error{tries[len(tries)-1].at, "expected 'except' or 'finally' block"}
	}
	return nil
}

// columnOf is how far what starts at an offset is indented, a tab reaching to the next multiple of eight.
func columnOf(text []byte, at int) int {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	column := 0
	for _, c := range text[start:at] {
		if c == '\t' {
			column += 8 - column%8
		} else {
			column++
		}
	}
	return column
}
