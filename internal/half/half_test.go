package half

import (
	"fmt"
	"testing"
)

func TestHalvesAreFixedAndOfLikeSize(t *testing.T) {
	if Of("abhishekkrthakur/tez") != Tune || Of("ajbrock/BigGAN-PyTorch") != Held {
		t.Error("the halves of the recorded rows have moved")
	}
	held := 0
	for i := range 1000 {
		if Of(fmt.Sprintf("owner/name%d", i)) == Held {
			held++
		}
	}
	if held < 450 || held > 550 {
		t.Errorf("%d of 1000 are held", held)
	}
}
