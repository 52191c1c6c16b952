package rules_test

import (
	"slices"
	"strings"
	"testing"
)

// turns is a lap of a training of two networks by turns, as autograd sees it: who clears, who adds gradients to whom,
// who steps.
type turns []string

// adversarial are the lines of a lap, by what they do.
var adversarial = map[string][]string{
	"clear D":           {"opt_d.zero_grad()"},
	"clear G":           {"opt_g.zero_grad()"},
	"step D":            {"opt_d.step()"},
	"step G":            {"opt_g.step()"},
	"backward D":        {"d_loss = discriminator(generator(z).detach()).mean() - discriminator(x).mean()", "d_loss.backward()"},
	"backward D and G":  {"d_loss = discriminator(generator(z)).mean() - discriminator(x).mean()", "d_loss.backward()"},
	"backward G":        {"g_loss = -discriminator(generator(z)).mean()", "g_loss.backward()"},
	"backward G, alone": {"g_loss = (generator(z) - x).square().mean()", "g_loss.backward()"},
}

// gives are the networks whose parameters a backward pass computes gradients of: all that what it starts from went
// through.
var gives = map[string]string{"backward D": "D", "backward D and G": "DG", "backward G": "DG", "backward G, alone": "G"}

// effects are what a few laps do with gradients.
type effects struct{ stale, left, needless, early map[string]bool }

// happens runs some laps: a backward pass adds to the gradients of networks, and they stay until they are cleared.
func (t turns) happens() effects {
	out := effects{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	type part struct {
		of      string // the network whose loss it is
		stepped bool
	}
	held := map[string][]*part{}
	used, wasted := map[string]bool{}, map[string]bool{}
	for lap := range 4 {
		for _, what := range t {
			does, on, _ := strings.Cut(what, " ")
			on = on[:1]
			switch does {
			case "clear":
				for _, p := range held[on] {
					if p.of != on && !p.stepped {
						wasted[p.of+on] = true
					}
				}
				held[on] = nil
			case "backward":
				for _, to := range []string{"D", "G"} {
					if strings.Contains(gives[what], to) {
						held[to] = append(held[to], &part{of: on})
					}
				}
			case "step":
				own := false
				for _, p := range held[on] {
					own = own || p.of == on && !p.stepped
					if lap < 2 {
						continue
					}
					out.stale[on] = out.stale[on] || p.of == on && p.stepped
					// What the generator's pass leaves in the judge works against what the judge learns, in the same lap, too.
					out.left[on] = out.left[on] || p.of != on
					used[p.of+on] = used[p.of+on] || p.of != on
				}
				out.early[on] = out.early[on] || !own
				for _, p := range held[on] {
					p.stepped = true
				}
			}
		}
	}
	for pass := range wasted {
		if !used[pass] {
			out.needless[pass] = true
		}
	}
	return out
}

func (t turns) program() string {
	text := "import torch\n\n\nclass Discriminator(torch.nn.Linear):\n    pass\n\n\ndef train(loader):\n    generator = torch.nn.Linear(4, 8)\n    discriminator = Discriminator(8, 1)\n" +
		"    opt_d = torch.optim.Adam(discriminator.parameters(), lr=1e-4)\n    opt_g = torch.optim.Adam(generator.parameters(), lr=1e-4)\n" +
		"    for x in loader:\n        z = torch.randn(len(x), 4)\n"
	for _, what := range t {
		text += indentedBy(2, adversarial[what]...)
	}
	return text
}

// tableOfTurns: where the gradients of each network are cleared, in every order of the two turns.
func tableOfTurns(t *testing.T) {
	places := []string{"before its pass", "behind its step", "at the start", "at the end", "nowhere"}
	for _, first := range []string{"D", "G"} {
		for _, passD := range []string{"backward D", "backward D and G"} {
			for _, passG := range []string{"backward G", "backward G, alone"} {
				grid(func(v ...string) {
					at := map[string]string{"D": v[0], "G": v[1]}
					lap := turns{}
					clear := func(of, place string) {
						if at[of] == place {
							lap = append(lap, "clear "+of)
						}
					}
					turn := func(of string) {
						clear(of, "before its pass")
						lap = append(lap, map[string]string{"D": passD, "G": passG}[of], "step "+of)
						clear(of, "behind its step")
					}
					second := map[string]string{"D": "G", "G": "D"}[first]
					clear("D", "at the start")
					clear("G", "at the start")
					turn(first)
					turn(second)
					clear("D", "at the end")
					clear("G", "at the end")
					expectTurns(t, lap)
				}, places, places)
			}
		}
	}
}

func expectTurns(t *testing.T, lap turns) {
	t.Helper()
	does := lap.happens()
	rules, want := []string{"missing-zero-grad", "zero-grad-before-step"}, []string{}
	for _, of := range []string{"D", "G"} {
		if does.stale[of] {
			want = append(want, "missing-zero-grad")
		}
		if does.early[of] {
			want = append(want, "zero-grad-before-step")
		}
	}
	if len(want) == 0 { // what is never cleared is told by itself
		rules = append(rules, "gradients-left-over", "generator-not-detached")
		if does.left["D"] || does.left["G"] {
			want = append(want, "gradients-left-over")
		}
		if does.needless["DG"] { // what the generator's pass leaves in the judge cannot be helped
			want = append(want, "generator-not-detached")
		}
	}
	text := lap.program()
	result := lintCase(t, map[string][]byte{"train.py": []byte(text)}, rules...)
	var got []string
	for _, d := range result.Diagnostics {
		got = append(got, d.Rule.Name)
	}
	slices.Sort(got)
	slices.Sort(want)
	if got, want := slices.Compact(got), slices.Compact(want); !slices.Equal(got, want) {
		t.Errorf("told %q, want %q\n%s\n%s", got, want, strings.Join(lap, "; "), text)
	}
}

// tableOfKnownCounts: one micro-batch a step sums nothing up, however it is counted.
func tableOfKnownCounts(t *testing.T) {
	gates := map[string][2]string{ // what stands before the loop, and how the step is let through
		"a rest":       {"pass", "if (i + 1) % n == 0:"},
		"counted up":   {"seen = 0", "seen += 1\nif seen == n:\n    seen = 0"},
		"counted down": {"left = n", "left -= 1\nif left == 0:\n    left = n"},
	}
	grid(func(v ...string) {
		gate, n, backward := gates[v[0]], v[1], v[2]
		var want []string
		if n != "1" && backward == "criterion(model(x), y).backward()" {
			want = []string{"accumulation-not-scaled"}
		}
		text := "import torch\n\n\ndef train(model, loader, k):\n    criterion = torch.nn.CrossEntropyLoss()\n    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n    n = " + n + "\n    " + gate[0] +
			"\n    for i, (x, y) in enumerate(loader):\n        " + backward + "\n" + indentedBy(2, strings.Split(gate[1], "\n")...) + indentedBy(3, "optimizer.step()", "optimizer.zero_grad()")
		expectRules(t, text, []string{"accumulation-not-scaled"}, want...)
	}, []string{"a rest", "counted up", "counted down"}, []string{"1", "4", "k"}, []string{"criterion(model(x), y).backward()", "(criterion(model(x), y) / n).backward()"})
}
