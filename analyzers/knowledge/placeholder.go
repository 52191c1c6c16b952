package knowledge

import "github.com/trainlint/trainlint/analyzers/pattern"

var placeholder = pattern.New(
	`^[ \t]*["\w.-]+[ \t]*[=:][ \t]*(\{[A-Za-z_]\w*\}|<[A-Za-z_][\w -]*>|\$\{?[A-Za-z_]\w*\}?)[ \t]*,?[ \t]*(#.*)?(\r?\n|$)`,
)

// IsPlaceholder reports whether a text begins with a line of a config whose value somebody fills in: size = {SIZE},
// "size": <size>.
func IsPlaceholder(text []byte) bool { return placeholder.Match(text) }

var section = pattern.New(`^\s*\[[A-Za-z][\w .-]*\][ \t]*\r?\n`)

// BeginsWithSection reports whether a text begins with a section as INI files do, which ConfigArgParse reads whatever
// the file is called.
func BeginsWithSection(text []byte) bool { return section.Match(text) }
