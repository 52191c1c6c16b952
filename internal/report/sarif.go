package report

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/rules"
)

var sarifLevels = map[rules.Severity]string{rules.Error: "error", rules.Warning: "warning", rules.Note: "note"}

// writeSARIF writes SARIF 2.1.0 (OASIS), which GitHub code scanning and many
// editors read.
func writeSARIF(w io.Writer, r *Report) error {
	index := map[string]int{}
	driver := sarifDriver{Name: "trainlint", Version: toolVersion(r.Version), InformationURI: home, Rules: []sarifRule{}}
	for i, rule := range r.Rules {
		index[rule.Name] = i
		driver.Rules = append(driver.Rules, newSARIFRule(rule))
	}
	run := sarifRun{Tool: sarifTool{driver}, ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	names := r.fingerprints()
	for i, d := range r.Diagnostics {
		result := r.sarifResult(d)
		result.Fingerprints = map[string]string{"trainlint/v1": names[i]}
		if at, listed := index[d.Rule.Name]; listed {
			result.RuleIndex = &at
		}
		run.Results = append(run.Results, result)
	}
	encoder := newEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

func newSARIFRule(rule *rules.Rule) sarifRule {
	doc := rule.Doc
	if doc == "" {
		doc = rule.Summary
	}
	return sarifRule{
		ID:               rule.Name,
		Name:             pascalCase(rule.Name),
		ShortDescription: sarifText{Text: sentence(rule.Summary)},
		FullDescription:  sarifText{Text: sentence(whatItFlags(doc, rule.Summary))},
		HelpURI:          helpURL(rule),
		Help:             sarifText{Text: doc, Markdown: doc},
		Configuration:    sarifConfiguration{sarifLevels[rule.Severity]},
		Properties:       sarifProperties{[]string{string(rule.Group)}, "high", problemSeverities[rule.Severity]},
	}
}

// problemSeverities are GitHub's words.
var problemSeverities = map[rules.Severity]string{
	rules.Error:   "error",
	rules.Warning: "warning",
	rules.Note:    "recommendation",
}

// whatItFlags is the first paragraph of a page, in one line.
func whatItFlags(doc, summary string) string {
	_, text, found := strings.Cut(doc, "## What it flags\n")
	if !found {
		return summary
	}
	paragraph, _, _ := strings.Cut(strings.TrimSpace(text), "\n\n")
	return strings.Join(strings.Fields(paragraph), " ")
}

// sentence is a text with a capital and a full stop, as the standard wants descriptions.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if word, _, _ := strings.Cut(text, " "); !strings.ContainsAny(word, "_.=(`") { // code stays as it is
		text = string(unicode.ToUpper(first)) + text[size:]
	}
	text = strings.TrimRight(text, ":")
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

// pascalCase is RetainGraph for retain-graph.
func pascalCase(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "-") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

// toolVersion starts with a digit, as the standard advises, so that versions can be compared.
func toolVersion(version string) string {
	version = strings.TrimPrefix(version, "v")
	if version == "" || version[0] < '0' || version[0] > '9' {
		return "0.0.0-devel"
	}
	return version
}

func (r *Report) sarifResult(d rules.Diagnostic) sarifResult {
	result := sarifResult{
		RuleID:    d.Rule.Name,
		Level:     sarifLevels[d.Severity],
		Message:   sarifText{Text: r.onDisk(d.File, d.Span).prefix + d.Message},
		Locations: []sarifLocation{r.sarifLocation(d.File, d.Span)},
	}
	for i, note := range d.Notes {
		if note.File == "" {
			result.Message.Text += "\nnote: " + note.Message
			continue
		}
		location := r.sarifLocation(note.File, note.Span)
		location.ID, location.Message = i+1, &sarifText{Text: note.Message}
		result.Related = append(result.Related, location)
	}
	for _, fix := range d.Fixes {
		if change := r.sarifFix(fix); change != nil {
			result.Fixes = append(result.Fixes, *change)
		}
	}
	return result
}

func (r *Report) sarifLocation(path string, span source.Span) sarifLocation {
	return sarifLocation{Physical: sarifPhysical{sarifArtifact{fileURL(path)}, r.sarifRegion(path, span)}}
}

func (r *Report) sarifRegion(path string, span source.Span) sarifRegion {
	at := r.onDisk(path, span)
	return sarifRegion{at.startLine, at.startColumn, at.endLine, at.endColumn}
}

// sarifFix is nil for fixes that a program must not apply or cannot apply, as
// for those in notebooks, whose text is not the file's.
func (r *Report) sarifFix(fix fixes.Fix) *sarifFix {
	if fix.Safety == fixes.Shown || len(fix.Edits) == 0 {
		return nil
	}
	out := &sarifFix{Description: sarifText{Text: fix.Title + " (" + fix.Safety.String() + ")"}}
	at := map[string]int{}
	for _, edit := range fix.Edits {
		if file := r.file(edit.File); file == nil || file.Notebook() != nil {
			return nil
		}
		i, known := at[edit.File]
		if !known {
			i = len(out.Changes)
			at[edit.File] = i
			out.Changes = append(out.Changes, sarifChange{Artifact: sarifArtifact{fileURL(edit.File)}})
		}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements, sarifReplacement{
			Deleted: r.sarifRegion(edit.File, edit.Span), Inserted: sarifText{Text: edit.New},
		})
	}
	return out
}
