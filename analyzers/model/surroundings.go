package model

import (
	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// enterSurroundings are initialisers and what small helpers of well-known packages do.
func enterSurroundings(l *library) {
	for _, name := range []string{
		"uniform_", "normal_", "constant_", "ones_", "zeros_", "eye_", "dirac_", "xavier_uniform_", "xavier_normal_",
		"kaiming_uniform_",
		"kaiming_normal_", "orthogonal_", "trunc_normal_", "sparse_", "xavier_uniform", "xavier_normal", "kaiming_normal",
		"kaiming_uniform",
		"constant", "normal", "uniform", "orthogonal",
	} {
		fill := exact.NewFunction(
			name,
			func(_ *exact.Machine, a exact.Args) exact.Value { return a.Or(0, "tensor", exact.None) },
		)
		l.names["torch.nn.init."+name] = fill
		for _, home := range []string{
			"timm.models.layers.", "timm.layers.", "timm.models.layers.weight_init.", "timm.layers.weight_init.",
			"timm.models.vision_transformer.",
		} {
			l.names[home+name] = fill
		}
	}
	// in place, if at all
	for _, name := range []string{
		"all_reduce", "reduce", "broadcast", "barrier", "init_process_group", "destroy_process_group",
	} {
		l.names["torch.distributed."+name] = exact.NewFunction(name, func(m *exact.Machine, a exact.Args) exact.Value {
			if v := a.Named("async_op"); v != nil && m.Truth(v) {
				return m.Unknown("what torch.distributed.%s gives to wait for", name)
			}
			return exact.None
		})
	}
	l.names["torch.nn.init.calculate_gain"] = exact.NewFunction(
		"calculate_gain",
		func(*exact.Machine, exact.Args) exact.Value { return 1.0 },
	)
	l.names["torch.nn.init._calculate_fan_in_and_fan_out"] = exact.NewFunction(
		"fans",
		func(_ *exact.Machine, a exact.Args) exact.Value {
			t, ok := a.Pos[0].(*tensor.Tensor)
			if !ok || len(t.Shape) < 2 {
				return &exact.Tuple{Items: []exact.Value{int64(1), int64(1)}}
			}
			rest := t.Numel() / max(1, t.Shape[0]*t.Shape[1])
			return &exact.Tuple{Items: []exact.Value{t.Shape[1] * rest, t.Shape[0] * rest}}
		},
	)
	l.names["trainlint.constructor_arguments"] = exact.NewFunction(
		"constructor_arguments",
		func(m *exact.Machine, _ exact.Args) exact.Value {
			if given := m.Arguments("__init__"); given != nil {
				return given
			}
			return exact.NewDict()
		},
	)
	for name, n := range map[string]int{"to_1tuple": 1, "to_2tuple": 2, "to_3tuple": 3, "to_4tuple": 4} {
		for _, home := range []string{
			"timm.models.layers.", "timm.layers.", "timm.models.layers.helpers.", "timm.layers.helpers.",
		} {
			l.names[home+name] = exact.NewFunction(name, func(m *exact.Machine, a exact.Args) exact.Value {
				switch v := a.Pos[0].(type) {
				case *exact.Tuple, *exact.List:
					return &exact.Tuple{Items: m.Items(v)}
				}
				t := &exact.Tuple{}
				for range n {
					t.Items = append(t.Items, a.Pos[0])
				}
				return t
			})
		}
	}
}
