package main

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// swaps are pairs of statements, one right behind the other, that change places.
func swaps(m *python.Module, first, second func(*python.Call) bool) []site {
	var sites []site
	for n := range python.AllIn(m.Body) {
		one, ok := n.(*python.ExprStmt)
		if !ok {
			continue
		}
		other, ok := behind(m, one).(*python.ExprStmt)
		if !ok || !isCall(one, first) || !isCall(other, second) ||
			m.File.LineOf(one.Span().End) == m.File.LineOf(other.Span().Start) {
			continue
		}
		sites = append(sites, site{line: m.File.LineOf(one.Span().Start), edits: []source.Replacement{
			{Span: one.Span(), New: m.File.Slice(other.Span())}, {Span: other.Span(), New: m.File.Slice(one.Span())}}})
	}
	return sites
}

func isCall(s *python.ExprStmt, is func(*python.Call) bool) bool {
	c, ok := s.Value.(*python.Call)
	return ok && is(c)
}

// behind is the statement right behind another; nil when that is the last of its block.
func behind(m *python.Module, s python.Stmt) python.Stmt {
	block := m.Block(s)
	if at := slices.Index(block, s); at >= 0 && at+1 < len(block) {
		return block[at+1]
	}
	return nil
}

func stepsRole(role knowledge.Role) func(*python.Call) bool {
	return func(c *python.Call) bool {
		return c.MethodName() == "step" && knowledge.RoleOfWord(python.LastName(c.Receiver())) == role
	}
}

func isBackward(c *python.Call) bool { return c.MethodName() == "backward" }

func isClip(c *python.Call) bool {
	return strings.HasPrefix(python.LastName(c.Func), "clip_grad_") && len(c.Args) > 0
}

// schedulersFirst are schedulers that step right behind their optimizer, and before it now.
func schedulersFirst(m *python.Module) []site {
	return swaps(m, stepsRole(knowledge.Optimizer), stepsRole(knowledge.Scheduler))
}

// clipsFirst are gradients that are clipped right behind the backward pass, and before it now.
func clipsFirst(m *python.Module) []site { return swaps(m, isBackward, isClip) }

// clearsLast are gradients that are cleared right before the backward pass, and behind it now.
func clearsLast(m *python.Module) []site {
	return swaps(m, func(c *python.Call) bool { return c.MethodName() == "zero_grad" }, isBackward)
}

// undetached are generated samples that a discriminator is given without their graph: they keep it.
func undetached(m *python.Module) []site {
	var sites []site
	for _, c := range m.AllCalls() {
		around, ok := c.Parent().(*python.Arg)
		if c.MethodName() != "detach" || len(c.Args) > 0 || !ok || !inLoop(c) {
			continue
		}
		call, ok := around.Parent().(*python.Call)
		if !ok || !knowledge.NamesDiscriminator(python.LastName(call.Func)) {
			continue
		}
		sites = append(sites, site{line: m.File.LineOf(c.Span().Start),
			edits: []source.Replacement{{Span: source.Span{Start: c.Receiver().Span().End, End: c.Span().End}}}})
	}
	return sites
}

// unshared are loaders of a program with a distributed sampler: they go without.
func unshared(m *python.Module) []site {
	if !m.Mentions(func(word string) bool { return word == "DistributedDataParallel" || word == "DDP" }) {
		return nil
	}
	var sites []site
	for _, c := range m.AllCalls() {
		if python.LastName(c.Func) != "DataLoader" || c.Keyword("sampler") == nil {
			continue
		}
		given := c.Keyword("sampler").Value
		name := strings.ToLower(python.LastName(given))
		if !strings.Contains(name, "train") && name != "sampler" {
			continue // a loader of another set may be gone over by each process alone
		}
		sites = append(
			sites,
			site{line: m.File.LineOf(given.Span().Start), edits: []source.Replacement{{Span: given.Span(), New: "None"}}},
		)
	}
	return sites
}
