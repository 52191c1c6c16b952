package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
)

// mutant is one change of the program.
type mutant struct {
	id       int    // the switch that turns it on, from 1
	file     string // relative to the module, with '/'
	line     int
	function string // name, or Type.name
	kind     string // one of the kinds below
	before   string // the code, white space folded
	after    string // what it is changed to
	ordinal  int    // among equals of its function, from 0
	equal    bool   // it changes nothing a test could see
}

// The kinds of change.
const (
	kindNegate  = "negate"  // if a        → if !a
	kindCompare = "compare" // a < b       → a <= b
	kindLogic   = "logic"   // a && b      → a || b
	kindNot     = "not"     // !a          → a
	kindNumber  = "number"  // a < 3       → a < 2
	kindDrop    = "drop"    // if a { f() } → if a { }
	kindCase    = "case"    // case a: f() → case a:
	kindReturn  = "return"  // the function returns zero values at once
)

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d: %s: %s: %s → %s", m.file, m.line, m.function, m.kind, m.before, m.after)
}

func (m *mutant) pkg() string { return path.Dir(m.file) }

// name is what a mutant is, apart from the line that it stands in.
func (m *mutant) name() string {
	return fmt.Sprintf("%s\x00%s\x00%s\x00%s\x00%s\x00%d", m.file, m.function, m.kind, m.before, m.after, m.ordinal)
}

// draw orders the mutants at random, the same way whenever the seed is the same.
func (m *mutant) draw(seed string) string {
	sum := sha256.Sum256([]byte(seed + "\x00" + m.name()))
	return hex.EncodeToString(sum[:])
}

// standsAt reports whether a mutant stands in FILE or FILE:LINE; FILE may lack its folder.
func (m *mutant) standsAt(at string) bool {
	file, line, hasLine := strings.Cut(at, ":")
	return (m.file == file || strings.HasSuffix(m.file, "/"+file)) && (!hasLine || fmt.Sprint(m.line) == line)
}

// folded shortens code to one line.
func folded(code string) string {
	line := strings.Join(strings.Fields(code), " ")
	if runes := []rune(line); len(runes) > 90 {
		return string(runes[:87]) + "..."
	}
	return line
}
