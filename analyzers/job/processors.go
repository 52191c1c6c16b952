package job

import (
	"strconv"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// fromProcessors takes the size to which the image processors of transformers that a script makes bring what they are
// given: what size= says, else what is known of the class or of the name. Processors of several sizes are none.
func (j *Job) fromProcessors(p *Program) {
	size, by := "", Found{}
	for _, c := range p.Module().AllCalls() {
		class, loaded := p.Module().Resolve(c.Func), false
		if c.MethodName() == "from_pretrained" {
			class, loaded = p.Module().Resolve(c.Receiver()), true
		}
		if !knowledge.ProcessesImages(class) {
			continue
		}
		if p.NeverRuns(c) {
			continue
		}
		text, v := "", Found{}
		if given, presence := p.Argument(c, "size", -1); presence != python.Absent {
			if text, v = sizeOf(given); text == "" {
				text, v = p.sides(given)
			}
		} else if name, _ := p.Argument(c, "pretrained_model_name_or_path", 0); loaded {
			if published, ok := name.Str(); ok {
				text, v = side(knowledge.PublishedSide(published)), name
			}
		} else {
			text, v = side(knowledge.UsualSide(class)), wordAt(p.Place(c))
		}
		if text == "" || size != "" && size != text {
			return
		}
		size, by = text, v
	}
	if size != "" {
		j.claim(dialect.ImageSize, size, byConvention, "the processor", by.notDefault())
	}
}

// sides is the size of {"height": 512, "width": 512}.
func (p *Program) sides(of Found) (text string, by Found) {
	keys, values := p.entries(of)
	var height, width int64
	for i, key := range keys {
		switch n, _ := values[i].Int(); key {
		case "height":
			height, by = n, values[i]
		case "width":
			width = n
		}
	}
	if len(keys) != 2 || height < 1 || width < 1 {
		return "", of
	}
	if height == width {
		return side(int(height)), by
	}
	return strconv.FormatInt(height, 10) + "x" + strconv.FormatInt(width, 10), by
}

// side is a size of which one side is known and the other is the same.
func side(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
