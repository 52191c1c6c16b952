package exact

import (
	"os"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestAsCPython runs programs of a line each: x at the end of one is what CPython says it is, or is not known. What
// nobody knows although CPython does is counted: more of it would be a loss.
func TestAsCPython(t *testing.T) {
	Loud = false
	defer func() { Loud = true }()
	for _, file := range []struct {
		path     string
		raises   bool // what raises gives no value; the other programs leave what their x was before
		notKnown int
	}{
		{"testdata/texts.txt", true, 50},
		{"../run/testdata/expressions.txt", false, 110},
	} {
		text, err := os.ReadFile(file.path)
		if err != nil {
			t.Fatal(err)
		}
		var notKnown []string
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			program, want, _ := strings.Cut(line, "\t")
			raises := strings.HasPrefix(want, "raises ")
			got, known := lastX(t, strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(program))
			switch {
			case !known && !raises:
				notKnown = append(notKnown, line)
			case strings.HasPrefix(want, "{") && strings.Contains(want, ", ") && strings.Contains(want, "'") && !strings.Contains(want, ":"): // nobody knows the order of a set
			case known && raises && file.raises, known && !raises && got != want:
				t.Errorf("%s gives %s, in CPython %s", program, got, want)
			}
		}
		if len(notKnown) > file.notKnown {
			t.Errorf("%s: %d are not known, %d were:\n%s", file.path, len(notKnown), file.notKnown, strings.Join(notKnown, "\n"))
		}
	}
}

// lastX is how x reads behind a program.
func lastX(t *testing.T, program string) (text string, known bool) {
	t.Helper()
	module, err := python.Parse(source.New("a.py", []byte(program+"\n")))
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	m := New(nil, nil)
	defer m.Close()
	x := m.Global(m.Unit(module, "a"), "x")
	if _, unknown := x.(*Unknown); unknown || x == nil {
		return "", false
	}
	err = m.Try(func() { text = m.Repr(x) })
	return text, err == nil
}
