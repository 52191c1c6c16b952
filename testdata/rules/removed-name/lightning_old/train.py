from pytorch_lightning import Trainer
from pytorch_lightning.utilities.distributed import rank_zero_only

trainer = Trainer(max_epochs=3)
rank_zero_only(print)("ready")
