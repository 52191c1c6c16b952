package fixes

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// Judge knows the language of one file as it stands before a pass. The session
// makes one judge a file and pass, so a judge may keep what it parsed.
type Judge interface {
	// Refuse says why edits of this file are left to a person: the file has a
	// syntax error, an edit lies inside an f-string, … nil when they may be tried.
	Refuse(edits []Edit) error
	// Check says what a patch broke, nil when nothing. An error is a defect of the
	// rule that made the fix.
	Check(p Patch) error
	// Orphans is the edits of after that remove the imports of the given names, as
	// far as the judge's file used them and after does not.
	Orphans(after *source.File, names []string) []Edit
}

// Patch is one file before and after a set of fixes.
type Patch struct {
	Before, After *source.File
	Edits         []Edit // of this file, by position, none overlapping
	Fixes         []Fix  // whole, edits of other files included
}

// IsDirective reports whether a comment speaks to trainlint: the rule that finds it
// unused may take it out in a safe fix.
func IsDirective(comment string) bool { return strings.Contains(comment, "trainlint:") }

// generatedHead is how far into a file the words that mark it as generated count.
const generatedHead = 2048

// refuse is Judge.Refuse for what holds in every language.
func refuse(f *source.File) error {
	if ok, _ := f.ValidUTF8(); !ok {
		return errors.New("the file is not UTF-8")
	}
	if Generated(f) {
		return errors.New("the file says that it is generated")
	}
	return nil
}

// Generated reports whether a comment at the head of the file says that a program
// wrote it.
func Generated(f *source.File) bool {
	head := f.Text[:min(len(f.Text), generatedHead)]
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")))
		comment := slices.ContainsFunc(
			[]string{"#", "//", "\"\"\"", "'''", "<!--", "/*", "@generated"},
			func(mark string) bool {
				return bytes.HasPrefix(line, []byte(mark))
			},
		)
		if comment && (bytes.Contains(line, []byte("@generated")) || bytes.Contains(line, []byte("DO NOT EDIT"))) {
			return true
		}
	}
	return false
}
