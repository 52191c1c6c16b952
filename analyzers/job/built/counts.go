package built

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// Assumed is a number that a program counts in its data, such as its classes, and between what it is taken to lie.
type Assumed struct {
	Name      string // as the code that counts it says
	Low, High int64
	Gap       Gap  // why it is not known
	OfMasks   bool // it is how many elements masks pick
}

// Ends are the models and the step of a job with all such numbers at one end of what they are taken to be.
type Ends struct {
	Models *Models
	Step   *model.Step
}

// Assuming follows the step of a job of whose models only such numbers are not known, with each at its low end and with
// each at its high end; nil where something else is not known, either, or where no word of the code says what is
// counted.
func Assuming(j *job.Job, batch int, gpu string) (low, high *Ends, list []Assumed) {
	ask := model.Training{Batch: int64(batch), Card: tensor.CardOf(gpu)}
	ask.Torch, ask.Undated = TorchOf(j)
	c := &counts{j: j, numbers: map[string]*counted{}, picks: &tensor.Picks{}}
	ask.Picks = c.picks
	for range mostCounts + 1 {
		known := len(c.met)
		if low = c.ends(ask); low == nil {
			c.masked()
		}
		if len(c.met) == known {
			break
		}
	}
	if low == nil || len(c.met) == 0 || len(c.met) > mostCounts {
		return nil, nil, nil
	}
	known := len(c.met)
	c.high, c.picks.All = true, true
	if high = c.ends(ask); high == nil || len(c.met) != known {
		return nil, nil, nil
	}
	for i, one := range c.met { // the job knows one, and the script counts it once more
		if one.OfMasks {
			one.High = c.picks.Most
		}
		if !slices.ContainsFunc(c.met[:i], one.again) {
			list = append(list, one.Assumed)
		}
	}
	return low, high, list
}

// mostCounts bounds in how many places they are counted, and so how often a job is followed.
const mostCounts = 8

// counts are numbers that are assumed in the place of those that a program counts in its data, once a layer is as wide
// as one of them.
type counts struct {
	j       *job.Job
	high    bool
	numbers map[string]*counted
	met     []*counted
	picks   *tensor.Picks
	ended   *Gap // where the run ended at last
}

// counted is one of them, and the expression that counts it.
type counted struct {
	Assumed
	at   exact.Expression
	text string
}

// again reports whether another one is counted in the same expression, or is called the same.
func (c *counted) again(other *counted) bool {
	if c.OfMasks || other.OfMasks {
		return false
	}
	apart := c.at.Path != other.at.Path || c.at.Span.End <= other.at.Span.Start || other.at.Span.End <= c.at.Span.Start
	return !apart || c.Name == other.Name
}

// masked notes that masks pick of something, once the run has ended there.
func (c *counts) masked() {
	if c.picks.Taken || !c.picks.Asked || c.ended == nil {
		return
	}
	c.picks.Taken = true
	c.met = append(
		c.met,
		&counted{Assumed: Assumed{Name: "elements that masks pick", Low: 1, Gap: *c.ended, OfMasks: true}},
	)
}

// ends follows the job; nil where that ends.
func (c *counts) ends(ask model.Training) *Ends {
	ask.Sides = sidesOf(c.j)
	ends := c.endsOnce(ask)
	if ends != nil || !ask.Sides.Asked {
		return ends
	}
	if whateverSize(ask, func(ask model.Training) *model.Step {
		if ends = c.endsOnce(ask); ends == nil {
			return nil
		}
		return ends.Step
	}) == nil {
		return nil
	}
	return ends
}

// endsOnce is ends with images of one size.
func (c *counts) endsOnce(ask model.Training) *Ends {
	if models := seen(c.j, c); models != nil && models.Open() == nil && !models.unsure() && unfollowed(c.j) == nil {
		step, gap := follow(c.j, ask, c)
		if c.ended = gap; gap == nil {
			return &Ends{models, step}
		}
	}
	if !startsItself(c.j) {
		return nil
	}
	models, gap := madeBy(c.j, ask, c)
	if models != nil {
		return &Ends{models, models.step}
	}
	if c.ended == nil {
		c.ended = gap
	}
	return nil
}

// asks are the questions that a run puts to it; nil for no counts.
func (c *counts) asks() (wide func(*exact.Unknown, string), number func(*exact.Unknown) (int64, bool)) {
	if c == nil {
		return nil, nil
	}
	return c.wide, c.number
}

