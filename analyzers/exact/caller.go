package exact

// Arguments are the parameters of the nearest function of that name around what runs, as its names hold them now: what
// Lightning's save_hyperparameters looks at. nil where there is no such function.
func (m *Machine) Arguments(function string) *Dict {
	for f := m.frame; f != nil; f = f.above {
		if f.function == nil || f.function.Name != function {
			continue
		}
		held := NewDict()
		for i, p := range f.function.params {
			v, ok := f.scope.names[p.Name]
			if more, isDict := v.(*Dict); ok && isDict && p.Star == 2 { // what **kwargs takes is there by its own names
				for k, key := range more.keys {
					held.Set(key, more.values[k])
				}
			} else if ok && i > 0 && p.Star == 0 {
				held.Set(p.Name, v)
			}
		}
		return held
	}
	return nil
}

// Usual reports whether a call gives a function nothing but what it has to be given, or the defaults of the rest.
func (f *Function) Usual(a Args) bool {
	for i, p := range f.params {
		if i < len(f.defaults) && f.defaults[i] != nil {
			if v := a.Get(i, p.Name); v != nil && v != f.defaults[i] {
				return false
			}
		}
	}
	return len(a.Pos) <= len(f.params)
}
