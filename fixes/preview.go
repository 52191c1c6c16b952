package fixes

import (
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/trainlint/trainlint/analyzers/source"
)

// PreviewLine is one line of a fix as a person reads it.
type PreviewLine struct {
	Sign byte // '-' for a line that goes, '+' for one that comes
	Line int  // from 1: in the old text for '-', in the new one for '+'
	// Parts is the line's text without its newline; Changed marks the parts that
	// the lines before and after the fix do not share.
	Parts []PreviewPart
}

// PreviewPart is a piece of a line.
type PreviewPart struct {
	Text    string
	Changed bool
}

// Preview shows what a fix does to one file, line by line. It is empty when the
// fix does not touch the file, or cannot be made.
func Preview(f *source.File, fix Fix) []PreviewLine {
	edits := byFile(fix.Edits)[f.Path]
	sortEdits(edits)
	after, err := f.Replace(replacements(edits))
	if err != nil {
		return nil
	}
	var lines []PreviewLine
	shift := 0 // bytes the edits so far have added
	for len(edits) > 0 {
		old, grown, count := touched(f, edits[0]), growth(edits[0]), 1
		for count < len(edits) &&
			(edits[count].Span.Start < old.End || edits[count].Span.Start == len(f.Text) && old.End == len(f.Text)) {
			old = union(old, touched(f, edits[count]))
			grown += growth(edits[count])
			count++
		}
		now := source.Span{Start: old.Start + shift, End: old.End + shift + grown}
		lines = append(lines, previewHunk(f, after, old, now)...)
		shift += grown
		edits = edits[count:]
	}
	return lines
}

func growth(e Edit) int { return len(e.New) - e.Span.Len() }

// touched are the lines of which an edit leaves something else: that behind a newline, too, when it takes the newline.
func touched(f *source.File, e Edit) source.Span {
	lines := f.FullLines(e.Span)
	if e.Span.Len() > 0 && e.Span.End == lines.End && !strings.HasSuffix(e.New, "\n") {
		lines = union(lines, f.FullLines(source.Span{Start: lines.End, End: lines.End}))
	}
	return lines
}

func union(a, b source.Span) source.Span {
	return source.Span{Start: min(a.Start, b.Start), End: max(a.End, b.End)}
}

// previewHunk compares some old lines with what became of them.
func previewHunk(before, after *source.File, old, now source.Span) []PreviewLine {
	compare := diffmatchpatch.New()
	compare.DiffTimeout = 0 // the same answer on a slow machine
	diffs := compare.DiffCleanupSemantic(compare.DiffMain(before.Slice(old), after.Slice(now), false))
	lines := previewSide('-', before.LineOf(old.Start), diffs, diffmatchpatch.DiffDelete)
	return append(lines, previewSide('+', after.LineOf(now.Start), diffs, diffmatchpatch.DiffInsert)...)
}

// previewSide lays out one side of a comparison in lines. Lines of that side in
// which nothing differs are left out.
func previewSide(sign byte, number int, diffs []diffmatchpatch.Diff, mine diffmatchpatch.Operation) []PreviewLine {
	var lines []PreviewLine
	line := PreviewLine{Sign: sign, Line: number}
	differs := false
	end := func() {
		if differs {
			lines = append(lines, line)
		}
		line, differs = PreviewLine{Sign: sign, Line: line.Line + 1}, false
	}
	for _, d := range diffs {
		if d.Type != mine && d.Type != diffmatchpatch.DiffEqual {
			wholeLines := len(line.Parts) == 0 && strings.HasSuffix(d.Text, "\n")
			differs = differs || !wholeLines // something stood, or will stand, in this line
			continue
		}
		for piece := range strings.SplitAfterSeq(d.Text, "\n") {
			text := strings.TrimRight(piece, "\r\n")
			if text != "" {
				line.Parts = append(line.Parts, PreviewPart{text, d.Type == mine})
			}
			differs = differs || d.Type == mine && piece != ""
			if strings.HasSuffix(piece, "\n") {
				end()
			}
		}
	}
	if len(line.Parts) > 0 {
		end()
	}
	return lines
}
