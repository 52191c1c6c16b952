package run

import "github.com/trainlint/trainlint/analyzers/python"

// openSwitch is a switch at the top of a script, `fp16 = False`: who uses the script sets it there, as others do by an
// option. What stands behind it is run, too. nil for any other value.
func (m *Machine) openSwitch(s *python.Assign, v Value) Value {
	if !m.Open || m.frame.function != nil || m.frame.class != nil || len(m.laps) > 0 || len(s.Targets) != 1 ||
		m.Main != m.frame.unit.Module {
		return nil
	}
	is, ok := Bare(v).(Bool)
	name, plain := s.Targets[0].(*python.Name)
	if _, written := s.Value.(*python.Constant); !ok || !plain || !written || !m.setOnce(name.ID) {
		return nil
	}
	o := m.unknown(s.Value, "a switch at the top of the script")
	o.Word, o.Default = name.ID, is
	return o
}

// setOnce reports whether one statement alone of the script gives a name its value, no function of it either.
func (m *Machine) setOnce(name string) bool { return len(m.Main.ModuleScope().Bindings(name)) == 1 }
