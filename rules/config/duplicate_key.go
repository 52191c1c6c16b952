package config

import (
	"bytes"
	"fmt"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/rules"
)

// DuplicateKey is duplicate-key.
var DuplicateKey = &rules.Rule{
	Name:     "duplicate-key",
	Group:    rules.Config,
	Severity: rules.Warning,
	Page:     page("duplicate-key"),
	On:       rules.ConfigFile,
	Check:    checkDuplicateKey,
}

func checkDuplicateKey(p *rules.Pass) {
	if p.Config.Templated || bytes.Contains(p.File.Text, []byte("\n<<<<<<< ")) {
		return // both sides of a merge that nobody has decided
	}
	r := dialect.Read(p.Config)
	if r == nil {
		return
	}
	for _, duplicate := range p.Config.Duplicates {
		winner := duplicate.Entries[len(duplicate.Entries)-1]
		for _, lost := range duplicate.Entries[:len(duplicate.Entries)-1] {
			reportDuplicate(p, r, lost, winner)
		}
	}
}

func reportDuplicate(p *rules.Pass, r *dialect.Reading, lost, winner *config.Entry) {
	line := p.File.Position(winner.KeySpan.Start).Line
	d := rules.Diagnostic{
		Severity: rules.Warning, File: p.File.Path, Span: lost.KeySpan,
		Notes: []rules.NotePlace{{File: p.File.Path, Span: winner.Span, Message: "this one counts"}},
	}
	safety := fixes.Safe
	loader := raises(r)
	switch same := sameValue(lost.Value, winner.Value); {
	case loader != "":
		safety = fixes.Unsafe
		if r.Confidence >= dialect.Certain { // else the file may be another program's
			d.Severity = rules.Error
		}
		d.Message = fmt.Sprintf(
			"%s is written again in line %d: %s refuses a file with a key twice; keep one",
			lost.Key,
			line,
			loader,
		)
		d.Notes[0].Message = "the second one is here"
	case same:
		d.Severity = rules.Note
		d.Message = fmt.Sprintf("%s is written again in line %d with the same value; remove one", lost.Key, line)
	case lost.Value.Kind == config.Mapping:
		safety = fixes.Unsafe // nothing that is loaded changes, but what is lost was written for a reason
		d.Message = fmt.Sprintf(
			"%s is written again in line %d: everything below this one is dropped; join the two",
			lost.Key,
			line,
		)
	default:
		d.Message = fmt.Sprintf(
			"%s: %s is never used: line %d writes the key again as %s, and the last one counts; remove one",
			lost.Key,
			shown(lost.Value),
			line,
			shown(winner.Value),
		)
	}
	d.Fixes = configedit.Remove(lost).Fixes("remove the one that is overridden", safety)
	p.Report(d)
}

// raises names the loader that refuses duplicates, "" when it keeps the last one.
func raises(r *dialect.Reading) string {
	switch {
	case r.Document.Format == config.TOML:
		return "TOML"
	case r.Document.Format == config.JSON && r.Dialect.Name == "deepspeed":
		return "DeepSpeed"
	case r.Confidence < dialect.Likely || r.Document.Format == config.JSON:
		return ""
	case r.Dialect.Host == config.OmegaConf:
		return "OmegaConf"
	case r.Dialect.Host == config.Ruamel:
		return "ruamel.yaml"
	}
	return ""
}

func sameValue(a, b *config.Node) bool {
	if a.Kind != config.Scalar || b.Kind != config.Scalar {
		return a.Kind == b.Kind && a.Tag == b.Tag && a.Raw() == b.Raw()
	}
	return a.Text == b.Text && a.Style == b.Style && a.Tag == b.Tag
}

// shown is a value in one short line.
func shown(n *config.Node) string {
	switch {
	case n.Kind == config.Mapping:
		return "a mapping"
	case n.Kind == config.Sequence:
		return "a list"
	case n.Style == config.Empty:
		return "nothing"
	}
	if text := n.Raw(); len(text) <= 40 {
		return text
	}
	return n.Raw()[:40] + "…"
}
