package tensor

// patternLayers are the layers of einops.
func patternLayers() []*kind {
	layer := func(signature, function string) *kind {
		return &kind{signature: signature, forward: "(input)", run: func(m *Module, c *call) Value {
			kw := map[string]Value{}
			args := []Value{c.arg("input"), m.args.arg("pattern")}
			if m.args.form.index("reduction") >= 0 {
				args = append(args, m.args.arg("reduction"))
			}
			if given, ok := m.args.arg("axes").(named); ok {
				for name, v := range given {
					kw[name] = v
				}
			}
			v, err := c.tape.Call("einops."+function, args, kw)
			if err != nil {
				panic(err)
			}
			return v
		}}
	}
	return []*kind{layer("Rearrange(pattern, **axes)", "rearrange"), layer("Reduce(pattern, reduction, **axes)", "reduce")}
}
