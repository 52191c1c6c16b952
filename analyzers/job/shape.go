package job

import (
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// shapeKeys are the usual names of what decides a sample's size.
var shapeKeys = map[string]dialect.Field{
	"resolution": dialect.ImageSize, "image_size": dialect.ImageSize, "img_size": dialect.ImageSize,
	"max_seq_length": dialect.SeqLen, "max_seq_len": dialect.SeqLen, "block_size": dialect.SeqLen,
	"model_max_length": dialect.SeqLen,
}

// fromConfigKeys takes the shape that the script reads from its own config under
// one of the usual names. Two different values decide nothing.
func (j *Job) fromConfigKeys(p *Program) {
	found := map[dialect.Field]Found{}
	mixed := map[dialect.Field]bool{}
	python.WalkBody(p.Module().Body, func(n python.Node) bool {
		e, ok := n.(python.Expr)
		if !ok {
			return true
		}
		f, ok := shapeKeys[python.KeyRead(e)]
		if !ok || mixed[f] {
			return true
		}
		v := p.Value(e)
		if n, ok := v.Int(); !ok || n <= 0 || !p.fromFile(v.Place) && !(f == dialect.ImageSize && p.ofOptions(e)) ||
			v.Place.File != nil && knowledge.DescribesTokenizer(v.Place.File.Path) {
			return true
		}
		if before, ok := found[f]; ok && before.Value != v.Value {
			mixed[f] = true
		}
		found[f] = v
		return true
	})
	for f, v := range found {
		if !mixed[f] {
			at, from := byConfig, v.Place.Key
			if !p.fromFile(v.Place) {
				at, from = byConvention, string(f)+" of the script's options, assumed from its name"
			}
			j.claim(f, v.Text(), at, from, v.notDefault())
		}
	}
}

// ofOptions reports whether an expression reads an attribute of an object that holds options: of a class of the project
// that is called so, config.image_size.
func (p *Program) ofOptions(e python.Expr) bool {
	a, ok := e.(*python.Attribute)
	if !ok {
		return false
	}
	class := p.Value(a.Value).class()
	return class != nil && knowledge.HoldsOptions(class.Name())
}

// fromFile reports whether a place is in a config file that the script read.
func (p *Program) fromFile(at Place) bool {
	for _, d := range p.Configs() {
		if d.File == at.File {
			return true
		}
	}
	return false
}
