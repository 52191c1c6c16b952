package estimator

// What compares images with texts, as CLIP does: blocks over the tokens of a text, blocks over the patches of an image,
// and a loss over as many values as there are pairs in a batch. Both read samples of one size: so many positions, so
// many pixels. Measured by estimator/oracle/contrastive.py.

// contrastive is the family of these models.
const contrastive = "clip"

// compares reports whether a model is one of them whose blocks are known.
func (m Model) compares() bool { return m.Family == contrastive && m.tower != nil }

// settleImages tells how many tokens an image is where the model decides it: its patches, and the one that stands for
// all.
func (f *facts) settleImages() {
	if !f.Model.compares() || f.Images != nil || f.Model.Patch == 0 {
		return
	}
	side := f.Model.ImageSize
	if f.Image.Height > 0 {
		side = f.Image.Height
	}
	tokens := side/f.Model.Patch*(side/f.Model.Patch) + 1
	f.Images = &tokens
}
