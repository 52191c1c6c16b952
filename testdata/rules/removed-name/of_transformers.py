import transformers
from transformers import AdamW, AutoModelWithLMHead, AutoTokenizer  # want "transformers.AdamW is gone since transformers 4.5\d: importing it raises ImportError; use torch.optim.AdamW" "transformers.AutoModelWithLMHead is gone"
from transformers import Trainer, ViTFeatureExtractor, Wav2Vec2FeatureExtractor  # want "ViTFeatureExtractor is gone since transformers 5.\d: importing it raises ImportError; use ViTImageProcessor"
from transformers.optimization import Adafactor, get_linear_schedule_with_warmup

try:
    from transformers import TextDataset
except ImportError:
    TextDataset = None


def build(name, lr):
    model = AutoModelWithLMHead.from_pretrained(name)
    processor = ViTFeatureExtractor.from_pretrained(name), Wav2Vec2FeatureExtractor.from_pretrained(name)
    optimizer = AdamW(model.parameters(), lr=lr), Adafactor(model.parameters())
    return Trainer(model), AutoTokenizer.from_pretrained(name), processor, get_linear_schedule_with_warmup(optimizer[0], 10, 100), transformers.optimization.AdamW  # want "transformers.optimization.AdamW is gone since"
