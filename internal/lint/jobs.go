package lint

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/rules"
)

// lintJobs runs the rules that look at whole training jobs. All jobs are looked
// for again after every fix: which files make a job is only known afterwards.
func (p *project) lintJobs() {
	var active []*rules.Rule
	for _, rule := range p.Rules {
		if rule.On&rules.Job != 0 && rule.Check != nil && p.selection.on(rule) {
			active = append(active, rule)
		}
	}
	p.ofJobs, p.jobsRan = nil, len(active) > 0
	if len(active) == 0 {
		return
	}
	for _, j := range p.Jobs() {
		for _, rule := range active {
			p.lintJob(rule, j)
		}
	}
}

// Jobs are the training jobs that the files looked at take part in.
func (r *Result) Jobs() []*job.Job { return r.project.Jobs() }

// Jobs are the training jobs that the files looked at take part in.
func (p *project) Jobs() []*job.Job {
	var list []*job.Job
	for _, r := range p.roots {
		for _, j := range p.jobsOf(r) {
			if slices.ContainsFunc(j.Files, func(path string) bool { return p.looksAt(path) }) {
				list = append(list, j)
			}
		}
	}
	return list
}

func (p *project) looksAt(path string) bool {
	return slices.ContainsFunc(p.files, func(f discover.File) bool { return f.Path == path })
}

// jobsOf are the jobs of one project and those that its settings name.
func (p *project) jobsOf(r *root) []*job.Job {
	w := &job.Workspace{Versions: p.versionsOf, Open: p.sources.quietly}
	for _, file := range p.filesOf(r) {
		w.Paths = append(w.Paths, file.Path)
	}
	list := job.Find(w)
	held, err := p.resolver.For(r.dir)
	if err != nil {
		return list
	}
	for _, named := range held.Jobs {
		if j := job.Run(w, named.Name, named.Run, p.reported(named.Dir)); j != nil {
			list = append(list, j)
		} else {
			p.Warn(fmt.Sprintf("%s: no training was found behind %q", named.Origin.Relative(p.Dir), named.Run))
		}
	}
	return list
}

// filesOf are all files of a project: when only a part of it was named, the
// launchers and configs elsewhere still decide what the named scripts do.
func (p *project) filesOf(r *root) []discover.File {
	if r.whole {
		return r.files
	}
	walker := &discover.Walker{Dir: p.Dir, Overlay: p.Overlay, Excluded: func(path string, _ bool) bool {
		held, err := p.resolver.For(filepath.Dir(path))
		return err != nil || held.Excludes(path) != nil
	}}
	files, _ := walker.Find([]string{r.dir})
	for _, file := range r.files {
		if !slices.ContainsFunc(files, func(f discover.File) bool { return f.Path == file.Path }) {
			files = append(files, file)
		}
	}
	return files
}

// quietly reads a file that a job names, nil when there is none.
func (s *sources) quietly(path string) *source.File {
	s.mu.Lock()
	file, ok := s.known[path]
	s.mu.Unlock()
	if ok {
		return file
	}
	file, err := s.read(discover.File{Path: path, Kind: discover.KindOf(path)})
	if err != nil {
		return nil
	}
	return file
}

// lintJob runs one rule on one job. The settings of the file that a finding
// stands in decide whether it is wanted. Two launchers of one script find the
// same; it is said once.
func (p *project) lintJob(rule *rules.Rule, j *job.Job) {
	if !j.Versions.Speaks(rule.Version) {
		return
	}
	report := func(d rules.Diagnostic) {
		held, err := p.policyOf(p.full(d.File))
		if err != nil || !held.on(rule) || slices.ContainsFunc(p.ofJobs, func(e rules.Diagnostic) bool { return sameFinding(d, e) }) {
			return
		}
		held.weigh(&d)
		p.ofJobs = append(p.ofJobs, d)
	}
	pass := rules.NewPass(rule, report)
	pass.Job = j
	pass.Versions = j.Versions
	pass.Target = p.target(j.Files[len(j.Files)-1])
	p.check(pass, j.Name)
}

func sameFinding(a, b rules.Diagnostic) bool {
	return a.Rule == b.Rule && a.File == b.File && a.Span == b.Span && a.Message == b.Message
}
