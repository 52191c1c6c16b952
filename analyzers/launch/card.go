package launch

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// cardOptions are the options of Slurm that may say which GPUs a job is given: gpu:v100:4, a100:2, or a feature of the
// nodes such as a100_80g.
var cardOptions = []string{"gres", "gpus", "G", "gpus-per-node", "gpus-per-task", "gpus-per-socket", "constraint", "C"}

// Cards are the words by which srun's options, else the #SBATCH lines, name the kind of GPU that the command is given.
// Only a catalogue of cards knows which of them is one: a feature of a node may be anything. None where several kinds
// would do.
func (l *Launch) Cards() []Word {
	var named []Word
	if starter := l.starter(); len(starter) > 0 && path.Base(starter[0].Text) == "srun" {
		for i, w := range starter {
			name, value := optionName(w.Text)
			switch {
			case !isOption(w.Text) || !slices.Contains(cardOptions, strings.ReplaceAll(name, "_", "-")):
			case value >= 0:
				named = append(named, kinds(w.Part(value, len(w.Text)))...)
			case i+1 < len(starter):
				named = append(named, kinds(starter[i+1])...)
			}
		}
	}
	if len(named) > 0 {
		return named
	}
	for i, d := range l.Command.Slurm {
		again := slices.ContainsFunc(l.Command.Slurm[i+1:], func(o Directive) bool { return o.Name == d.Name })
		if slices.Contains(cardOptions, d.Name) && !again { // the last one counts
			named = append(named, kinds(Word{Text: d.Value, Known: true, Origin: d.Span})...)
		}
	}
	return named
}

// kinds are the words of one option's value that may name a card: the middle of gpu:a100:2, the head of a100:2, the
// parts of a100&nvlink. Of a100|h100, and of two resources, nobody knows which it will be.
func kinds(w Word) []Word {
	if !w.Known || strings.ContainsAny(w.Text, "|,[]()*") {
		return nil
	}
	text := strings.TrimPrefix(strings.Trim(w.Text, `"'`), "gres:")
	text = strings.TrimPrefix(strings.TrimPrefix(text, "gres/"), "gpu:")
	var named []Word
	for _, part := range strings.Split(text, "&") {
		part, _, _ = strings.Cut(part, ":")
		if part != "" && !unicode.IsDigit(rune(part[0])) && part != "gpu" {
			named = append(named, Word{Text: part, Known: true, Origin: w.Origin})
		}
	}
	return named
}
