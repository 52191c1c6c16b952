package fit

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/fixes/pyedit"
)

// fp32Fixes sets mixed precision where it is decided: in a config, on a command
// line, or among the training arguments of a script.
func fp32Fixes(j *job.Job, gpu estimator.GPU, named bool) []fixes.Fix {
	word := "bf16"
	if named && !gpu.BF16 {
		word = "fp16"
	}
	v, _ := j.Get(dialect.Precision)
	title := "train with mixed precision " + word
	switch {
	case v.Place.File == nil:
		return argumentFix(j, word, title)
	case j.Node(v.Place) != nil:
		if !isPrecisionWord(v.Written) || alsoDecidesWeights(j, v) {
			return nil
		}
		return configedit.SetString(j.Node(v.Place), word).Fixes(title, fixes.Unsafe)
	case strings.HasPrefix(v.Place.Key, "--") && v.Place.File.Slice(v.Place.Span) == v.Written &&
		isPrecisionWord(v.Written):
		return []fixes.Fix{
			{Title: title, Safety: fixes.Unsafe, Edits: []fixes.Edit{{File: v.Place.File.Path, Span: v.Place.Span, New: word}}},
		}
	case j.Program != nil && v.Place.File == j.Program.File():
		return literalFix(j, v, word, title)
	}
	return nil
}

// isPrecisionWord reports whether the written value is one of accelerate's words
// for no mixed precision, so that bf16 may stand in its place.
func isPrecisionWord(written string) bool {
	switch strings.ToLower(strings.Trim(written, `'"`)) {
	case "no", "none", "fp32", "false":
		return true
	}
	return false
}

// alsoDecidesWeights: where the same value picks the dtype of the weights, 16
// bits there would mean pure 16-bit training, which is another thing.
func alsoDecidesWeights(j *job.Job, v job.Value) bool {
	w, ok := j.Get(dialect.Weights)
	return ok && w.Place.File == v.Place.File && w.Place.Span == v.Place.Span
}

// argumentFix adds bf16=True to the only TrainingArguments of the script.
func argumentFix(j *job.Job, word, title string) []fixes.Fix {
	if j.Program == nil {
		return nil
	}
	call, in := j.ArgumentsIn()
	if call == nil || call.Keyword(word) != nil {
		return nil
	}
	return pyedit.New(in).AddKeyword(call, word, "True").Fixes(title, fixes.Unsafe)
}

// literalFix replaces Accelerator(mixed_precision="no") in the script.
func literalFix(j *job.Job, v job.Value, word, title string) []fixes.Fix {
	if !isPrecisionWord(v.Written) {
		return nil
	}
	for _, c := range j.Program.Module().Calls("accelerate.Accelerator") {
		a := c.Keyword("mixed_precision")
		if a == nil {
			continue
		}
		if s, ok := a.Value.(*python.String); ok && s.Span() == v.Place.Span {
			return pyedit.New(j.Program.Module()).SetArgument(a, `"`+word+`"`).Fixes(title, fixes.Unsafe)
		}
	}
	return nil
}
