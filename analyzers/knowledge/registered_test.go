package knowledge

import (
	"slices"
	"testing"
)

func TestRegisteredNames(t *testing.T) {
	const file = "from x import HEADS\n@HEADS.register_module()\nclass A(B):\n    class Inner: pass\nHEADS.register_module('dcn', module=C)\n@HEADS.register_module(name=\"d\")\nclass D: pass\n"
	if got, want := RegisteredNames([]byte(file)), []string{"A", "D", "dcn", "d"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := RegisteredNames([]byte("class A: pass\n")); got != nil {
		t.Errorf("a file that registers nothing gives %v", got)
	}
}
