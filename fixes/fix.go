// Package fixes turns edits into patched text that has been checked, and shows
// it as a diff or writes it back.
package fixes

import "github.com/trainlint/trainlint/analyzers/source"

// Edit replaces the bytes of Span in the file at path File by New.
type Edit struct {
	File string
	Span source.Span
	New  string
}

// Safety says who may apply a fix.
type Safety int

const (
	// Safe fixes leave the program's meaning as it is (or the program could not
	// run at all before) and lose no comment: they may be applied unattended.
	Safe Safety = iota
	// Unsafe fixes change the meaning, which is often the point.
	Unsafe
	// Shown fixes need a person: they are printed, never applied.
	Shown
)

// String is the word used in reports: safe, unsafe or shown.
func (s Safety) String() string {
	switch s {
	case Safe:
		return "safe"
	case Unsafe:
		return "unsafe"
	default:
		return "shown"
	}
}

// Lower returns the less trusting of two levels.
func (s Safety) Lower(t Safety) Safety { return max(s, t) }

// Fix is one way to mend a finding. All edits apply, or none; they may cross files.
type Fix struct {
	Title  string
	Safety Safety
	Edits  []Edit
	// Needs are the versions without which the patched program does not run, or does
	// something else, such as "torch>=2.3". A project that does not promise them makes the fix unsafe.
	Needs string
	// ConfigPaths lists, for edits in configuration files, the values that may
	// change: "file:dotted.path". Any other value that changes rejects the fix.
	ConfigPaths []string
	// Orphans lists imported names that the edits may leave without a use. The
	// session removes those imports in the same pass when nothing uses them any
	// longer, whichever of several fixes took the last use away.
	Orphans []Orphan
}

// Orphan is a name that an import binds in a Python file.
type Orphan struct{ File, Name string }

// Candidate is what one finding offers: of its fixes, the first that may be
// applied unattended is the one that is tried.
type Candidate struct {
	Rule  string // named when a fix turns out to be broken
	Fixes []Fix
}
