package launch

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// Directive is one option of an #SBATCH line, its dashes taken off.
type Directive struct {
	Name  string // long or short as written: "gpus-per-node", "N"
	Value string
	Span  source.Span // of the value; of the option when it has none
}

// slurmDirectives reads the #SBATCH lines of a batch script.
func slurmDirectives(f *source.File) []Directive {
	if !bytes.Contains(f.Text, []byte("#SBATCH")) {
		return nil
	}
	var out []Directive
	for n := 1; n <= f.LineCount(); n++ {
		span := f.LineSpan(n)
		line := f.Slice(span)
		rest, ok := strings.CutPrefix(line, "#SBATCH")
		if !ok {
			continue
		}
		rest, _, _ = strings.Cut(rest, " #")
		out = append(out, directives(rest, span.Start+len("#SBATCH"))...)
	}
	return out
}

// slurmVariables are the variables that Slurm sets in a batch script, by the options that decide them, long and short.
var slurmVariables = map[string][]string{
	"SLURM_NNODES": {
		"nodes",
		"N",
	}, "SLURM_JOB_NUM_NODES": {"nodes", "N"}, "SLURM_NTASKS": {"ntasks", "n"}, "SLURM_NPROCS": {"ntasks", "n"},
	"SLURM_NTASKS_PER_NODE": {
		"ntasks-per-node",
	}, "SLURM_CPUS_PER_TASK": {"cpus-per-task", "c"}, "SLURM_GPUS": {"gpus", "G"},
	"SLURM_GPUS_PER_NODE": {"gpus-per-node", "gres"}, "SLURM_GPUS_ON_NODE": {"gpus-per-node", "gres"},
}

// slurmVariable is what Slurm sets a variable to by the options of a batch script: a count, "" where they do not say
// it. A count of cards may stand behind what they are, a100:2 or gpu:a100:2; several kinds, or a range of nodes, are
// none.
func slurmVariable(stated []Directive, name string) string {
	names := slurmVariables[name]
	for _, d := range stated {
		if !slices.Contains(names, d.Name) {
			continue
		}
		value := d.Value
		if d.Name == "gres" {
			cards, ok := strings.CutPrefix(value, "gpu:")
			if !ok {
				continue
			}
			value = cards
		}
		if strings.Contains(name, "GPUS") {
			value = value[strings.LastIndexByte(value, ':')+1:]
		}
		if n, err := strconv.Atoi(value); err == nil && n > 0 {
			return value
		}
		return ""
	}
	return ""
}

func directives(s string, at int) []Directive {
	var out []Directive
	for len(s) > 0 {
		blank := len(s) - len(strings.TrimLeft(s, " \t"))
		s, at = s[blank:], at+blank
		end := strings.IndexAny(s, " \t")
		if end < 0 {
			end = len(s)
		}
		word := s[:end]
		switch {
		case strings.HasPrefix(word, "-"):
			name, value, has := strings.Cut(strings.TrimLeft(word, "-"), "=")
			if !has && len(word) > 2 && word[1] != '-' { // -N2
				name, value, has = word[1:2], word[2:], true
			}
			d := Directive{Name: name, Value: value, Span: source.Span{Start: at, End: at + end}}
			if has {
				d.Span.Start = at + end - len(value)
			}
			out = append(out, d)
		case word != "" && len(out) > 0 && out[len(out)-1].Value == "":
			out[len(out)-1].Value = word
			out[len(out)-1].Span = source.Span{Start: at, End: at + end}
		}
		s, at = s[end:], at+end
	}
	return out
}
