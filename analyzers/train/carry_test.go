package train

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// carriedBy is what is known of the graph of the value that a program appends to `kept`.
func carriedBy(t *testing.T, name, program string) string {
	t.Helper()
	got := ""
	for _, e := range factsOf(t, program).Entries() {
		for _, s := range e.Stores {
			if call, ok := s.Node.(*python.Call); ok && s.Kind == run.StoreAdded && python.PathText(call.Receiver()) == "kept" {
				got = map[Carry]string{CarriesNot: "no", MayCarry: "perhaps", Carries: "yes"}[e.graphs().carries(addedBy(s))]
			}
		}
	}
	if got == "" {
		t.Errorf("%s: nothing is kept", name)
	}
	return got
}

// TestCarriesGraph: which values of a training step hold the graph of its forward pass.
func TestCarriesGraph(t *testing.T) {
	program := func(lines string) string {
		lines = strings.TrimSpace(lines)
		before, last, several := "", lines, strings.Contains(lines, "\n")
		if several {
			at := strings.LastIndex(lines, "\n")
			before, last = "\n"+lines[:at], lines[at+1:]
		}
		return "import lib\nimport torch\nimport torch.nn.functional as F\nfrom torch import nn\n\nclass Own:\n    def __init__(self, v):\n        self.v = v\n\ndef train(loader, unknown, hidden_state, i, names: list, count: int, teacher, config, loss_fn, module, prev_hidden, images, lr, weight_decay: float, flag=False):\n" +
			"    model = nn.Linear(8, 8)\n    relu = nn.ReLU()\n    criterion = nn.CrossEntropyLoss()\n    optimizer = torch.optim.SGD(model.parameters(), 0.1)\n    scaler = torch.amp.GradScaler()\n    kept = []\n" +
			"    for x, y in loader:\n        out = model(x)\n        loss = criterion(out, y)\n        optimizer.zero_grad()\n        loss.backward()\n        optimizer.step()" +
			strings.ReplaceAll(before, "\n", "\n        ") + "\n        kept.append(" + last + ")\n    return 0\n"
	}
	for lines, want := range map[string]string{
		// the pass itself
		"out":              "yes",
		"loss":             "yes",
		"model(x)":         "yes",
		"model.forward(x)": "yes",
		"relu(out)":        "yes",
		// a network that the program freezes adds nothing
		"net = nn.Linear(8, 8)\nnet.requires_grad_(False)\nnet(x)":                                "no",
		"net = nn.Linear(8, 8)\nnet.requires_grad_(flag)\nnet(x)":                                 "perhaps",
		"net = nn.Linear(8, 8)\nif flag:\n    net.requires_grad_(False)\nnet(x)":                  "perhaps",
		"net = nn.Linear(8, 8)\nnet.requires_grad_(False)\nnet.bias.requires_grad_(True)\nnet(x)": "perhaps",
		"net = nn.Linear(8, 8)\nnet.requires_grad_(False)\nnet(out)":                              "yes",
		"net = nn.Linear(8, 8)\nfor p in net.parameters():\n    p.requires_grad = False\nnet(x)":  "perhaps",
		"net = nn.Linear(8, 8)\nnet(x)":                                                           "yes",
		"relu(x)":                                                                                 "no",
		"criterion(out, y)":                                                                       "yes",
		"criterion(x, y)":                                                                         "no",
		"criterion(x, out)":                                                                       "no", // numbers of classes
		"F.cross_entropy(x, out)":                                                                 "no",
		"F.cross_entropy(out, y)":                                                                 "yes",
		"F.mse_loss(x, out)":                                                                      "yes",
		"F.mse_loss(x, y)":                                                                        "no",
		"nn.MSELoss()(x, out)":                                                                    "yes",
		"F.cross_entropy(x, y, weight=out)":                                                       "yes",
		"F.cross_entropy(x, target=out)":                                                          "no",
		"x":                                                                                       "no",
		"y":                                                                                       "no",
		// arithmetic
		"loss * 2":       "yes",
		"2 * loss":       "yes",
		"loss + y":       "yes",
		"y - loss":       "yes",
		"-loss":          "yes",
		"loss ** 2":      "yes",
		"out @ y":        "yes",
		"abs(out)":       "yes",
		"x * y":          "no",
		"1 - y":          "no",
		"loss % 3":       "yes",
		"sum([loss, y])": "yes",
		"sum([x, y])":    "no",
		"max(loss, y)":   "yes",
		// comparisons and texts
		"out > 0":           "no",
		"out == y":          "no",
		"'%.3f' % loss":     "no",
		"f'{loss}'":         "no",
		"'{}'.format(loss)": "no",
		"str(loss)":         "no",
		"float(loss)":       "no",
		"int(loss)":         "no",
		"len(out)":          "no",
		"loss is None":      "no",
		"not loss":          "no",
		// methods
		"loss.item()":                   "no",
		"loss.tolist()":                 "no",
		"out.detach()":                  "no",
		"out.data":                      "no",
		"out.shape":                     "no",
		"out.shape[0]":                  "no",
		"out.size(0)":                   "no",
		"out.device":                    "no",
		"out.argmax(1)":                 "no",
		"out.argmax(1) == y":            "no",
		"(out.argmax(1) == y).sum()":    "no",
		"out.mean()":                    "yes",
		"out.cpu()":                     "yes",
		"out.cpu().detach()":            "no",
		"out.detach().cpu()":            "no",
		"out.detach() + loss":           "yes",
		"out.detach().requires_grad_()": "no", // a leaf: no graph behind it
		"out.clone()":                   "yes",
		"out.to('cpu')":                 "yes",
		"out.float().view(-1)":          "yes",
		"x.float().view(-1)":            "no",
		"scaler.scale(loss)":            "yes",
		"loss.detach().item()":          "no",
		"out.numpy()":                   "no",
		// items
		"out[0]":                   "yes",
		"out[y]":                   "yes",
		"x[0]":                     "no",
		"x[out.argmax()]":          "no",
		"y[out]":                   "no", // no gradient goes to an index
		"out[0].item()":            "no",
		"out.max(1)[0]":            "yes",
		"out.max(1)[1]":            "no",
		"out.max(dim=1)[1]":        "no",
		"torch.max(out, 1)[1]":     "no",
		"torch.max(out, 1)[0]":     "yes",
		"torch.max(out, dim=1)[1]": "no",
		"torch.max(out, x)[1]":     "perhaps", // a row of the larger values, or indices
		"torch.max(out)[1]":        "yes",
		"out.topk(5)[1]":           "no",
		"out.topk(5)[0]":           "yes",
		"torch.topk(out, 5)[1]":    "no",
		"out.sort()[1]":            "no",
		"out.split(2)[1]":          "yes",
		"[out, x][0]":              "yes",
		"[out, x][1]":              "no",
		"(x, out)[1]":              "yes",
		"{'a': out, 'b': x}['a']":  "yes",
		"{'a': out, 'b': x}['b']":  "no",
		"_, predicted = torch.max(out, 1)\npredicted": "no",
		"values, predicted = out.max(1)\nvalues":      "yes",
		// containers
		"[out]":                     "yes",
		"(x, loss)":                 "yes",
		"{'loss': loss}":            "yes",
		"[x, y]":                    "no",
		"{'loss': loss.item()}":     "no",
		"[o for o in out]":          "yes",
		"[o.item() for o in out]":   "no",
		"[o.detach() for o in out]": "no",
		"d = {'loss': loss}\n{k: v for k, v in d.items()}":                                     "yes",
		"d = {'loss': loss}\n{k: v.item() for k, v in d.items()}":                              "no",
		"d = {'loss': loss}\n{k: v.item() if torch.is_tensor(v) else v for k, v in d.items()}": "perhaps",
		"d = {'loss': loss}\nsum(d.values())":                                                  "yes",
		"d = {'loss': loss, 'x': x}\nd['x']":                                                   "no",
		"out, z = out.detach(), 1\nout":                                                        "no",
		// functions of torch
		"torch.cat([out, x])":                      "yes",
		"torch.cat([x, y])":                        "no",
		"torch.stack([out])":                       "yes",
		"torch.sum(out)":                           "yes",
		"torch.argmax(out)":                        "no",
		"torch.zeros_like(out)":                    "no",
		"torch.zeros(3)":                           "no",
		"torch.zeros(3, requires_grad=True)":       "no",
		"torch.zeros(3, requires_grad=True) * 2":   "yes",
		"torch.zeros(3, requires_grad=False) * 2":  "no",
		"torch.zeros(3).requires_grad_(False) * 2": "no",
		"torch.zeros(3).requires_grad_(*xs) * 2":   "perhaps",
		"torch.cumprod(torch.zeros(3), 0).requires_grad_(False).to(x.device)": "no",
		"torch.zeros(3).requires_grad_() * 2":                                 "yes",
		"torch.tensor(1.0)":                                                   "no",
		"torch.where(y, out, x)":                                              "yes",
		"torch.where(out > 0, x, y)":                                          "no",
		"torch.isnan(loss)":                                                   "no",
		"torch.autograd.grad(loss, x)":                                        "no",
		"torch.autograd.grad(loss, x, create_graph=True)":                     "yes",
		"torch.autograd.grad(loss, x, create_graph=False)":                    "no",
		"torch.autograd.grad(loss, x, None, None, True)":                      "yes",
		"torch.autograd.grad(loss, x)[0] * out":                               "yes",
		"torch.utils.checkpoint.checkpoint(model, x)":                         "yes",
		// parameters
		"model.weight":                    "no",
		"model.weight * 2":                "yes",
		"model.weight.norm()":             "yes",
		"model.weight.grad":               "no",
		"model.weight.data":               "no",
		"model.bias.sum()":                "yes",
		"model":                           "no",
		"optimizer":                       "no",
		"optimizer.param_groups[0]['lr']": "no",
		"loader":                          "no",
		"scaler.get_scale()":              "no",
		// under no_grad and ways that differ
		"with torch.no_grad():\n    q = model(x)\nq":                                    "no",
		"with torch.no_grad():\n    q = out * 2\nq":                                     "no",
		"with torch.no_grad():\n    q = out\nq":                                         "yes",
		"with torch.inference_mode():\n    q = model(x)\nq":                             "no",
		"with torch.set_grad_enabled(i > 0):\n    q = model(x)\nq":                      "perhaps",
		"with torch.no_grad():\n    with torch.enable_grad():\n        q = model(x)\nq": "yes",
		"q = out if i else x\nq":                                                        "perhaps",
		"q = out if i else None\nq":                                                     "yes",
		"q = out if i else 0\nq":                                                        "yes",
		"q = out if i else out.detach()\nq":                                             "perhaps",
		"q = out.detach()\nif i:\n    q = q * 2\nq":                                     "no",
		"q = out\nif i:\n    q = q * 2\nq":                                              "yes",
		"q = out.clone()\nq.detach_()\nq":                                               "no",
		// dictionaries walked over
		"d = {'loss': loss}\n[v for v in d.values()]":                          "yes",
		"d = {'loss': loss}\n[v for k, v in d.items()]":                        "yes",
		"d = {'loss': loss.item()}\n[v for v in d.values()]":                   "no",
		"d = unknown.losses(x)\n[v for v in d.values()]":                       "perhaps",
		"d = model(x)\n[v for v in d.values()]":                                "yes",
		"d = model(x)\n[v for k, v in d.items()]":                              "yes",
		"d = model(x)\n[k for k in d.keys()]":                                  "no",
		"d = model(x)\n[v for v in d.values() if torch.is_tensor(v)]":          "perhaps", // it knows that some are none
		"d = model(x)\n[v for v in d.values() if isinstance(v, torch.Tensor)]": "perhaps",
		"d = model(x)\n[v for v in d.values() if isinstance(v, dict)]":         "yes",
		"d = model(x)\nd['loss'] = d['loss'].detach()\nd":                      "perhaps", // of what else it holds nothing is seen
		"d = model(x)\nd['loss']":                                              "yes",
		"d = model(x)\nd.loss":                                                 "yes",
		"d = model(x)\nd.logits.mean()":                                        "yes",
		"with torch.no_grad():\n    d = model(x)\nd['loss']":                   "no",
		"with torch.no_grad():\n    d = model(x)\nd.loss":                      "no",
		"with torch.no_grad():\n    d = model(x)\nd.loss * 2":                  "no",
		"with torch.no_grad():\n    d = model(x)\nd.loss + loss":               "yes",
		// what stands beside the loss in what a model or a criterion that is not seen gives
		"value, psnr = model(x)\nvalue":                                     "yes",
		"value, psnr = model(x)\npsnr":                                      "perhaps",
		"value, accuracy = model(x)\naccuracy":                              "perhaps",
		"value, num_tokens = model(x)\nnum_tokens":                          "perhaps",
		"value, acc = loss_fn(out, y)\nacc":                                 "perhaps",
		"value, acc = loss_fn(out, y)\nvalue":                               "perhaps",
		"value, acc = loss_fn(out, y)\nvalue.backward()\nvalue":             "yes",
		"value, acc = loss_fn(out, y)\n(value * 2).backward()\nvalue":       "yes",
		"value, acc = loss_fn(out, y)\n(value * 2).backward()\nacc":         "perhaps",
		"loss_fn(out, y)":                                                   "yes",
		"loss_fn(x, y)":                                                     "no",
		"unknown.objective(out)[1]":                                         "perhaps",
		"unknown.settings(x).scale":                                         "no",
		"unknown.settings(x).state":                                         "perhaps",
		"unknown.settings(x).value":                                         "perhaps",
		"q = unknown.score(x)\nq.backward()\nq":                             "yes", // or it would raise
		"q = unknown.score(x)\n(q + 1).backward()\nq + 1":                   "perhaps",
		"torch.autograd.grad(unknown.score(x), x)[0]":                       "no",
		"q = unknown.score(x)\ntorch.autograd.grad(q, x)\nq":                "yes",
		"q = unknown.score(x)\ntorch.autograd.grad(outputs=q, inputs=x)\nq": "yes",
		// batches, and what a loop gives of them
		"next(iter(loader))":                    "no",
		"[b for b in loader]":                   "no",
		"[b['x'] for b in loader]":              "no",
		"[model(b) for b in loader]":            "yes",
		"[b * 2 for b in unknown.train_loader]": "no",
		"lib.Holder(out)":                       "perhaps",
		"Own(out)":                              "no", // an object of ours: its attributes are asked
		"torch.nn.Parameter(x)":                 "no",
		"torch.nn.Parameter(x) * 2":             "yes",
		"unknown.make(requires_grad=True)":      "no",
		"unknown.make(requires_grad=True) * 2":  "yes",
		"pow(out, 2)":                           "yes",
		"min(loss, y)":                          "yes",
		"next(iter([out]))":                     "yes",
		"max([loss, loss])":                     "yes",
		"model.state_dict()":                    "no",
		"model.train()":                         "no",
		"frozen(x)":                             "perhaps",
		"teacher(x)":                            "perhaps",
		"module.body(x)":                        "perhaps",
		// parameters of the function
		"lr * x":            "no",
		"weight_decay":      "no",
		"flag":              "no",
		"optimizer.state":   "no",
		"images * 2":        "no",
		"prev_hidden * 2":   "perhaps",
		"prev_hidden * out": "yes",
		// what is not seen
		"unknown":                   "perhaps",
		"unknown(out)":              "perhaps",
		"lib.compute(out)":          "perhaps",
		"lib.compute(x)":            "perhaps",
		"unknown.loss(x)":           "perhaps",
		"hidden_state":              "perhaps",
		"count":                     "no",
		"count * loss":              "yes",
		"config.get('weight', 1.0)": "no",
		"config['weight']":          "no",
		"', '.join(names)":          "no",
	} {
		if got := carriedBy(t, lines, program(lines)); got != want {
			t.Errorf("%q: %s, want %s", lines, got, want)
		}
	}
}

