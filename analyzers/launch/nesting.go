package launch

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"github.com/trainlint/trainlint/analyzers/budget"
)

// maxBytes bounds what is read as shell text. What is larger was generated.
const maxBytes = 1 << 20

// maxFrames bounds how deep the shell parser may recurse. It has no bound of its own,
// and a stack that overflows ends the program. A script of people needs a hundred.
const maxFrames = 4000

// Parse reads a whole shell text with its comments. The error is *budget.Exceeded for a
// text that is nested too deep.
func Parse(text []byte, name string) (script *syntax.File, err error) {
	defer budget.Catch(&err)
	return syntax.NewParser(syntax.KeepComments(true), syntax.Variant(syntax.LangBash)).Parse(bounded(text), name)
}

// bounded is a text for the parser to read. It panics with *budget.Exceeded when the
// parser reads on from too deep inside of itself.
func bounded(text []byte) io.Reader {
	if len(text) > maxBytes {
		panic(&budget.Exceeded{Why: fmt.Sprintf("the shell text is longer than %d MB", maxBytes>>20)})
	}
	return &boundedReader{inner: bytes.NewReader(text)}
}

// boundedReader hands the text out in pieces so small that the parser cannot recurse
// far before it asks for the next.
type boundedReader struct {
	inner *bytes.Reader
}

// stacks are places for the frames of a parser: a launcher is read in thousands of pieces, and each would take its own
// 32 KB.
var stacks = sync.Pool{New: func() any { return new([maxFrames]uintptr) }}

func (r *boundedReader) Read(into []byte) (int, error) {
	frames := stacks.Get().(*[maxFrames]uintptr)
	defer stacks.Put(frames)
	if runtime.Callers(0, frames[:]) == len(frames) {
		at := int(r.inner.Size()) - r.inner.Len()
		panic(&budget.Exceeded{Why: "the shell text is nested too deep here", At: at})
	}
	return r.inner.Read(into)
}
