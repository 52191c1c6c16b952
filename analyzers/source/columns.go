package source

import (
	"sync"
	"unicode/utf8"
)

// columns are counts of characters from the start of the text up to every stride-th
// byte: in a file of one line, each of thousands of findings asks for its column.
type columns struct {
	once  sync.Once
	marks []count
}

// stride is how many bytes are counted anew for each question.
const stride = 1024

// count is a number of characters, and of UTF-16 code units.
type count struct{ characters, units int }

// between counts what stands from start to end.
func (f *File) between(start, end int) count {
	if end-start <= 2*stride {
		return counted(f.Text[start:end])
	}
	from, to := f.countedTo(start), f.countedTo(end)
	return count{to.characters - from.characters, to.units - from.units}
}

// countedTo counts from the start of the text. Bytes that no character starts with are
// part of the one before, so that counts can be added up.
func (f *File) countedTo(offset int) count {
	f.columns.once.Do(func() {
		marks := make([]count, 1, 1+len(f.Text)/stride)
		for at := stride; at <= len(f.Text); at += stride {
			last := marks[len(marks)-1]
			n := counted(f.Text[at-stride : at])
			marks = append(marks, count{last.characters + n.characters, last.units + n.units})
		}
		f.columns.marks = marks
	})
	mark := f.columns.marks[offset/stride]
	n := counted(f.Text[offset/stride*stride : offset])
	return count{mark.characters + n.characters, mark.units + n.units}
}

// counted counts the bytes that start a character. A character beyond the basic plane,
// whose first byte is 0xf0 or more, takes two units.
func counted(text []byte) count {
	var n count
	for _, b := range text {
		if !utf8.RuneStart(b) {
			continue
		}
		n.characters++
		n.units++
		if b >= 0xf0 {
			n.units++
		}
	}
	return n
}