// giver is one that gives these numbers.
func (c *counts) giver(m *exact.Machine, sources *job.Sources) *giver {
	g := newGiver(m, sources)
	g.counts = c
	return g
}

// keyOf is how a number is known that an exact run counts; "" for none.
func keyOf(u *exact.Unknown) string {
	if u.Count.Path == "" {
		return ""
	}
	return fmt.Sprintf("%s %v %s", u.Count.Path, u.Count.Span, u.Name)
}

// givenAt is the expression that gives what the job does not know; of no file where it has no place.
func givenAt(v *job.Given) exact.Expression {
	if v.At.File == nil {
		return exact.Expression{}
	}
	return exact.Expression{Path: v.At.File.Path, Span: v.At.Span}
}

// number is what one of them is taken to be, and the same one where the file counts it in the same words once more.
func (c *counts) number(u *exact.Unknown) (int64, bool) {
	one := c.numbers[keyOf(u)]
	if one == nil && len(c.met) > 0 {
		_, text, _ := c.counting(u)
		i := slices.IndexFunc(c.met, func(m *counted) bool { return m.text == text && m.at.Path == u.Count.Path })
		if i < 0 {
			return 0, false
		}
		one = c.met[i]
	}
	switch {
	case one == nil:
		return 0, false
	case c.high:
		return one.High, true
	}
	return one.Low, true
}

// given is what something is taken to be that the job does not know.
func (c *counts) given(v *job.Given) (int64, bool) {
	if c == nil {
		return 0, false
	}
	return c.number(&exact.Unknown{Count: givenAt(v)})
}

// root notes a value that the job does not know: it is a whole number where a word says what it counts.
func (c *counts) root(v *job.Given, u *exact.Unknown) *exact.Unknown {
	if c == nil {
		return u
	}
	u.Count = givenAt(v)
	if module, counting, name := c.counting(u); module != nil {
		_, _, u.Whole = model.SizeOfData(counting, name)
	}
	return u
}

// counting is how the code writes what counts a number, and what it is called; nil where that has no place.
func (c *counts) counting(u *exact.Unknown) (module *python.Module, text, name string) {
	if u.Count.Path == "" {
		return nil, "", ""
	}
	module, _ = c.j.Sources().Module(u.Count.Path)
	if module == nil {
		return nil, "", ""
	}
	if text, name = u.Name, u.Name; name == "" {
		text = module.File.Slice(u.Count.Span)
		if name = text; computes(text) {
			return nil, "", ""
		}
	}
	if to := assignedTo(module, u.Count); to != "" {
		name = to
	}
	return module, text, name
}

// wide notes a number that a layer is as wide as; text is how the code of the layer writes it.
func (c *counts) wide(u *exact.Unknown, text string) {
	if u.Of != nil {
		u = u.Of
	}
	key, at := keyOf(u), u.Count
	module, counting, name := c.counting(u)
	if module == nil || c.numbers[key] != nil {
		return
	}
	low, high, ok := model.SizeOfData(counting, name, text)
	// data.shape is none, whatever is done with it
	if _, _, named := model.SizeOfData(u.Name); !ok || u.Name != "" && !named {
		return
	}
	gap := Gap{Path: at.Path, Line: module.File.LineOf(at.Span.Start), Reason: u.Why}
	one := &counted{Assumed{Name: name, Low: low, High: high, Gap: gap}, at, counting}
	c.numbers[key], c.met = one, append(c.met, one)
}

// assignedTo is the name that is given to what an expression gives; "" for none.
func assignedTo(module *python.Module, at exact.Expression) (name string) {
	python.WalkBody(module.Body, func(n python.Node) bool {
		if s, ok := n.(*python.Assign); ok && s.Value != nil && s.Value.Span() == at.Span && len(s.Targets) == 1 {
			switch to := s.Targets[0].(type) {
			case *python.Name:
				name = to.ID
			case *python.Attribute:
				name = to.Attr
			}
		}
		return name == ""
	})
	return name
}

// computes reports whether an expression does arithmetic outside of all brackets: what it gives is no count.
func computes(text string) bool {
	depth := 0
	for _, letter := range text {
		switch {
		case strings.ContainsRune("([{", letter):
			depth++
		case strings.ContainsRune(")]}", letter):
			depth--
		case depth == 0 && strings.ContainsRune("+-*/%", letter):
			return true
		}
	}
	return false
}
