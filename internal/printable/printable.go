// Package printable is what all text passes before it is printed: file names,
// source lines and values come from whoever wrote them, and must neither steer a
// terminal nor give orders to the machine that a build runs on.
package printable

import (
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"
	"unicode"
)

// Text makes a text one line that a terminal only shows: escape sequences, line
// ends and signs that turn the direction of reading become U+FFFD. Tabs become
// spaces so that columns can be counted.
func Text(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case steers(r):
			return unicode.ReplacementChar
		default:
			return r
		}
	}, text)
}

func steers(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r)
}

// Lines is Text for a text that may have several lines.
func Lines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = Text(line)
	}
	return strings.Join(lines, "\n")
}

// Patch is Lines for a patch that is looked at, not applied: tabs stay.
func Patch(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && r != '\n' && steers(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// Error is what an error says, in one line.
func Error(err error) string { return Text(strings.ReplaceAll(err.Error(), "\n", "; ")) }

// Sprintf formats; whatever the arguments hold is made printable, and no line is a
// command.
func Sprintf(format string, args ...any) string {
	shown := make([]any, len(args))
	for i, arg := range args {
		shown[i] = printed(arg)
	}
	return WithoutCommands(fmt.Sprintf(format, shown...))
}

// Fprintf prints what Sprintf makes, for writers that cannot fail or whose failure
// nobody can be told.
func Fprintf(w io.Writer, format string, args ...any) {
	_, _ = io.WriteString(w, Sprintf(format, args...))
}

func printed(arg any) any {
	switch arg := arg.(type) {
	case error:
		return Error(arg)
	case fmt.Stringer:
		return Text(arg.String())
	}
	if value := reflect.ValueOf(arg); value.Kind() == reflect.String {
		return Text(value.String())
	}
	return arg
}

var (
	// GitHub's runner obeys lines that start with "::", blanks before it aside.
	startsCommand = regexp.MustCompile(`(?m)^([\s\p{Z}]*):(:)`)
	// "##[command]" works anywhere in a line there, "##vso[command]" on Azure
	// Pipelines, "##teamcity[command]" on TeamCity.
	holdsCommand = regexp.MustCompile(`##([A-Za-z]*\[)`)
)

// WithoutCommands breaks up what a build would obey when it is printed.
func WithoutCommands(text string) string {
	return startsCommand.ReplaceAllString(holdsCommand.ReplaceAllString(text, "# #$1"), "$1: $2")
}

// JSONTo passes on what is written to it as JSON does. A sign must not be split
// between two writes; json.Encoder writes each value at once.
func JSONTo(w io.Writer) io.Writer { return jsonWriter{w} }

type jsonWriter struct{ to io.Writer }

func (w jsonWriter) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.to, JSON(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// JSON is the same JSON, with signs that would steer a terminal or a build written
// as escapes. Outside of strings there are none.
func JSON(text string) string {
	text = holdsCommand.ReplaceAllString(text, `#\u0023$1`)
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || r == '\t' || !steers(r):
			out.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	return out.String()
}
