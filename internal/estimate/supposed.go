package estimate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/built"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/model"
)

// supposed is a size that only data tells, with what one run takes it to be.
type supposed struct {
	asks *model.Asked
	text string
	// image: it is one of the usual size that the model takes.
	image bool
	// flat: a row of numbers stands in the place of several rows, which the program does not take.
	flat bool
	// tried is how many of the shapes that labels may have the program did not take.
	tried int
}

// same reports whether it is the size that is asked for.
func (s *supposed) same(asks *model.Asked) bool {
	return s.asks.Expression == asks.Expression && s.asks.Name == asks.Name
}

// atEnds follows a job that waits for sizes of its data with each at both ends of what it may be: how wide a table is,
// what an environment shows, how many of the numbers that a layer takes lie in one sample. false where one of them may
// be anything, or where the job needs clearly more at one end than at the other.
func (d *Described) atEnds(end *Gap) bool {
	if d.Training == nil || end == nil || end.raised || end.spent || strings.HasPrefix(d.From["model"], "--") ||
		!d.Training.Sources().Roomy() {
		return false
	}
	low, least, _ := d.supposing(end.asks, false)
	if low == nil && d.ofImages {
		low, least = d.oneSide(end.asks)
	}
	if low == nil || len(least) == 0 {
		return false
	}
	if d.afresh != nil { // the other end costs what another job does
		d.afresh()
	}
	high, most, _ := d.supposing(end.asks, true)
	if high == nil {
		return false
	}
	var all []taken
	for _, one := range least {
		other := slices.IndexFunc(most, func(m *supposed) bool { return m.same(one.asks) })
		if other < 0 {
			return false
		}
		all = append(all, taken{
			name: d.asked(one.asks, nil).Name, between: ends(one.text, most[other].text), usual: one.image,
			gap: &Gap{Path: d.reported(one.asks.Path), Line: one.asks.Line, Reason: "only the data tells"},
		})
	}
	return d.between(low, high, all)
}

// oneSide is supposing with square images of the one usual size that the network takes: who cuts a map into a fixed
// number of patches, or flattens it for a layer, says how large an image is that lies in a file. nil where it takes
// several, or none.
func (d *Described) oneSide(asks *model.Asked) (found *built.Ends, list []*supposed) {
	if d.afresh != nil { // which costs what another job does
		d.afresh()
	}
	var only int64
	for i, side := range built.Sides {
		d.side = side
		ends, sizes, raised := d.supposing(asks, false)
		switch {
		case ends == nil && !raised, ends != nil && (found != nil || i == 0):
			return nil, nil
		case ends != nil:
			found, list, only = ends, sizes, side
		}
	}
	d.side = only
	return found, list
}

// ends is 2 to 1000, or the one value that both ends have.
func ends(low, high string) string {
	if low == high {
		return low
	}
	return low + " to " + high
}

// supposing follows the job with what it asks for at one end; nil where it asks for something that may be anything, or
// where the program ends by itself: raised.
func (d *Described) supposing(asks *model.Asked, most bool) (found *built.Ends, list []*supposed, raised bool) {
	follow := func() {
		sizes := make([]*job.Size, len(list))
		for i, one := range list {
			sizes[i] = &job.Size{Name: one.asks.Name, Path: one.asks.Path, Line: one.asks.Line, Text: one.text}
		}
		d.Training.Supposing(sizes, func() { found, asks, raised = built.EndsOf(d.Training, d.batch, d.Job.GPU) })
	}
	if asks == nil {
		follow()
	}
	for range 3 * mostAsked {
		switch {
		case found != nil:
			return found, list, false
		case asks != nil && !slices.ContainsFunc(list, func(m *supposed) bool { return m.same(asks) }):
			one := &supposed{asks: asks}
			if len(list) == mostAsked || !d.suppose(one, most) {
				return nil, nil, false
			}
			list = append(list, one)
		case !d.otherwise(list, most, raised):
			return nil, nil, raised
		}
		follow()
	}
	return nil, nil, raised
}

// otherwise takes the last of the sizes to be something else, where the program did not go on with it: labels of
// another shape or, where it ends by itself, one row for a sample and not several.
func (d *Described) otherwise(list []*supposed, most, raised bool) bool {
	for _, one := range slices.Backward(list) {
		if knowledge.NamesLabels(one.asks.Name) && one.asks.Wants == "" {
			one.tried++
		} else if most && raised && !one.flat {
			one.flat = true
		} else {
			continue
		}
		if before := one.text; d.suppose(one, most) && one.text != before {
			return true
		}
	}
	return false
}

// suppose says what a size is at one end; false where it may be anything.
func (d *Described) suppose(one *supposed, most bool) bool {
	if one.asks.Number {
		low, high, ok := knowledge.SizeAsked(one.asks.Name)
		if one.text = fmt.Sprint(low); most {
			one.text = fmt.Sprint(high)
		}
		return ok
	}
	rows := max(d.Job.MicroBatch, 1)
	if d.Job.MicroBatch == 0 {
		return false
	}
	number, kind, _ := strings.Cut(one.asks.Wants, ":")
	along := 8 // how many steps a series has, or words
	if most {
		along = 128
	}
	switch {
	case one.asks.Wants == "" && knowledge.NamesLabels(one.asks.Name):
		shapes := []string{"%d:int64", "%d:float32", "%dx1:float32"}
		if one.tried >= len(shapes) {
			return false
		}
		one.text = fmt.Sprintf(shapes[one.tried], rows)
	case strings.HasSuffix(number, "x224x224"): // which channels the network takes, and an example of a size
		d.ofImages, one.image = true, true
		channels, _, _ := strings.Cut(number, "x")
		one.text = fmt.Sprintf("%dx%s%s:%s", rows, channels, strings.Repeat(fmt.Sprintf("x%d", d.side), 2), kind)
		return d.side > 0
	case number == "" || strings.Count(number, "x") > 1 || strings.HasSuffix(number, "x1000"): // how long a signal is
		return false
	case kind == "int64":
		one.text = fmt.Sprintf("%dx%d:%s", rows, along, kind)
	case strings.Contains(number, "x"):
		one.text = fmt.Sprintf("%dx%d%s:%s", rows, along, number[strings.IndexByte(number, 'x'):], kind)
	case most && !one.flat:
		one.text = fmt.Sprintf("%dx%dx%s:%s", rows, along, number, kind)
	default:
		one.text = fmt.Sprintf("%dx%s:%s", rows, number, kind)
	}
	return true
}
