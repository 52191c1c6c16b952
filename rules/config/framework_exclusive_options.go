package config

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/rules"
)

// FrameworkExclusiveOptions is framework-exclusive-options.
var FrameworkExclusiveOptions = &rules.Rule{
	Name:     "framework-exclusive-options",
	Group:    rules.Config,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("framework-exclusive-options"),
	On:       rules.ConfigFile | rules.Job,
	Words:    wordsOfCombinations(),
	Check:    checkFrameworkExclusiveOptions,
}

// wordsOfCombinations are the keys that have to be written, of each combination two at most.
func wordsOfCombinations() (words []string) {
	for _, c := range knowledge.Combinations() {
		items := []string{""}
		for i, n := 0, 0; i < len(c.When) && n < 2; i++ {
			if !c.When[i].Written() || c.When[i].Aside {
				continue
			}
			n++
			var more []string
			for _, key := range c.When[i].Keys() {
				for _, item := range items {
					more = append(more, strings.TrimSpace(item+" "+lastPart(key)))
				}
			}
			items = more
		}
		words = append(words, items...)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

func checkFrameworkExclusiveOptions(p *rules.Pass) {
	switch {
	case p.Job != nil:
		if s := p.Job.Settings(); s != nil {
			judgeTogether(p, &together{settings: s, job: p.Job}, p.Job.Versions)
		}
	case p.Config == nil || p.Config.Broken() || p.Config.Templated:
	default:
		if r := accelerateConfig(p); r != nil {
			s := job.SettingsOf(r)
			s.Open = false // what accelerate launch is told besides is none of this
			judgeTogether(p, &together{settings: s}, p.Versions)
		} else if s := trainerFile(p.Config); s != nil {
			judgeTogether(p, &together{settings: s}, p.Versions)
		}
	}
}

// trainerFile is a file of sd-scripts' settings, which stands alone in most projects. The JSON files of its graphical
// interface have names of their own.
func trainerFile(d *config.Document) *job.Settings {
	r := dialect.Read(d)
	if d.Format == config.JSON || r == nil || r.Dialect.Name != "kohya" || r.Confidence < dialect.Certain {
		return nil
	}
	modules := r.Said("network_module")
	if !slices.ContainsFunc(modules, func(m dialect.Pair) bool { return knowledge.AdapterModules(m.Value.Text) }) {
		return nil
	}
	return job.SettingsOf(r)
}

// together are the settings that are judged, and the job that has them; nil for a file alone.
type together struct {
	settings *job.Settings
	job      *job.Job
}

func judgeTogether(p *rules.Pass, t *together, v *deps.Versions) {
	of := knowledge.FrameworkOf(t.settings.Dialect.Name)
	for _, c := range knowledge.Combinations() {
		if c.Dialect != t.settings.Dialect.Name || !c.Asks(t.settings.Script) ||
			c.Since != "" && !v.Allows(of.Package, ">="+c.Since) || c.Until != "" && !v.Requires(of.Package, "<"+c.Until) {
			continue
		}
		found, holds := t.found(c)
		if holds && !t.saidOfFile(found) {
			reportTogether(p, c, of, found)
		}
	}
}

// found is how each setting of a combination holds; holds is false where one does not, or is not known to.
func (t *together) found(c knowledge.Combination) (list []heldSetting, holds bool) {
	for _, s := range c.When {
		h := t.held(s)
		if !h.holds {
			return nil, false
		}
		list = append(list, h)
	}
	return list, slices.ContainsFunc(list, func(h heldSetting) bool { return h.pair.File != nil })
}

// heldSetting is a setting with the key that is written, if one is.
type heldSetting struct {
	knowledge.Setting
	holds bool
	pair  dialect.Pair
}

func (t *together) held(s knowledge.Setting) heldSetting {
	h := heldSetting{Setting: s}
	if s.Holds == knowledge.HoldsField {
		if t.job != nil {
			h.holds = t.job.Text(dialect.Field(s.Key)) == s.Absent
		}
		return h
	}
	all, written := true, false // of the keys that are written, whether all are as it says
	for _, key := range s.Keys() {
		pairs := t.settings.Pairs(key)
		if len(pairs) == 0 {
			continue
		}
		written = true
		as := !slices.ContainsFunc(pairs, func(pair dialect.Pair) bool { return !asSaid(s, pair.Value) })
		all = all && as
		if h.pair.File == nil || as && !h.holds {
			h.pair = pairs[len(pairs)-1]
		}
		h.holds = h.holds || as
	}
	switch {
	case !written:
		h.holds = !t.settings.Open && holdsAbsent(s)
	case s.Holds == knowledge.HoldsOff:
		h.holds = all && (!t.settings.Open || len(s.Keys()) == 1)
	}
	return h
}

// holdsAbsent reports whether a setting is as it says where its key is absent.
func holdsAbsent(s knowledge.Setting) bool {
	switch s.Holds {
	case knowledge.HoldsOff, knowledge.HoldsNotFalse:
		return true
	case knowledge.HoldsIs, knowledge.HoldsIsNot:
		return s.Absent != "" && isWord(s, s.Absent) == (s.Holds == knowledge.HoldsIs)
	}
	return false
}

func isWord(s knowledge.Setting, text string) bool {
	return slices.ContainsFunc(s.Words, func(word string) bool { return strings.EqualFold(word, text) })
}

// asSaid reports whether a value that is written is for sure as a setting says.
func asSaid(s knowledge.Setting, v config.Value) bool {
	if v.Kind == config.Null && s.Absent != "" {
		return holdsAbsent(s)
	}
	switch on, known := pythonTruth(v); s.Holds {
	case knowledge.HoldsOn:
		return known && on
	case knowledge.HoldsOff:
		return known && !on
	case knowledge.HoldsFalse:
		return known && !on && v.Kind != config.Null
	case knowledge.HoldsGiven:
		return v.Known() && v.Kind != config.Null && !(v.Kind == config.String && isNone(v.Text))
	case knowledge.HoldsIs:
		return v.Known() && isWord(s, v.Text)
	case knowledge.HoldsIsNot:
		return v.Known() && v.Kind != config.Null && v.Text != "" && !isWord(s, v.Text)
	case knowledge.HoldsAbove:
		return v.IsNumber() && v.Float > s.Than
	case knowledge.HoldsNotFalse:
		return v.Kind == config.Null || v.Kind == config.Bool && v.Bool
	case knowledge.HoldsZero:
		return v.IsNumber() && v.Float == 0
	}
	return false
}

func isNone(text string) bool {
	return text == "" || strings.EqualFold(text, "none") || strings.EqualFold(text, "null")
}

// pythonTruth is whether Python takes a value for true. A text that says no is one to most programs, and is not known.
func pythonTruth(v config.Value) (on, known bool) {
	switch v.Kind {
	case config.Unknown:
		return false, false
	case config.Null:
		return false, true
	case config.Bool:
		return v.Bool, true
	case config.Int, config.Float:
		return v.Float != 0, true
	case config.String:
		switch strings.ToLower(v.Text) {
		case "":
			return false, true
		case "false", "no", "off", "none", "null", "n", "f", "0":
			return false, false
		}
	case config.MappingValue:
		return v.Node == nil || len(v.Node.Entries) > 0, true
	case config.SequenceValue:
		return v.Node == nil || len(v.Node.Items) > 0, true
	}
	return true, true
}

// saidOfFile reports whether one file says all of it, which is told of the file.
func (t *together) saidOfFile(found []heldSetting) bool {
	if t.job == nil || t.job.Config == nil || t.job.Config.Document == nil || trainerFile(t.job.Config.Document) == nil {
		return false
	}
	file := t.job.Config.Document.File
	return !slices.ContainsFunc(found, func(h heldSetting) bool { return h.pair.File != file })
}

func reportTogether(p *rules.Pass, c knowledge.Combination, of knowledge.Framework, found []heldSetting) {
	var with, without []string
	var notes []rules.NotePlace
	at := dialect.Pair{}
	for _, h := range found {
		if h.Aside {
			continue
		}
		if h.pair.File != nil && at.File == nil {
			at = h.pair
		} else if h.pair.File != nil {
			notes = append(notes, note(h.pair, lastPart(h.pair.Key)+" is set here"))
		}
		if said, is := spoken(h); is {
			with = append(with, said)
		} else {
			without = append(without, said)
		}
	}
	message := with[0]
	if len(with) > 1 {
		message += " with " + strings.Join(with[1:], " and ")
	}
	if len(without) > 0 {
		message += " without " + strings.Join(without, " and ")
	}
	severity := rules.Error
	switch {
	case c.Raises != "":
		message += ": " + of.Called + " stops with " + c.Raises + " (" + c.Says + "); " + c.Instead
	default:
		message += ": " + c.Says + "; " + c.Instead
		severity = rules.Warning
		if c.Minor {
			severity = rules.Note
		}
	}
	report(p, severity, at, message, notes...)
}

// maxSpoken bounds the values that a message repeats.
const maxSpoken = 40

// spoken is a setting in the words of the config; is is false for one that is off or not there.
func spoken(h heldSetting) (said string, is bool) {
	key := lastPart(h.pair.Key)
	switch v := h.pair.Value; {
	case h.Holds == knowledge.HoldsField:
		return strings.Join(h.Words, " "), true
	case h.pair.File == nil && h.Absent != "":
		return lastPart(h.Keys()[0]) + " " + h.Absent + " (the default)", true
	case h.pair.File == nil && h.Holds == knowledge.HoldsNotFalse:
		return lastPart(h.Keys()[0]) + ": false", false
	case h.pair.File == nil:
		return lastPart(h.Keys()[0]), false
	case h.Holds == knowledge.HoldsOff:
		return key, false
	case v.Kind == config.Bool && v.Bool, v.Kind == config.MappingValue, v.Kind == config.SequenceValue,
		v.Kind == config.Null, len(v.Text) > maxSpoken:
		return key, true
	default:
		return key + " " + v.Text, true
	}
}