// TestReachesItemsOfTensors: a backward pass goes through a tensor to what was written to its items, however it is
// weighted; to what another tensor was given it does not.
func TestReachesItemsOfTensors(t *testing.T) {
	for name, c := range map[string]struct {
		lines string
		want  bool
	}{
		"weighted":          {"kept[k] = part\n        loss = (kept * weights).sum()", true},
		"by a function":     {"kept[k] = part\n        loss = torch.mul(kept, weights).mean()", true},
		"as it is":          {"kept[k] = part\n        loss = kept.sum()", true},
		"beside the loss":   {"kept[k] = part\n        loss = (part * weights).sum()", false},
		"without its graph": {"kept[k] = part\n        loss = (kept.detach() * part).sum()", false},
	} {
		program := "import torch\nfrom torch import nn\nfrom torch.nn import functional as F\nnet = nn.Linear(3, 3)\nweights = torch.ones(4)\nfor x, y in torch.utils.data.DataLoader(data):\n" +
			"    kept = torch.zeros(n).to(device)\n    for k, xs in enumerate(x.chunk(n)):\n        part = F.cross_entropy(net(xs), y)\n        " + c.lines + "\n    loss.backward()\n"
		reached, stores := false, 0
		for _, e := range factsOf(t, program).Entries() {
			g := e.graphs()
			for _, s := range e.Stores {
				if s.Kind == run.StoreItem {
					stores++
					reached = reached || len(g.passes) > 0 && g.recorded(g.passes[len(g.passes)-1]).all[s.Target]
				}
			}
		}
		if stores == 0 || reached != c.want {
			t.Errorf("%s: %d items, reached %t, want %t", name, stores, reached, c.want)
		}
	}
}
