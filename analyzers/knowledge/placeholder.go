package knowledge

import "regexp"

var placeholder = regexp.MustCompile(`^[ \t]*["\w.-]+[ \t]*[=:][ \t]*(\{[A-Za-z_]\w*\}|<[A-Za-z_][\w -]*>|\$\{?[A-Za-z_]\w*\}?)[ \t]*,?[ \t]*(#.*)?(\r?\n|$)`)

// IsPlaceholder reports whether a text begins with a line of a config whose value somebody fills in: size = {SIZE}, "size": <size>.
func IsPlaceholder(text []byte) bool { return placeholder.Match(text) }
