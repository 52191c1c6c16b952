package lint

import (
	"context"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/fixes/shelledit"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/rules"
)

// Fix applies, in memory, what may be applied unattended, and lints what came
// out until nothing changes. The second result is what is left; its sources are
// the fixed files. Nothing is written.
func (r *Result) Fix(ctx context.Context, unsafe bool) (*fixes.Result, *Result, error) {
	p, left := r.run, r
	session := &fixes.Session{
		File:   p.Source,
		Judge:  p.judgeOf,
		Unsafe: unsafe,
		Lint: func(changed []*source.File) ([]fixes.Candidate, error) {
			var err error
			left, err = p.again(ctx, changed)
			if err != nil {
				return nil, err
			}
			return candidates(left.Diagnostics), nil
		},
	}
	done, err := session.Run(candidates(r.Diagnostics))
	if err != nil {
		return nil, nil, err
	}
	return done, left, nil
}

// again lints changed files, and what depends on them.
func (p *pipeline) again(ctx context.Context, changed []*source.File) (*Result, error) {
	var files []discover.File
	for _, file := range changed {
		files = append(files, discover.File{Path: file.Path, Kind: discover.KindOf(file.Path), Named: p.named(file.Path)})
	}
	p.Replace(changed)
	p.Allowance.Again()
	for _, path := range p.lookingInto(changed) {
		files = append(files, discover.File{Path: path, Kind: discover.KindOf(path), Named: p.named(path)})
	}
	if err := p.eachFile(ctx, files); err != nil {
		return nil, err
	}
	if err := p.lintJobs(); err != nil {
		return nil, err
	}
	return p.result(), nil
}

func (p *pipeline) named(path string) bool {
	for _, file := range p.Files {
		if file.Path == path {
			return file.Named
		}
	}
	return false
}

// candidates are the findings that offer a fix.
func candidates(found []rules.Diagnostic) []fixes.Candidate {
	var list []fixes.Candidate
	for _, d := range found {
		if len(d.Fixes) > 0 {
			list = append(list, fixes.Candidate{Rule: d.Rule.Name, Fixes: d.Fixes})
		}
	}
	return list
}

// judgeOf is JudgeOf with the trees that the project keeps.
func (p *pipeline) judgeOf(f *source.File) fixes.Judge {
	if discover.KindOf(f.Path).IsPython() {
		return pyedit.JudgeWith(f, p.Tree)
	}
	return JudgeOf(f)
}

// JudgeOf knows the language of a file; nil where none is known.
func JudgeOf(f *source.File) fixes.Judge {
	switch kind := discover.KindOf(f.Path); {
	case kind.IsPython():
		return pyedit.Judge(f)
	case kind.IsConfig():
		return configedit.Judge(f)
	case kind == discover.Shell:
		return shelledit.Judge(f)
	}
	return nil
}
