package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/rules"
)

// fingerprints names every finding so that it keeps its name when lines move:
// by its rule, its file, the text of its line without indentation, and its rank
// among findings that agree in all of these. Messages do not take part, as they
// quote line numbers.
func (r *Report) fingerprints() []string {
	names := make([]string, len(r.Diagnostics))
	seen := map[string]int{}
	for i, d := range r.Diagnostics {
		key := strings.Join([]string{d.Rule.Name, d.File, r.lineText(d)}, "\x00")
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, seen[key]))
		seen[key]++
		names[i] = hex.EncodeToString(sum[:16])
	}
	return names
}

func (r *Report) lineText(d rules.Diagnostic) string {
	file := r.file(d.File)
	if file == nil {
		return ""
	}
	return strings.TrimSpace(file.Slice(file.LineSpan(file.LineOf(d.Span.Start))))
}
