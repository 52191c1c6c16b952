package rules_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// graphProgram is the loop of oracle/graphs.py.
const graphProgram = `import copy
import math
from collections import defaultdict, deque

import torch
import torch.nn.functional as F


def train(model, loader, optimizer, state):
    kept, log, total, first, last, several = [], {}, 0, None, None, set()
    queue, by_name = deque(maxlen=2), defaultdict(list)
    window, unbounded = deque([], 2), deque(maxlen=None)
    for i, (x, y) in enumerate(loader):
        out = model(x)
        loss = (out - y).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        LINE
    print(kept, log, total, first, last, several, queue, by_name)
`

// tableOfGraphs: which graphs torch was seen to keep over the steps of a loop. What is kept and not told is missed,
// what is told and was free is wrong; both are listed.
func tableOfGraphs(t *testing.T) {
	text, err := os.ReadFile("../testdata/oracle/graphs.tsv")
	if err != nil {
		t.Fatal(err)
	}
	met := 0
	for line := range strings.Lines(string(text)) {
		written, became, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		met++
		told := len(lintCase(t, map[string][]byte{"train.py": []byte(strings.Replace(graphProgram, "LINE", linesOf(written), 1))}, "graph-accumulated").Diagnostics) > 0
		switch missed := slices.Contains(missedGraphs, written); {
		case told && became == "free" && !slices.Contains(wronglyTold, written):
			t.Errorf("%s: told, and torch frees it", written)
		case !told && slices.Contains(wronglyTold, written):
			t.Errorf("%s: no longer told, and listed as wrongly told", written)
		case !told && became == "grows" && !missed:
			t.Errorf("%s: torch keeps it, and nothing is told", written)
		case told && missed:
			t.Errorf("%s: is told now, and listed as missed", written)
		}
	}
	if met < 800 {
		t.Errorf("%d lines were seen, there were more", met)
	}
}

// linesOf are the lines of a row: some have several, with | between them.
func linesOf(written string) string {
	if strings.Contains(written, "out | ") {
		return written
	}
	return strings.ReplaceAll(written, "|", "\n        ")
}

// missedGraphs are kept by torch, and not told.
var missedGraphs = []string{
	"kept.append(torch.max(out, y)[1])", // of two tensors, which nothing shows
	"kept = kept + [loss]", "kept = kept + [out]",
	`log["all"] = log.get("all", []) + [loss]`, `log["all"] = log.get("all", []) + [out]`,
	`log.setdefault("all", []).append(loss)`, `log.setdefault("all", []).append(out)`,
	`log["sum"] = log.get("sum", 0) + loss`, `log["sum"] = log.get("sum", 0) + out`,
	"log.update({i: loss})", "log.update({i: out})",
	"state.kept.append(loss)", "state.kept.append(out)", // who gave it may differentiate it
	// what is bound in the first lap only, or on one way
	"last = torch.cat([last, out]) if last is not None else out", "last = torch.cat([last[-3:], out])[-3:] if last is not None else out",
	"last = loss if last is None else torch.minimum(last, loss)", "first = [] if first is None else first|first.append(loss)",
	`log.setdefault("n", [])|log["n"].append(loss)`, `if "n" not in log:|    log["n"] = []|log["n"].append(out)`,
	"total = torch.zeros(()) if i == 0 else total|total.add_(loss)", "total = [0, 0] if i == 0 else total|total[0] += loss",
	// sums in other words
	"total, last = total + loss, loss", "total = (total + loss) / 2", "total = torch.add(torch.as_tensor(total), loss)", "total = sum([total, loss])",
	"kept.append(lambda v=loss: v)", "kept *= 1|kept.append(loss)",
}

// wronglyTold are freed by torch, and told.
var wronglyTold = []string{
	"kept.append(copy.copy(loss))", "kept.append(loss)|kept[-1] = kept[-1].item()",
	`log[i] = {"loss": loss, "out": out}|del log[i]["loss"]|del log[i]["out"]`,
	"total += loss; total = total.detach() if torch.is_tensor(total) else total",
	"total += out; total = total.detach() if torch.is_tensor(total) else total",
}

// missedConstructors raise, and are not told: parts that come by a name or several at once, and bases whose constructor
// is a library's.
func missedConstructors(text string) bool {
	return slices.ContainsFunc([]string{"class Net(nn.Linear)", "class Net(Starts)", "self.fc = fc\n", "self.a = self.b = ", "self.a, self.b = "}, func(part string) bool {
		return strings.Contains(text, part)
	})
}

// missedIterators are used up, and not told.
func missedIterators(text string) bool {
	return strings.Contains(text, "= chain(") || strings.Contains(text, "= map(")
}

// tableOfPrograms: small programs and whether Python and torch take them (oracle/constructors.py).
func tableOfPrograms(rule string, missed func(text string) bool) func(t *testing.T) {
	return func(t *testing.T) {
		rows, err := os.ReadFile("../testdata/oracle/constructors.tsv")
		if err != nil {
			t.Fatal(err)
		}
		met, program := 0, ""
		for line := range strings.Lines(string(rows)) {
			row := strings.Split(strings.TrimSpace(line), "\t")
			if len(row) != 3 || row[0] != rule {
				continue
			}
			if row[2] == "program" {
				if err := json.Unmarshal([]byte(row[1]), &program); err != nil {
					t.Fatal(err)
				}
				continue
			}
			var places []string
			if err := json.Unmarshal([]byte(row[1]), &places); err != nil {
				t.Fatal(err)
			}
			text := strings.NewReplacer(places...).Replace(program)
			met++
			told := len(lintCase(t, map[string][]byte{"train.py": []byte(text)}, rule).Diagnostics) > 0
			if wrong := row[2] == "wrong"; told != wrong && !(wrong && missed(text)) {
				t.Errorf("told %v, and it is %s\n%s", told, row[2], text)
			}
		}
		if met < 400 {
			t.Errorf("%d programs, there were more", met)
		}
	}
}
