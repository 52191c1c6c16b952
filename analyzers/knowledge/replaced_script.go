package knowledge

import (
	"regexp"
	"strings"
)

// movesAway are the words of a shell by which a launcher goes to another folder.
var movesAway = regexp.MustCompile(`(?m)(^|[\s;&|({!%])(cd|pushd|popd|chdir)\s`)

// MovesAway reports whether a launcher's text goes to another folder somewhere.
func MovesAway(text string) bool { return movesAway.MatchString(text) }

// brings are commands by which files come to lie where others lay: another revision, a repository, an archive.
var brings = regexp.MustCompile(`\bgit\s+(-C\s+\S+\s+)?(clone|checkout|switch|reset|apply|pull|stash)\b|\b(unzip|patch)\s|\btar\s+-?\w*x`)

// writes are what stands before the name of a file that a command of a shell writes.
const writes = `(>|\s-O|\s-o|\stee|\bcp\b.*|\bmv\b.*|\brsync\b.*|\bln\b.*)\s*\S*`

// ReplacesScript reports whether a launcher's text may put another file in the place of a script before it runs it.
func ReplacesScript(text, script string) bool {
	if brings.MatchString(text) {
		return true
	}
	if !strings.Contains(text, script) {
		return false
	}
	written := regexp.MustCompile(`(?m)` + writes + regexp.QuoteMeta(script) + `\b`)
	return written.MatchString(text)
}

// ends is a line by which a launcher ends, whatever stands below it.
var ends = regexp.MustCompile(`(?m)^exit\b`)

// EndsAbove reports whether a launcher's text ends before what follows it.
func EndsAbove(text string) bool { return ends.MatchString(text) }

// attempted are what stands before a command whose end is asked for.
var attempted = regexp.MustCompile(`(^|[\s;&|({])(if|while|until|elif|!)\s+(\w+=\S*\s+)*$`)

// otherwise is what stands behind a command that has another one for its end.
var otherwise = regexp.MustCompile(`^\s*(\d?>\S*\s*|&>\S*\s*)*\|\|\s*(\w+)`)

// Attempts reports whether a command, between what stands before and behind it on its line, is one whose failure is
// counted with: if python train.py …, python a.py || python b.py.
func Attempts(before, behind string) bool {
	if attempted.MatchString(before) {
		return true
	}
	m := otherwise.FindStringSubmatch(behind)
	return m != nil && m[3-1] != "exit" && m[3-1] != "true" && m[3-1] != "return"
}
