package train

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Excluded says of two options of a loader, both given for sure, that torch takes only one of them: the option, as it
// is written, and what stands against it. Both are "" where a loader may be made.
func (l *Loader) Excluded() (option, beside string) {
	if !l.TakesAsTorch() {
		return "", ""
	}
	surely := func(name string) run.Value {
		v, open := l.Option(name)
		if open {
			return nil
		}
		return v
	}
	isTrue := func(name string) bool { return surely(name) == run.Value(run.Bool(true)) }
	sampled, grouped := isSampler(surely("sampler")), isSampler(surely("batch_sampler"))
	if grouped {
		const beside = "a batch_sampler"
		size, given := surely("batch_size").(run.Int)
		switch {
		case given && size != 1: // 1 is what stands there where none is given
			return fmt.Sprintf("batch_size=%d", size), beside
		case isTrue("shuffle"):
			return "shuffle=True", beside
		case sampled:
			return "a sampler", beside
		case isTrue("drop_last"):
			return "drop_last=True", beside
		}
		return "", ""
	}
	if !isTrue("shuffle") {
		return "", ""
	}
	if sampled {
		return "shuffle=True", "a sampler"
	}
	if data, ok := surely("dataset").(*run.Object); ok && iterable(data) {
		return "shuffle=True", "an IterableDataset"
	}
	return "", ""
}

// isSampler reports whether a value is a sampler for sure, and not None in other circumstances.
func isSampler(v run.Value) bool {
	o, ok := v.(*run.Object)
	if !ok {
		return false
	}
	switch class := o.Class.(type) {
	case *run.Class:
		return true // whatever it is, it is not None
	case run.Symbol:
		return knowledge.IsSampler(string(class))
	}
	return false
}
