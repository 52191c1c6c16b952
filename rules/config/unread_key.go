package config

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/rules"
)

// UnreadKey is unread-key.
var UnreadKey = &rules.Rule{
	Name:         "unread-key",
	Group:        rules.Config,
	Severity:     rules.Note,
	Page:         page("unread-key"),
	On:           rules.Job,
	Words:        []string{"yaml", "json", "OmegaConf", "toml", "hydra"},
	WithoutTorch: true,
	Check:        checkUnreadKey,
}

func checkUnreadKey(p *rules.Pass) {
	var others [][]job.UnreadKey // by file
	for _, k := range p.Job.UnreadKeys() {
		if ofLogging(k.Value) {
			continue
		}
		if k.Exception && knowledge.DecidesTraining(k.Key) {
			reportUnread(p, rules.Warning, []job.UnreadKey{k})
			continue
		}
		if n := len(others); n > 0 && documentOf(others[n-1][0]) == documentOf(k) {
			others[n-1] = append(others[n-1], k)
		} else {
			others = append(others, []job.UnreadKey{k})
		}
	}
	for _, list := range others {
		reportUnread(p, rules.Note, list)
	}
}

// ofLogging reports whether a value stands in what logging.config.dictConfig takes whole: the file, or a part of it.
func ofLogging(v *config.Node) bool {
	for n := v; n != nil; n = n.Owner() {
		if n.Has("version") && (n.Has("handlers") || n.Has("formatters")) {
			return true
		}
	}
	return false
}

func documentOf(k job.UnreadKey) *config.Document { return k.Value.Document() }

// maxNamed bounds the keys that a message names.
const maxNamed = 4

// reportUnread tells of the unread keys of one file.
func reportUnread(p *rules.Pass, severity rules.Severity, list []job.UnreadKey) {
	var names []string
	var notes []rules.NotePlace
	file := documentOf(list[0]).File
	for i, k := range list {
		if i < maxNamed {
			names = append(names, k.Key)
		}
		if i > 0 {
			notes = append(notes, rules.NotePlace{File: file.Path, Span: k.KeySpan, Message: "nor " + k.Key})
		}
	}
	what, changes := strings.Join(names, ", "), "it changes nothing; read it, or take it out"
	if len(list) > 1 {
		changes = "they change nothing"
	}
	if more := len(list) - len(names); more > 0 {
		what += fmt.Sprintf(" and %d more", more)
	}
	p.Report(rules.Diagnostic{Severity: severity, File: file.Path, Span: list[0].KeySpan, Notes: notes,
		Message: fmt.Sprintf(
			"nothing reads %s: the keys around are read by name, and no code of the project holds this word; %s",
			what,
			changes,
		)})
}
