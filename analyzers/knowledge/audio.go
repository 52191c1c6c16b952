package knowledge

var freezesConvolutions = set(`freeze_feature_encoder freeze_feature_extractor`)

// FreezesConvolutions reports whether a method of transformers' encoders of raw audio freezes their convolutions.
func FreezesConvolutions(method string) bool { return freezesConvolutions[method] }
