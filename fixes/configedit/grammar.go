package configedit

import (
	"sync"

	"github.com/smacker/go-tree-sitter/yaml"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/syntax"
)

// grammar is made when the first YAML file is edited: most runs edit none.
var grammar = sync.OnceValue(func() *syntax.Grammar {
	return syntax.NewGrammar(yaml.GetLanguage(), func(string, bool) syntax.Keep { return syntax.Tree })
})

// faultsOf lists where tree-sitter's grammar cannot read a YAML text. It is an error
// when it takes too long to find out.
func faultsOf(text []byte) (found []fault, err error) {
	nodes, err := grammar().Parse(text, nil)
	if err != nil {
		return nil, err
	}
	for _, n := range nodes {
		if n.Missing || n.Symbol == syntax.ErrorSymbol {
			found = append(found, fault{source.Span{Start: int(n.Start), End: int(n.End)}, n.Missing})
		}
	}
	return found, nil
}
