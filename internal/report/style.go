package report

import (
	"unicode"

	"github.com/trainlint/trainlint/rules"
)

// Style says how text for people may look.
type Style struct {
	Color bool // ANSI colours
	Width int  // columns of the terminal that text is wrapped at; 0: not at all
	Full  bool // every finding, also where many say the same
	Quiet bool // no line that sums up
}

const (
	bold      = "1"
	dim       = "2"
	boldRed   = "1;31"
	boldAmber = "1;33"
	boldBlue  = "1;34"
	boldGreen = "1;32"
)

var severityColors = map[rules.Severity]string{rules.Error: boldRed, rules.Warning: boldAmber, rules.Note: boldBlue}

func (s Style) paint(color, text string) string {
	if !s.Color || color == "" || text == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}

// width is how many terminal columns the text takes.
func width(text string) int {
	total := 0
	for _, r := range text {
		switch {
		case r < 0x300: // nothing below is narrow or wide
			total++
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
		case unicode.Is(wide, r):
			total += 2
		default:
			total++
		}
	}
	return total
}

// wide are the characters that terminals draw two columns wide: the blocks that
// Unicode's EastAsianWidth.txt marks W or F, and emoji.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1},
		{Lo: 0x2e80, Hi: 0x303e, Stride: 1},
		{Lo: 0x3041, Hi: 0xa4cf, Stride: 1},
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1},
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1},
		{Lo: 0xfe30, Hi: 0xfe6f, Stride: 1},
		{Lo: 0xff00, Hi: 0xff60, Stride: 1},
		{Lo: 0xffe0, Hi: 0xffe6, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1},
		{Lo: 0x1f680, Hi: 0x1f6ff, Stride: 1},
		{Lo: 0x1f900, Hi: 0x1f9ff, Stride: 1},
		{Lo: 0x20000, Hi: 0x3fffd, Stride: 1},
	},
}
