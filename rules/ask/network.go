package ask

import (
	"unicode"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// NetworkOf names the network that a call runs: gen in gen(noise), in self.gen(noise) and in gen.sample(noise).
func NetworkOf(c *run.Call) string {
	switch c.Callee.(type) {
	case *run.Method, *run.Member:
		name := python.LastName(c.Node.Receiver())
		if name == "" || name == "self" {
			break
		}
		// One of the networks that an object holds: gan.G(noise).
		if part := c.Node.MethodName(); unicode.IsUpper(rune(part[0])) {
			return name + "." + part
		}
		return name
	}
	return python.LastName(c.Node.Func)
}
