package knowledge

import "testing"

func TestPublishedSide(t *testing.T) {
	for name, want := range map[string]int{
		"google/vit-base-patch16-224-in21k": 224, "google/vit-large-patch16-384": 384, "facebook/deit-base-distilled-patch16-384": 384,
		"microsoft/swin-tiny-patch4-window7-224": 224, "microsoft/swinv2-base-patch4-window8-256": 256, "microsoft/swin-base-patch4-window7-224-in22k": 224,
		"facebook/convnext-base-384-22k-1k": 384, "facebook/convnextv2-tiny-22k-224": 224, "facebook/dinov2-base": 224, "facebook/dinov2-with-registers-small": 224,
		"facebook/dinov3-vitb16-pretrain-lvd1689m": 224, "microsoft/beit-base-patch16-224-pt22k-ft22k": 224, "nvidia/segformer-b0-finetuned-ade-512-512": 512,
		"microsoft/swinv2-large-patch4-window12to16-192to256-22kto1k-ft": 0, "me/my-vit-224": 0, "nvidia/mit-b0": 0, "facebook/detr-resnet-50": 0,
	} {
		if got := PublishedSide(name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}
