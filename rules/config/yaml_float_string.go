package config

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/rules"
)

// YAMLFloatString is yaml-float-string.
var YAMLFloatString = &rules.Rule{
	Name:     "yaml-float-string",
	Group:    rules.Config,
	Severity: rules.Error,
	Page:     page("yaml-float-string"),
	On:       rules.ConfigFile | rules.Job,
	Words:    []string{"e-", "E-", "e+", "E+", "0e", "1e", "2e", "3e", "4e", "5e", "6e", "7e", "8e", "9e"},
	Check:    checkYAMLFloatString,
}

// strictHosts load with PyYAML and take the values as they come.
var strictHosts = map[string]string{
	"basicsr":  "BasicSR hands it to the optimizer as it is",
	"nanotron": "nanotron's dataclasses refuse text where they declare a float",
}

func checkYAMLFloatString(p *rules.Pass) {
	if p.Job != nil {
		checkNumbersOfScript(p)
		return
	}
	if p.Config == nil || p.Config.Format != config.YAML || p.Config.Templated {
		return
	}
	r := dialect.Read(p.Config)
	if r == nil || strictHosts[r.Dialect.Name] == "" || r.Confidence < dialect.Certain {
		return
	}
	for place := range p.Config.All() {
		n := place.Value
		if place.Borrowed || n.Kind != config.Scalar || textKeys[place.Key] || !floatAsText(n) {
			continue
		}
		p.Report(rules.Diagnostic{
			Severity: rules.Error, File: p.File.Path, Span: n.Span,
			Message: fmt.Sprintf("%s: %s is the text %q to PyYAML, not a number: %s; write %s",
				place.Key, n.Text, n.Text, strictHosts[r.Dialect.Name], withPoint(n.Text)),
			Fixes: configedit.Set(n, withPoint(n.Text)).Fixes("write "+withPoint(n.Text), fixes.Safe),
		})
	}
}

// textKeys want text, whatever it looks like.
var textKeys = map[string]bool{
	"name":     true,
	"version":  true,
	"tag":      true,
	"id":       true,
	"run":      true,
	"revision": true,
	"path":     true,
}

// floatAsText reports whether a bare scalar is text to PyYAML and a number to
// everyone else.
func floatAsText(n *config.Node) bool {
	if n.Style != config.Plain || n.Tag != "" || !strings.ContainsAny(n.Text, "eE") {
		return false
	}
	return config.PyYAML.Value(n).Kind == config.String && config.OmegaConf.Value(n).Kind == config.Float
}

// withPoint writes a number so that YAML 1.1 reads it as one: with a point, and a
// sign in the exponent.
func withPoint(text string) string {
	at := strings.IndexAny(text, "eE")
	mantissa, letter, exponent := text[:at], text[at:at+1], text[at+1:]
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	if exponent != "" && exponent[0] != '-' && exponent[0] != '+' {
		exponent = "+" + exponent
	}
	return mantissa + letter + exponent
}
