package jobedit

import (
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/fixes/pyedit"
)

// castOff switches mixed precision off where it is decided: weights in 16 bits need no
// autocast, and a GradScaler cannot unscale their gradients.
func (r *rewriter) castOff(v job.Value) fixes.Plan {
	key := lastPart(v.Place.Key)
	if node := r.node(v); node != nil && node.Entry() != nil {
		switch lastPart(node.Entry().Path()) {
		case "mixed_precision":
			return configedit.SetString(node, "no")
		case "bf16", "fp16":
			return configedit.Set(node, no.text)
		}
		return fixes.Plan{Err: ErrCode}
	}
	switch l := r.job.Launch; {
	case r.job.Program != nil && v.Place.File == r.job.Program.File():
		return r.castOffInScript(v)
	case l != nil && !l.Command.OfPage && v.Place.File == l.Command.File && key == "--mixed_precision" &&
		v.Place.File.Slice(v.Place.Span) == v.Written:
		return fixes.Plan{Edits: []fixes.Edit{{File: v.Place.File.Path, Span: v.Place.Span, New: "no"}}}
	}
	return fixes.Plan{Err: ErrCode}
}

// castOffInScript sets TrainingArguments(fp16=False).
func (r *rewriter) castOffInScript(v job.Value) fixes.Plan {
	call := r.job.ArgumentsCall()
	if call == nil {
		return fixes.Plan{Err: ErrCode}
	}
	for _, name := range []string{"fp16", "bf16"} {
		if a := call.Keyword(name); a != nil && a.Value.Span() == v.Place.Span {
			return pyedit.New(r.job.Program.Module()).SetArgument(a, no.python())
		}
	}
	return fixes.Plan{Err: ErrCode}
}
