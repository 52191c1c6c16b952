package knowledge

import "regexp"

// frozenConvolutions is a statement of a function or of a module that is under no condition: transformers' encoders of raw audio have these
// methods.
var (
	frozenConvolutions   = regexp.MustCompile(`(?m)^[ \t]*[\w.]+\.freeze_feature_(?:encoder|extractor)\(\)`)
	perhapsFrozenDeeper  = regexp.MustCompile(`(?m)^([ \t]*)(?:if|elif|else|for|while|try|except|with)\b[^\n]*:[^\n]*\n(?:[ \t]*\n)*[ \t]+[\w.]+\.freeze_feature_(?:encoder|extractor)\(\)`)
	definesOwnConvFreeze = regexp.MustCompile(`(?m)^[ \t]*def freeze_feature_(?:encoder|extractor)\b`)
)

// FreezesConvolutions reports whether a file freezes the convolutions of an encoder of raw audio, and no condition stands right before it.
func FreezesConvolutions(text []byte) bool {
	return frozenConvolutions.Match(text) && !perhapsFrozenDeeper.Match(text) && !definesOwnConvFreeze.Match(text)
}
