package run

import (
	"fmt"
	"slices"
)

// cachedUnder names the arguments of a call of a function that functools keeps the results of; "" for any other
// function, and where the arguments are not all told apart.
func cachedUnder(f *Function, c *Call) string {
	caches := slices.Contains(f.Decorators, "functools.lru_cache") || slices.Contains(f.Decorators, "functools.cache")
	if !caches || c.Entry {
		return ""
	}
	key := fmt.Sprintf("cached by %d", f.made) // defined anew, it begins anew
	for _, a := range c.Args {
		switch v := Bare(a.Value).(type) {
		case *Class, *Function:
			key += fmt.Sprintf(" %s=%p", a.Name, v)
		case *Object:
			if v.Kind != Instance {
				return ""
			}
			key += fmt.Sprintf(" %s=%p", a.Name, v)
		default:
			if !Known(v) || a.Star != 0 {
				return ""
			}
			key += fmt.Sprintf(" %s=%T %q", a.Name, v, fmt.Sprint(v))
		}
	}
	return key
}

// cached is what a function gave before, nil where it may not have been called like this.
func (m *Machine) cached(f *Function, key string) Value {
	if key == "" {
		return nil
	}
	held := m.get(m.functionState(f), key)
	if c, ok := held.(*Choice); ok && c.has(m.missing()) || held != nil && isMissing(held) {
		return nil
	}
	return held
}

// cache keeps what a function gave: the next call with these arguments gives the very same, and does nothing.
func (m *Machine) cache(f *Function, key string, result Value) {
	if key == "" {
		return
	}
	state := m.functionState(f)
	if m.get(state, key) == nil {
		state.begin(key, m.missing())
	}
	m.set(state, key, result)
}
