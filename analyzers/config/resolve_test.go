package config

import "testing"

// The PyYAML column was run with 6.0.3. The others follow the resolver patterns
// in the loaders' sources (omegaconf/_utils.py, jsonargparse, ruamel.yaml 1.2).
func TestHosts(t *testing.T) {
	const b, i, f, s, n, d, u = Bool, Int, Float, String, Null, Date, Unknown
	tests := []struct {
		text                           string
		pyyaml, omega, jsonarg, ruamel ValueKind
	}{
		{"1e-4", s, f, f, f},
		{"1E-4", s, f, f, f},
		{"1.0e-4", f, f, f, f},
		{"1.0e4", s, f, f, f},
		{"1e4", s, f, f, f},
		{"2e8", s, f, f, f},
		{".5", f, f, f, f},
		{"5.", f, f, f, f},
		{"no", b, b, b, s},
		{"NO", b, b, b, s},
		{"off", b, b, b, s},
		{"y", s, s, s, s},
		{"N", s, s, s, s},
		{"true", b, b, b, b},
		{"None", s, s, s, n},
		{"null", n, n, n, n},
		{"~", n, n, n, n},
		{"", n, n, n, n},
		{"inf", s, s, s, s},
		{".inf", f, f, f, f},
		{".nan", f, f, f, f},
		{"12", i, i, i, i},
		{"-3", i, i, i, i},
		{"1_000", i, i, i, i},
		{"0x1F", i, i, i, i},
		{"010", i, i, i, i},
		{"12:30:00", i, i, i, s},
		{"1:20", i, i, i, s},
		{"00:03:50:00", s, s, s, s},
		{"2022-01-01", d, s, s, d},
		{"${a.b}", u, u, u, u},
		{"???", s, u, s, s},
		{"'no'", s, s, s, s},
		{`"1e-4"`, s, s, s, f},
		{"!!float 2e-4", f, f, f, f},
		{"!!str 3", s, s, s, i},
		{"! 3", i, i, i, i},
		{"!ref <x>", u, u, u, u},
		{"!!python/tuple", u, u, u, u},
		{"(1, 2)", s, s, s, s},
		{"{{ x }}", u, u, u, u},
		{"bf16", s, s, s, s},
		{"[1]", SequenceValue, SequenceValue, SequenceValue, SequenceValue},
		{"!new:x {a: 1}", u, u, u, u},
	}
	for _, test := range tests {
		node := parse(t, "x.yaml", "k: "+test.text+"\n").Get("k")
		for _, c := range []struct {
			host *Host
			want ValueKind
		}{{PyYAML, test.pyyaml}, {OmegaConf, test.omega}, {Jsonargparse, test.jsonarg}, {Ruamel, test.ruamel}} {
			if got := c.host.Value(node).Kind; got != c.want {
				t.Errorf("%s to %s: kind %d, want %d", test.text, c.host.Name, got, c.want)
			}
		}
	}
}

func TestHostNumbers(t *testing.T) {
	tests := []struct {
		host *Host
		text string
		want float64
	}{
		{PyYAML, "010", 8}, {Ruamel, "010", 10}, {PyYAML, "12:30:00", 45000}, {PyYAML, "1:20", 80}, {PyYAML, "1_000", 1000},
		{PyYAML, "0b11", 3}, {OmegaConf, "1e-4", 1e-4}, {PyYAML, "!!float 2e-4", 2e-4}, {PyYAML, "-0x10", -16}, {YACS, "1e-4", 1e-4},
		{YACS, "'2'", 2}, {PyYAML, "1:30.5", 90.5}, {OmegaConf, "1_0.5", 10.5},
	}
	for _, test := range tests {
		v := test.host.Value(parse(t, "x.yaml", "k: "+test.text+"\n").Get("k"))
		if !v.IsNumber() || v.Float != test.want {
			t.Errorf("%s to %s: %+v, want %v", test.text, test.host.Name, v, test.want)
		}
	}
}

func TestBooleanWords(t *testing.T) {
	for text, want := range map[string]bool{"no": false, "NO": false, "off": false, "yes": true, "True": true, "on": true, "FALSE": false} {
		v := PyYAML.Value(parse(t, "x.yaml", "k: "+text+"\n").Get("k"))
		if v.Kind != Bool || v.Bool != want {
			t.Errorf("%s: %+v", text, v)
		}
	}
}
