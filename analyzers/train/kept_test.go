package train

import "testing"

func TestHookWithoutParameters(t *testing.T) {
	f := factsOf(t, imports+`
def hook():
    pass

def main(model, x):
    model.register_forward_hook(hook)
    model(x).mean().backward()
`)
	if list := f.KeptActivations(); len(list) > 0 {
		t.Errorf("%d activations are kept by a hook that is given none", len(list))
	}
}
