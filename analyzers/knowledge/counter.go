package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

var (
	stepCounter = pattern.New(
		`^(global|total|train(ing)?|optim(izer|ization)?|opt|cur(rent)?|completed|update|num|n|grad(ient)?)_?(train(ing)?_?|opt(im|imizer|imization)?_?|global_?)?(steps?|iter(ation)?s?|updates?)(_?(num|count(er)?|idx|no|done|completed))?$|` +
			`^(steps?|iter(ation)?s?|updates?)_?(num|count(er)?|idx|done|completed|taken)?$|^n_?iters?$|^steps?_?(so_far|total)$`,
	)
	// otherCounter holds the words of counters that rightly run faster than the optimizer.
	otherCounter = pattern.New(
		`micro|mini|token|sample|env|episode|inner|local|sub_|eval|val(id)?_|test|frame|action|decod|rollout|interact|batch|world|sim|critic|disc|forward|log`,
	)
	plainCounter = pattern.New(`^(n_|num_|cur_|current_)?(steps?|iter(ation)?s?)(_?(num|count(er)?|idx))?$`)
)

// NamesStepCounter reports whether a counter is called one of optimizer steps: global_step, num_updates, iter_num.
func NamesStepCounter(name string) bool {
	name = counterName(name)
	return stepCounter.MatchString(name) && !otherCounter.MatchString(name)
}

// NamesAnyCounter reports whether a counter's name says only that it counts steps of some kind: steps, iteration.
func NamesAnyCounter(name string) bool { return plainCounter.MatchString(counterName(name)) }

// counterName is a name in small letters, with underscores between its words and none before them.
func counterName(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' && name[i-1] >= 'a' && name[i-1] <= 'z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.TrimLeft(strings.ToLower(b.String()), "_")
}
